/** Proposals and approvals go to the one committer, which publishes what it wrote on {@code committed}. */
@NullMarked
package dev.quintet.registry.pipeline;

import org.jspecify.annotations.NullMarked;
