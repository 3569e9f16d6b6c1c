/** What an operator may change in the rewarder. */
@NullMarked
package dev.quintet.rewarder.config;

import org.jspecify.annotations.NullMarked;
