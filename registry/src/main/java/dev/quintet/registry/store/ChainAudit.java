package dev.quintet.registry.store;

import dev.quintet.registry.domain.Artifact;
import dev.quintet.registry.domain.CorruptLogException;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.RegistryState;
import dev.quintet.shared.content.MerkleTree;
import dev.quintet.shared.journal.JournalException;
import dev.quintet.shared.journal.RecordLog;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** Reads the log from its oldest record to its newest and compares it with itself and with the tree in memory. */
public final class ChainAudit {
    private static final int ADDRESS_CHARS = 67;
    private static final String PREVIOUS = "\"prev_hash\":\"";
    private static final String VERSION = "\"version\":";

    /** Of an artifact: what follows the payload is shorter than this. */
    private static final int TAIL = 320;

    private final RecordLog log;
    private final RegistryState state;
    private volatile long next;
    private String hash = "";
    private long version;

    ChainAudit(RecordLog log, RegistryState state) {
        this.log = log;
        this.state = state;
        this.next = log.firstSequence();
    }

    /** What part of the log is verified. */
    public double progress() {
        long last = log.durableSequence();
        return last == 0 ? 1 : Math.min(1, (next - 1) / (double) last);
    }

    /**
     * Verifies records until the moment has come or there are no more; answers how many.
     *
     * @throws CorruptLogException naming the record that does not hold
     */
    public long run(long untilNanos) {
        long count = 0;
        if (next <= log.durableSequence()) {
            try (var reader = log.read(next)) {
                while (System.nanoTime() - untilNanos < 0 && reader.next()) {
                    verify(reader.sequence(), reader.record());
                    next = reader.sequence() + 1;
                    count++;
                }
            } catch (JournalException e) {
                if (e.reason() != JournalException.Reason.PRUNED) {
                    throw e;
                }
                // Overtaken by the pruner: goes on with what is left, and with no predecessor to compare.
                next = log.firstSequence();
                hash = "";
            }
        }
        return count;
    }

    private void verify(long sequence, ByteBuffer record) {
        if (Records.commit(record)) {
            commit(sequence, Records.artifact(record));
        } else if (Records.decode(record) instanceof Event.Checkpointed(var checkpoint)) {
            String root = Base64.getEncoder().encodeToString(state.tree().root(checkpoint.size()));
            require(root.equals(checkpoint.rootBase64()), sequence, "its root is not that of the log");
        }
    }

    private void commit(long sequence, byte[] artifact) {
        require(Artifact.hashHolds(artifact), sequence, "its hash does not hold");
        int from = Math.max(0, artifact.length - TAIL);
        String tail = new String(artifact, from, artifact.length - from, StandardCharsets.ISO_8859_1);
        int at = tail.lastIndexOf(PREVIOUS) + PREVIOUS.length();
        int number = tail.lastIndexOf(VERSION) + VERSION.length();
        require(at >= PREVIOUS.length() && number >= VERSION.length(), sequence, "it is no artifact");
        long found = Long.parseLong(tail, number, tail.length() - 1, 10);
        if (!hash.isEmpty()) {
            require(found == version + 1, sequence, "its version does not follow");
            require(tail.startsWith(hash, at), sequence, "its prev_hash is not the hash before it");
        }
        require(
                Arrays.equals(MerkleTree.leafHash(artifact), state.tree().leaf(found)),
                sequence,
                "it is not the leaf that the tree has");
        version = found;
        hash = own(artifact);
    }

    private static String own(byte[] artifact) {
        String text = new String(artifact, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(",\"hash\":\"") + 9;
        return text.substring(at, at + ADDRESS_CHARS);
    }

    private static void require(boolean condition, long sequence, String otherwise) {
        if (!condition) {
            throw new CorruptLogException("record " + sequence + ": " + otherwise);
        }
    }
}
