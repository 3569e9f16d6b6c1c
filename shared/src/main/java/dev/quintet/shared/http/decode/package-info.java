/**
 * Decoding of untrusted bodies under two guards, absolute size and ratio. {@link DecodeGuard} is fed slices as they
 * arrive; {@link DecodingInputStream} is the same for code that pulls.
 */
@NullMarked
package dev.quintet.shared.http.decode;

import org.jspecify.annotations.NullMarked;
