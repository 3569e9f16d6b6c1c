/**
 * What the storage promises, without how: {@link dev.quintet.storage.domain.ObjectStore} for whole objects, {@link
 * dev.quintet.storage.domain.UploadStore} for those that arrive in pieces, {@link
 * dev.quintet.storage.domain.Maintenance} for operators, and the arithmetic behind them (placement, Reed–Solomon).
 */
@NullMarked
package dev.quintet.storage.domain;

import org.jspecify.annotations.NullMarked;
