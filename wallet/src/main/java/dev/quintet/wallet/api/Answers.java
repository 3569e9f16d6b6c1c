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
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
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
        return ask(() -> ledger.entry(seq))
                .orElseThrow(() -> new ServiceException(CommonError.INTERNAL, "the receipt is not to be found"));
    }

    /** A commit without an answer is 503: the ledger may or may not have done it, and the key finds out. */
    static <T> Uni<T> settled(Uni<T> commit) {
        return commit.onFailure(LedgerUnavailable.class)
                .transform(_ -> new ServiceException(
                        WalletError.RETRY_LATER,
                        "the ledger did not answer in time; whether it happened is unknown: repeat with the same key",
                        Map.of(),
                        Duration.ofSeconds(1)));
    }

    /** A question to the ledger, whose silence is 503 and not an accident. */
    static <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (LedgerUnavailable e) {
            throw new ServiceException(WalletError.RETRY_LATER, "the ledger does not answer; ask again");
        }
    }

    private static RestResponse<Posting> receipt(Posting posting, boolean replay) {
        var answer = RestResponse.ResponseBuilder.ok(posting, MediaType.APPLICATION_JSON_TYPE);
        if (replay) {
            answer.header(REPLAY, "true");
        }
        return answer.build();
    }
}
