package dev.quintet.wallet.api;

import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.Ledger.Request;
import dev.quintet.wallet.domain.Op.Family;
import dev.quintet.wallet.domain.ledger.Receipt;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

/** For a caller that lost the answer: what became of a key. */
@Path("/v1/requests/{idempotencyKey}")
@Produces(MediaType.APPLICATION_JSON)
public class RequestsResource {
    private static final List<Family> DEBITS = List.of(Family.TRANSFER, Family.BURN, Family.HOLD);

    private final Ledger ledger;
    private final Answers answers;
    private final Capability capability;

    RequestsResource(Ledger ledger, Answers answers, Capability capability) {
        this.ledger = ledger;
        this.answers = answers;
        this.capability = capability;
    }

    /** {@code account} for a key of a transfer, burn, hold, capture or release; {@code asset} for one of an issue. */
    @GET
    @RequiresScope("wallet:read")
    @RunOnVirtualThread
    public String request(
            @RestPath String idempotencyKey, @RestQuery @Nullable String account, @RestQuery @Nullable String asset) {
        String key = Operation.key(idempotencyKey);
        if ((account == null) == (asset == null)) {
            throw Refusals.malformed("say either account or asset");
        }
        return Answers.ask(() -> answer(account == null ? issued(asset, key) : debited(account, key)));
    }

    private Request issued(@Nullable String asset, String key) {
        String scope = Operation.asset(asset);
        capability.requireAsset(scope);
        return ledger.request(Family.ISSUE, scope, key);
    }

    /** The newest, when a key was used once in each of several families. */
    private Request debited(String account, String key) {
        String scope = Operation.account(account);
        capability.requireAccount(scope);
        Request newest = new Request.NotFound();
        for (Family family : DEBITS) {
            var found = ledger.request(family, scope, key);
            if (entry(found) > entry(newest)) {
                newest = found;
            }
        }
        return newest;
    }

    private String answer(Request request) {
        return switch (request) {
            case Request.NotFound _ -> "{\"status\":\"not_found\"}";
            case Request.Expired _ -> "{\"status\":\"expired\"}";
            case Request.Committed(long seq) -> {
                var posting = answers.posting(seq);
                Visibility.require(capability, posting);
                yield "{\"status\":\"committed\",\"receipt\":"
                        + new String(Receipt.bytes(posting), StandardCharsets.US_ASCII) + "}";
            }
        };
    }

    private static long entry(Request request) {
        return switch (request) {
            case Request.NotFound _ -> -1;
            case Request.Expired(long seq) -> seq;
            case Request.Committed(long seq) -> seq;
        };
    }
}
