package dev.quintet.wallet.api;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.LedgerUnavailable;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.ledger.Posting;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.Executor;
import org.jboss.resteasy.reactive.RestResponse;

/** Results as HTTP answers. */
@ApplicationScoped
class Answers {
    static final String REPLAY = "Idempotent-Replay";

    private final Ledger ledger;
    private final Executor readers = HandlerThreads.named("replay");

    Answers(Ledger ledger) {
        this.ledger = ledger;
    }

    /** The receipt, or the refusal as a failure. */
    Uni<RestResponse<Posting>> receipt(Result result) {
        return switch (result.outcome()) {
            case Outcome.Committed _ ->
                Uni.createFrom().item(receipt(result.posting().orElseThrow(), false));
            // Reads the log, so not on the thread that brought the result.
            case Outcome.Replayed(long seq) ->
                Uni.createFrom().item(() -> receipt(posting(seq), true)).runSubscriptionOn(readers);
            case Outcome.Refused refused -> Uni.createFrom().failure(Refusals.answer(refused));
            case Outcome.Abandoned _ -> throw new IllegalStateException("only a batch abandons operations");
        };
    }

    /** The entry of a replay; may read the disk. */
    Posting posting(long seq) {
        try {
            return ledger.entry(seq)
                    .orElseThrow(() -> new ServiceException(CommonError.INTERNAL, "the receipt is not to be found"));
        } catch (LedgerUnavailable e) {
            throw unavailable();
        }
    }

    static ServiceException unavailable() {
        return new ServiceException(WalletError.RETRY_LATER, "the ledger does not answer; ask again");
    }

    private static RestResponse<Posting> receipt(Posting posting, boolean replay) {
        var answer = RestResponse.ResponseBuilder.ok(posting, MediaType.APPLICATION_JSON_TYPE);
        if (replay) {
            answer.header(REPLAY, "true");
        }
        return answer.build();
    }
}
