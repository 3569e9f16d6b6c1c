/**
 * Tokens as values: {@link dev.quintet.shared.capability.token.Macaroon}s minted under a {@link
 * dev.quintet.shared.capability.token.RootKey}, narrowed by {@link dev.quintet.shared.capability.token.Caveat}s, and
 * what they amount to, a {@link dev.quintet.shared.capability.token.Grant}. Plain Java: the command line uses it
 * without a container.
 */
@NullMarked
package dev.quintet.shared.capability.token;

import org.jspecify.annotations.NullMarked;
