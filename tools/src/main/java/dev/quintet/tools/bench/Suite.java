package dev.quintet.tools.bench;

import java.util.List;
import java.util.function.Consumer;

/** One benchmark: a question, and who is measured to answer it. */
public interface Suite {
    /** The word after {@code ./quintet bench}. */
    String name();

    /** One sentence: what is measured, with which settings. It is printed above the figures. */
    String question();

    /** The goals in words, printed below the figures; empty when there are none. */
    default List<String> goals() {
        return List.of();
    }

    /** Whether the figures depend on the disk; then each round is framed by an fdatasync probe. */
    default boolean durable() {
        return false;
    }

    /**
     * Who runs, ours first. A peer that is not installed and cannot be is left out, with one line to {@code say}; called
     * once, before the first round.
     */
    List<Contestant> contestants(Consumer<String> say) throws Exception;
}
