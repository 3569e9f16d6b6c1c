package dev.quintet.registry.store;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Commands on their way to the writer, or a short task that must run between two of its groups. */
public final class WriteGroup {
    private final List<Command> commands;
    private final Runnable task;
    private final CompletableFuture<List<Outcome>> answer = new CompletableFuture<>();

    private WriteGroup(List<Command> commands, Runnable task) {
        this.commands = List.copyOf(commands);
        this.task = task;
    }

    public static WriteGroup of(List<Command> commands) {
        return new WriteGroup(commands, () -> {});
    }

    static WriteGroup task(Runnable task) {
        return new WriteGroup(List.of(), task);
    }

    List<Command> commands() {
        return commands;
    }

    /** The outcomes in order, once they are durable. */
    public CompletableFuture<List<Outcome>> answer() {
        return answer;
    }

    void finish(List<Outcome> outcomes) {
        try {
            task.run();
            answer.complete(outcomes);
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }
}
