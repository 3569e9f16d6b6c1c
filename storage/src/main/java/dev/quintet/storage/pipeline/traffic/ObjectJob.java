package dev.quintet.storage.pipeline.traffic;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.ServiceException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** One request on its way to a pool: what to do, until when it is worth anything, and where its answer goes. */
public final class ObjectJob {
    private final Deadline deadline;
    private final Runnable work;
    private final CompletableFuture<?> answer;

    private ObjectJob(Deadline deadline, Runnable work, CompletableFuture<?> answer) {
        this.deadline = deadline;
        this.work = work;
        this.answer = answer;
    }

    static <T> ObjectJob of(Callable<T> work, Deadline deadline, CompletableFuture<T> answer) {
        Runnable answering = () -> {
            try {
                answer.complete(work.call());
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        };
        return new ObjectJob(deadline, answering, answer);
    }

    Deadline deadline() {
        return deadline;
    }

    /** False once the caller was told something else, or has gone. */
    boolean wanted() {
        return !answer.isDone();
    }

    void run() {
        work.run();
    }

    void refuse(ServiceException why) {
        answer.completeExceptionally(why);
    }
}
