/** Resources and their bodies: parse, hand over, answer. */
@NullMarked
package dev.quintet.rewarder.api;

import org.jspecify.annotations.NullMarked;
