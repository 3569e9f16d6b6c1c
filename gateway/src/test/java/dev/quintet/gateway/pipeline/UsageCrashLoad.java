package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.domain.usage.Epoch;
import dev.quintet.gateway.store.UsageStore;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.testkit.MappingDefaults;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** A process that counts, ends and seals epochs until it is killed, and says what it has counted and what it has kept. */
final class UsageCrashLoad {
    private UsageCrashLoad() {}

    static UsageKeeper keeper(UsageMeter meter, UsageStore store, BoundedChannel<SealJob> seal) {
        var metering = MappingDefaults.of(GatewayConfig.class).metering();
        return new UsageKeeper(meter, store, seal, () -> metering, InstantSource.system(), _ -> {});
    }

    static long counted(UsageStore store) {
        return store.book().epochs().stream().mapToLong(Epoch::requests).sum();
    }

    /** Arguments: directory, seed. */
    public static void main(String[] arguments) throws InterruptedException {
        var random = new Random(Long.parseLong(arguments[1]));
        var store = UsageStore.open(Path.of(arguments[0]), failure -> System.exit(1));
        var seal = new BoundedChannel<SealJob>("seal", 4);
        var meter = new UsageMeter();
        var keeper = keeper(meter, store, seal);
        var sealed = new CompletableFuture<Void>();
        seal.consume(1, Runnable::run, job -> {
                    var address = ContentAddress.of(Blake3.hash(job.snapshot().bytes()), 0);
                    if (random.nextBoolean()) {
                        keeper.handle(new UsageJob.Stored(job, address));
                    } else {
                        keeper.postponed(job);
                    }
                })
                .subscribe()
                .with(_ -> sealed.complete(null));
        var out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        long total = counted(store);
        while (!sealed.isDone()) {
            for (int i = random.nextInt(200); i >= 0; i--) {
                total++;
                meter.count("tenant-" + total % 7, "acc_" + total % 11, 1, 2);
            }
            out.println("counted " + total);
            keeper.handle(new UsageJob.Flush());
            out.println("kept " + total);
            if (random.nextInt(20) == 0) {
                keeper.handle(new UsageJob.End(new CompletableFuture<>()));
            }
        }
    }
}
