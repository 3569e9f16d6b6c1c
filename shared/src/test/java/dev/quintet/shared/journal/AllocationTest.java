package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllocationTest {
    private static final int RECORDS = 20_000;
    private static final int RECORDS_PER_SYNC = 100;

    @TempDir
    Path directory;

    @Test
    void appendingAndSyncingAllocatesNothingPerRecord() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var record = ByteBuffer.allocate(150);
        try (var log = SegmentedLog.open(directory, new JournalSettings(16 << 20, 1024))) {
            append(log, record);
            long before = threads.getCurrentThreadAllocatedBytes();

            append(log, record);

            // A few bytes a sync inside the JDK are none of ours.
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated / RECORDS).isLessThan(2);
        }
    }

    private static void append(SegmentedLog log, ByteBuffer record) {
        for (int i = 1; i <= RECORDS; i++) {
            log.append(record);
            if (i % RECORDS_PER_SYNC == 0) {
                log.sync();
            }
        }
    }
}
