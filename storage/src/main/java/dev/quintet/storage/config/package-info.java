/** What an operator may change in the storage. */
@NullMarked
package dev.quintet.storage.config;

import org.jspecify.annotations.NullMarked;
