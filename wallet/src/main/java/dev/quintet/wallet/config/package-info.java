/** What an operator may change in the wallet. */
@NullMarked
package dev.quintet.wallet.config;

import org.jspecify.annotations.NullMarked;
