package dev.quintet.registry.api;

import dev.quintet.registry.domain.PrunedException;
import dev.quintet.registry.domain.Registry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What every read has in common: versions that exist, pages of a bounded size, and 410 for what is pruned. */
@ApplicationScoped
class Questions {
    static final int LIMIT = 100;
    static final int LIMIT_MAX = 1_000;

    private final Registry registry;

    Questions(Registry registry) {
        this.registry = registry;
    }

    long head() {
        long head = registry.state().view().head().version();
        if (head == 0) {
            throw Refusals.notFound("the log is empty");
        }
        return head;
    }

    /** A version that exists: 404 for the future, 410 for what is pruned. */
    long kept(long version) {
        long known = existing(version);
        if (known < registry.firstVersion()) {
            throw Refusals.pruned(new PrunedException(known), registry.state());
        }
        return known;
    }

    /** A version that there was: pruned ones included. */
    long existing(long version) {
        if (version < 1 || version > head()) {
            throw Refusals.notFound("there is no version " + version);
        }
        return version;
    }

    /** The version in a query, or the head. */
    long at(@Nullable String text) {
        return text == null ? head() : kept(number("at", text));
    }

    static long number(String name, String text) {
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && text.charAt(0) != '+') {
                return number;
            }
        } catch (NumberFormatException _) {
            // Refused below, like a negative one.
        }
        throw Refusals.malformed(name + " must be a whole number, 0 or more");
    }

    static int limit(@Nullable String text) {
        long limit = text == null ? LIMIT : number("limit", text);
        if (limit < 1 || limit > LIMIT_MAX) {
            throw Refusals.malformed("limit must be 1 to " + LIMIT_MAX);
        }
        return (int) limit;
    }

    /** The answer, or 410 when the pruner was faster than the question. */
    <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (PrunedException e) {
            throw Refusals.pruned(e, registry.state());
        }
    }
}
