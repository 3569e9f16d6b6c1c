package dev.quintet.wallet.domain;

import dev.quintet.wallet.domain.ledger.Posting;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The ledger as the rest of the service sees it: embedded here, or an engine elsewhere. Reads may block. */
public interface Ledger {

    /**
     * Decides on the batches in order and completes once everything accepted is durable. A failure means that the
     * outcome is unknown; repeating the call is safe, because every command carries its idempotency key.
     */
    CompletionStage<List<List<Result>>> commit(List<Batch> batches);

    /** What is durable, never less than what was answered before. */
    Balance balance(String account, String asset);

    Supply supply(String asset);

    Optional<Posting> transaction(Digest txid);

    /** The entry numbered {@code seq}, if it is durable. */
    Optional<Posting> entry(long seq);

    /** What became of a request. */
    Request request(Op.Family family, String scope, String key);

    /** Whether asking costs a network round trip, so that a slightly old balance is better than none yet. */
    default boolean remote() {
        return false;
    }

    /** The newest durable entry's number and root. */
    Head head();

    /** Commands of one caller; atomic ones are accepted together or not at all. */
    record Batch(List<Command> commands, boolean atomic) {
        public Batch {
            commands = List.copyOf(commands);
        }
    }

    /** The answer to one command; an accepted one comes with its entry, a replayed one is to be looked up. */
    record Result(Outcome outcome, Optional<Posting> posting) {}

    /** A number and the public name of the root after it. */
    record Head(long seq, String root) {}

    /** What is known of a key. */
    sealed interface Request {
        record NotFound() implements Request {}

        record Committed(long seq) implements Request {}

        /** Committed as {@code seq} longer ago than keys answer for; 0 when the key, if there was one, was forgotten early. */
        record Expired(long seq) implements Request {}
    }
}
