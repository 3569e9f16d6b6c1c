/** What an operator may change in the registry. */
@NullMarked
package dev.quintet.registry.config;

import org.jspecify.annotations.NullMarked;
