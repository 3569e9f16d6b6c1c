package dev.quintet.tools.bench;

import dev.quintet.shared.journal.Journal;
import dev.quintet.shared.journal.JournalException;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.SegmentedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Durable records per second of the journal, against what the disk allows a loop of single writes. */
final class JournalSuite implements Suite {
    private static final int RECORD_BYTES = 150;
    private static final int CAPACITY = 4096;
    private static final List<Integer> WAITERS = List.of(1, 64, 512);
    private static final String ALONE = "append and sync in one thread, records/s";

    private final Path folder;
    private final Duration turn;

    /** Measures in {@code folder}, which should be on the disk in question; each figure takes one {@code turn}. */
    JournalSuite(Path folder, Duration turn) {
        this.folder = folder;
        this.turn = turn;
    }

    /** {@code [folder [rounds]]}: the figures alone, without reports. */
    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments.length > 0 ? arguments[0] : ".");
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        var suite = new JournalSuite(folder, Duration.ofSeconds(1));
        var results = new Rounds(new SyncProbe(folder), System.err::println).run(suite, rounds);
        System.out.print(new Figures(results).text());
    }

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public String question() {
        return "Records of 150 bytes per second, each answered after its sync: one thread on the bare log, then 1, 64 and"
                + " 512 virtual threads that each wait for their answer; against a loop of 4 KiB writes with fdatasync in"
                + " a preallocated file.";
    }

    @Override
    public List<String> goals() {
        return List.of("at least 0.8 of the loop at 1 waiter; at least 200,000 records/s at 64 on an idle machine.");
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<Contestant> contestants(Consumer<String> say) {
        return List.of(new Contestant("journal", this::measure), new Contestant("write + fdatasync", this::loop));
    }

    /** One turn of every case. */
    Map<String, Double> measure() throws IOException, InterruptedException {
        var figures = new LinkedHashMap<String, Double>();
        var directory = Files.createTempDirectory(Files.createDirectories(folder), "journal-bench");
        try {
            figures.put(ALONE, alone(directory.resolve("alone")));
            for (int waiters : WAITERS) {
                figures.put(figure(waiters), waiters(directory.resolve("waiters" + waiters), waiters));
            }
            return figures;
        } finally {
            delete(directory);
        }
    }

    /** The same figure for every case: a loop without group commit gains nothing from waiters. */
    private Map<String, Double> loop() throws IOException {
        double rate = new SyncProbe(folder).measure();
        var figures = new LinkedHashMap<>(Map.of(ALONE, rate));
        WAITERS.forEach(waiters -> figures.put(figure(waiters), rate));
        return figures;
    }

    private static String figure(int waiters) {
        return waiters + (waiters == 1 ? " waiter" : " waiters") + ", records/s";
    }

    private double alone(Path directory) {
        try (var log = SegmentedLog.open(directory, JournalSettings.defaults())) {
            var record = ByteBuffer.allocate(RECORD_BYTES);
            long start = System.nanoTime();
            long end = start + turn.toNanos();
            long count = 0;
            for (; System.nanoTime() < end; count++) {
                log.append(record);
                log.sync();
            }
            return rate(count, start);
        }
    }

    private double waiters(Path directory, int waiters) throws InterruptedException {
        var log = SegmentedLog.open(directory, JournalSettings.defaults());
        var journal = Journal.start("bench", log, CAPACITY, _ -> {});
        var total = new AtomicLong();
        var done = new CountDownLatch(waiters);
        long start = System.nanoTime();
        long end = start + turn.toNanos();
        for (int i = 0; i < waiters; i++) {
            Thread.ofVirtual().start(() -> {
                total.addAndGet(new Waiter(journal).until(end));
                done.countDown();
            });
        }
        done.await();
        double rate = rate(total.get(), start);
        journal.close().join();
        return rate;
    }

    /** One caller that sleeps until its record is durable; allocates nothing per record. */
    private static final class Waiter implements Journal.Completion {
        private final Journal journal;
        private final ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
        private final Thread thread = Thread.currentThread();
        private volatile boolean answered;

        Waiter(Journal journal) {
            this.journal = journal;
        }

        long until(long end) {
            long count = 0;
            for (; System.nanoTime() < end; count++) {
                answered = false;
                journal.append(record, this);
                while (!answered) {
                    LockSupport.park(this);
                }
            }
            return count;
        }

        @Override
        public void durable(long sequence) {
            answered = true;
            LockSupport.unpark(thread);
        }

        @Override
        public void failed(JournalException failure) {
            // Wakes the waiter; the run then fails when the journal is closed.
            durable(0);
        }
    }

    private static double rate(long count, long start) {
        return count * 1e9 / (System.nanoTime() - start);
    }

    private static void delete(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
