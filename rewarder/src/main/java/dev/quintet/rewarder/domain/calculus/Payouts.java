package dev.quintet.rewarder.domain.calculus;

import dev.quintet.rewarder.domain.number.Uint128;

/**
 * What everybody gets, by payee number.
 *
 * @param pool what was there to hand out, after the policy's cap
 * @param eligibleScore what the shares were divided by at first
 * @param payout the sum of the amounts
 */
public record Payouts(
        Column128 scores, Column128 amounts, Uint128 pool, Uint128 eligibleScore, Uint128 payout, Uint128 residual) {}
