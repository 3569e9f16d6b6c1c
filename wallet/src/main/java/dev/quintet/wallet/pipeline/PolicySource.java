package dev.quintet.wallet.pipeline;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Policy;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigInteger;
import java.util.function.Supplier;

/** The ledger's policy as of the last accepted reload. */
@ApplicationScoped
class PolicySource implements Supplier<Policy> {
    private final HotConfig<WalletConfig> config;
    private volatile Derived derived;

    private record Derived(WalletConfig from, Policy policy) {}

    PolicySource(HotConfig<WalletConfig> config) {
        this.config = config;
        this.derived = derive(config.current());
    }

    @Override
    @SuppressWarnings(
            "ReferenceEquality") // Every reload makes a new snapshot; whether it is the same one is the question.
    public Policy get() {
        var current = config.current();
        var known = derived;
        if (known.from() != current) {
            known = derive(current);
            derived = known;
        }
        return known.policy();
    }

    private static Derived derive(WalletConfig config) {
        var limits = config.limits();
        var policy = new Policy(
                new Limits(
                        amount(limits.operationMax()),
                        amount(limits.dailyMax()),
                        limits.accountMax().map(PolicySource::amount).orElse(Amount.MAX)),
                config.idempotencyTtl().toMillis(),
                config.holds().openMax());
        return new Derived(config, policy);
    }

    private static Amount amount(BigInteger value) {
        return Amount.parse(value.toString()).orElseThrow();
    }
}
