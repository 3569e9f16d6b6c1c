@NullMarked
package dev.quintet.wallet;

import org.jspecify.annotations.NullMarked;
