package dev.quintet.rewarder.domain.run;

import dev.quintet.rewarder.domain.number.Uint128;

/** One request to the wallet. {@code from} is empty and {@code nonce} 0 where money is issued. */
public record Payment(String key, String from, String to, String asset, Uint128 amount, long nonce) {}
