package dev.quintet.wallet.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.wallet.domain.Digest;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.ledger.Posting;
import dev.quintet.wallet.domain.ledger.Receipt;
import dev.quintet.wallet.pipeline.BalanceCache;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

/** Balances, receipts, supplies and roots. */
@Path("/v1")
@Produces(MediaType.APPLICATION_JSON)
public class QueryResource {
    private static final int ROOTS_MAX = 1_000;

    private final Ledger ledger;
    private final BalanceCache balances;
    private final Capability capability;

    QueryResource(Ledger ledger, BalanceCache balances, Capability capability) {
        this.ledger = ledger;
        this.balances = balances;
        this.capability = capability;
    }

    /** What an account has; {@code staleMs} is how long ago the ledger said so. */
    public record BalanceAnswer(
            String account,
            String asset,
            String totalMinor,
            String availableMinor,
            long nonce,
            @JsonUnwrapped Validity validity) {

        /** When the ledger said so. */
        public record Validity(Instant asOf, long staleMs) {}
    }

    /** Conservation at a glance: circulating is issued less burned, and the sum of all balances. */
    public record SupplyAnswer(
            String asset, String issuedMinor, String burnedMinor, String circulatingMinor, long accounts) {}

    /** A link of the chain. */
    public record Root(long seq, String root) {}

    /** Consecutive links, and where the chain ends now. */
    public record Roots(List<Root> roots, Root head) {}

    @GET
    @Path("/balance")
    @RequiresScope("wallet:read")
    @NonBlocking
    public BalanceAnswer balance(@RestQuery @Nullable String account, @RestQuery @Nullable String asset) {
        String whose = Operation.account(account);
        String what = Operation.asset(asset);
        capability.requireAccount(whose);
        capability.requireAsset(what);
        var reading = balances.read(whose, what);
        var balance = reading.balance();
        return new BalanceAnswer(
                whose,
                what,
                balance.total().toString(),
                balance.available().toString(),
                balance.nonce(),
                new BalanceAnswer.Validity(Instant.ofEpochMilli(reading.atMillis()), reading.staleMillis()));
    }

    @GET
    @Path("/tx/{txid}")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Receipt.class)))
    @RequiresScope("wallet:read")
    @RunOnVirtualThread
    public Posting transaction(@RestPath String txid) {
        var digest = txid.startsWith("tx_") ? Digest.parse(txid.substring(3)) : Optional.<Digest>empty();
        Posting found = digest.flatMap(known -> Answers.ask(() -> ledger.transaction(known)))
                .orElseThrow(() -> new ServiceException(CommonError.NOT_FOUND, "no such transaction"));
        Visibility.require(capability, found);
        return found;
    }

    @GET
    @Path("/supply")
    @NonBlocking
    public SupplyAnswer supply(@RestQuery @Nullable String asset) {
        String what = Operation.asset(asset);
        var supply = Answers.ask(() -> ledger.supply(what));
        return new SupplyAnswer(
                what,
                supply.issued().toString(),
                supply.burned().toString(),
                supply.circulating().toString(),
                supply.accounts());
    }

    /** The roots after {@code since}, at most a thousand; ask again with the last one's number. */
    @GET
    @Path("/roots")
    @RunOnVirtualThread
    public Roots roots(@RestQuery Optional<Long> since) {
        long after = since.orElse(0L);
        if (after < 0) {
            throw Refusals.malformed("since must not be negative");
        }
        var head = Answers.ask(ledger::head);
        var roots = new ArrayList<Root>();
        for (long seq = after + 1; seq <= Math.min(head.seq(), after + ROOTS_MAX); seq++) {
            long wanted = seq;
            byte[] root = Answers.ask(() -> ledger.entry(wanted))
                    .orElseThrow()
                    .entry()
                    .root();
            roots.add(new Root(seq, Receipt.rootId(root)));
        }
        return new Roots(roots, new Root(head.seq(), head.root()));
    }
}
