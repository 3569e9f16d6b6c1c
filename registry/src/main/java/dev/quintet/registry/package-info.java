/** The signed, hash-chained log of descriptors. Proposals and approvals go to the one committer, which publishes what it wrote on {@code committed}. */
@NullMarked
package dev.quintet.registry;

import org.jspecify.annotations.NullMarked;
