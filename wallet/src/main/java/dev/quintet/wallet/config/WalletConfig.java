package dev.quintet.wallet.config;

import dev.quintet.shared.config.Bounds;
import dev.quintet.shared.config.Hot;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;

/** Everything an operator may change in the wallet. */
@RegisterForReflection // The start-up checks read the keys from its methods, in a native image too.
@ConfigMapping(prefix = "quintet.wallet")
public interface WalletConfig {

    /** The queues between its tasks. */
    Channels channels();

    /** How long the answer to an idempotency key is kept; past it only the nonce refuses the old request. */
    @WithDefault("24h")
    @Bounds(min = "1m", max = "72h")
    @Hot
    Duration idempotencyTtl();

    /**
     * Keys remembered at most, whatever their age; past it the oldest is forgotten early. 64 bytes of heap each. Always
     * more than one group of operations has, so that a key cannot be forgotten within the group that used it.
     */
    @WithDefault("2000000")
    @Bounds(min = "200000", max = "50000000")
    int idempotencyKeysMax();

    /** Operations in one batch; past it 400. What fits the body limit is usually fewer. */
    @WithDefault("20000")
    @Bounds(min = "1", max = "100000")
    @Hot
    int batchMax();

    /** Funds set aside. */
    Holds holds();

    /**
     * Oldest balance a read may answer with while the ledger is remote; past it the ledger is asked. The embedded ledger
     * is always asked. Only while no ledger answers are older balances given, with their age.
     */
    @WithDefault("250ms")
    @Bounds(min = "0ms", max = "10s")
    @Hot
    Duration balanceStaleMax();

    /** What one account may move. */
    Limits limits();

    /** Calls to the ledger. */
    Ledger ledger();

    /** The queues between its tasks. */
    interface Channels {
        /** Operations accepted over HTTP and not yet with a committer; past this 429 BUSY. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int work();

        /** Accepted operations a stream or the audit log may lag behind; past this it loses the oldest, counted. */
        @WithDefault("1024")
        @Bounds(min = "1", max = "65536")
        int events();

        /** Ledger changes the balance cache may lag behind; past this it drops what it knows and reads again. */
        @WithDefault("1024")
        @Bounds(min = "1", max = "65536")
        int ledgerBus();
    }

    /** Funds set aside. */
    @Hot
    interface Holds {
        /** Longest life of a hold; a longer one is refused with 400. */
        @WithDefault("30d")
        @Bounds(min = "1s", max = "366d")
        Duration lifeMax();

        /** Holds open at the same time; past it 403 LIMITS_EXCEEDED. About 200 bytes of heap each. */
        @WithDefault("100000")
        @Bounds(min = "0", max = "1000000")
        int openMax();
    }

    /** What one account may move; a policy may only tighten them. */
    @Hot
    interface Limits {
        /** Minor units in one operation; past it 403 LIMITS_EXCEEDED. */
        @WithDefault("100000000000000000000")
        @Bounds(min = "1", max = "340282366920938463463374607431768211455")
        BigInteger operationMax();

        /** Minor units an account may send in one day; past it 403 LIMITS_EXCEEDED. */
        @WithDefault("10000000000000000000000")
        @Bounds(min = "1", max = "340282366920938463463374607431768211455")
        BigInteger dailyMax();

        /** Minor units an account may hold; past it 403 LIMITS_EXCEEDED; unset means what the type can hold. */
        @Bounds(min = "1", max = "340282366920938463463374607431768211455")
        Optional<BigInteger> accountMax();
    }

    /** Calls to the ledger; repeating one is safe only because a commit is idempotent. */
    @Hot
    interface Ledger {
        /** Time for one call; past it the attempt counts as failed and in io_timeouts_total. */
        @WithDefault("1s")
        @Bounds(min = "10ms", max = "5s")
        Duration timeout();

        /** Attempts in all; after the last the caller gets 503 RETRY_LATER. */
        @WithDefault("3")
        @Bounds(min = "1", max = "10")
        int tries();

        /** Wait before the second attempt; doubles with each further one. */
        @WithDefault("50ms")
        @Bounds(min = "1ms", max = "1s")
        Duration delay();

        /** Cap of the doubling wait. */
        @WithDefault("1s")
        @Bounds(min = "1ms", max = "5s")
        Duration delayMax();

        /** Random part added to each wait, so that callers do not return together. */
        @WithDefault("20ms")
        @Bounds(min = "0ms", max = "1s")
        Duration jitter();

        /** Failures in the window that open the breaker; while it is open callers get 503 UPSTREAM_UNAVAILABLE. */
        @WithDefault("20")
        @Bounds(min = "1", max = "1000")
        int breakerFailures();

        /** How long a failure counts towards opening the breaker. */
        @WithDefault("10s")
        @Bounds(min = "100ms", max = "60s")
        Duration breakerWindow();

        /** How long the breaker stays open before it probes. */
        @WithDefault("5s")
        @Bounds(min = "100ms", max = "60s")
        Duration breakerOpen();

        /** Calls let through after that; when all of them succeed the breaker closes, when one fails it opens again. */
        @WithDefault("10")
        @Bounds(min = "1", max = "100")
        int breakerProbes();
    }
}
