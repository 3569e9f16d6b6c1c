/** The Merkle-sum tree over payouts: its root proves membership and the total. */
@NullMarked
package dev.quintet.rewarder.domain.tree;

import org.jspecify.annotations.NullMarked;
