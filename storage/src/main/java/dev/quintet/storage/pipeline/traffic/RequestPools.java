package dev.quintet.storage.pipeline.traffic;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.flow.LanedChannel;
import dev.quintet.shared.lifecycle.Drain;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.storage.config.StorageConfig;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** The GET and the PUT pool, each on its own lane of {@code work}, and behind the former the streams. */
@ApplicationScoped
class RequestPools {
    /** Lanes of {@code work}. */
    static final int READS = 0;

    static final int WRITES = 1;

    private final LanedChannel<ObjectJob> work;
    private final StreamPool streams;
    private final StorageConfig.Workers workers;

    RequestPools(LanedChannel<ObjectJob> work, StreamPool streams, StorageConfig config) {
        this.work = work;
        this.streams = streams;
        this.workers = config.workers();
        work.lane(READS).onAbort(RequestPools::aborted);
        work.lane(WRITES).onAbort(RequestPools::aborted);
    }

    void start(@Observes StartupEvent event, Supervisor supervisor, Drain drain) {
        drain.intake(work);
        supervisor.run(
                "get_pool",
                "reader",
                () -> work.lane(READS)
                        .consume(workers.get(), HandlerThreads.named("get"), RequestPools::run)
                        .onItem()
                        .invoke(streams::readsEnded));
        supervisor.run(
                "put_pool",
                "writer",
                () -> work.lane(WRITES).consume(workers.put(), HandlerThreads.named("put"), RequestPools::run));
        supervisor.run("stream_pool", "streamer", () -> streams.run(workers.stream(), HandlerThreads.named("stream")));
    }

    static void run(ObjectJob job) {
        if (!job.wanted()) {
            return;
        }
        if (job.deadline().expired()) {
            job.refuse(new ServiceException(CommonError.TIMEOUT, "the deadline passed in the queue"));
            return;
        }
        job.run();
    }

    private static void aborted(ObjectJob job) {
        job.refuse(new ServiceException(CommonError.DRAINING, "aborted by the shutdown"));
    }
}
