/**
 * Content that proves itself: addresses, the hash tree behind them, canonical bytes to hash, and logs of hashes.
 *
 * <p>{@link dev.quintet.shared.content.Blake3} hashes whole inputs and {@link dev.quintet.shared.content.Blake3Hasher}
 * streams. {@link dev.quintet.shared.content.Blake3Tree} reaches into the tree: chaining values of 64 KiB groups, which
 * {@link dev.quintet.shared.content.ContentTree} joins to the address and {@link dev.quintet.shared.content.SliceProof}
 * turns into proofs of ranges. One kernel does the work, chosen once per process by {@code Blake3Kernels}: the C kernel
 * where it loads, otherwise portable Java. {@link dev.quintet.shared.content.CanonicalJson} makes the bytes of a
 * document unique before it is hashed or signed; {@link dev.quintet.shared.content.MerkleTree} is a log of hashes.
 */
@NullMarked
package dev.quintet.shared.content;

import org.jspecify.annotations.NullMarked;
