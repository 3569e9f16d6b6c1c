/** What an operator may change in the gateway. */
@NullMarked
package dev.quintet.gateway.config;

import org.jspecify.annotations.NullMarked;
