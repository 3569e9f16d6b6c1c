package dev.quintet.shared.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out what a journal's directory holds after whatever happened to it.
 *
 * <p>Looks at the header and start frame of every segment and at every frame of the last one; the frames in between are
 * verified when they are read. When it is done, everything it found is durable (even if the process that wrote it never
 * synced), and nothing but zeros lies behind it.
 */
final class Recovery {
    private static final int COPY_BYTES = 256 << 10;

    private final Segments segments;

    Recovery(Segments segments) {
        this.segments = segments;
    }

    /** A place to go on writing: the offset in the segment, the next record's index there, and the chain value. */
    record Tail(int offset, int index, int chain) {
        static Tail unstarted(int chain) {
            return new Tail(SegmentHeader.BYTES, 0, chain);
        }
    }

    /** Where the next record goes, and the last sequence there is. */
    record Found(FileLayer.File file, SegmentHeader header, Tail tail, long lastSequence) {}

    /** One segment as found: its start frame's content if it has one. */
    private record Candidate(SegmentHeader header, long first, int chain) {
        boolean started() {
            return first > 0;
        }

        String name() {
            return header.fileName();
        }
    }

    Found run() throws IOException {
        var ordinals = ordinals();
        if (ordinals.isEmpty()) {
            segments.identity(segments.layer().identity());
            segments.prepare(1).close();
            ordinals = List.of(1L);
        }
        var candidates = new ArrayList<Candidate>();
        for (long ordinal : ordinals) {
            candidates.add(examine(ordinal, candidates));
        }
        int last = candidates.size() - 1;
        while (last >= 0 && !candidates.get(last).started()) {
            clear(candidates.get(last));
            last--;
        }
        candidates.subList(0, last + 1).forEach(this::admit);
        return last < 0 ? fresh(candidates.getFirst()) : resume(candidates, last);
    }

    private List<Long> ordinals() throws IOException {
        var ordinals = new ArrayList<Long>();
        for (String name : segments.layer().list(segments.directory())) {
            if (name.endsWith(Segments.TEMPORARY)) {
                segments.layer().delete(segments.path(name));
            } else if (name.endsWith(Segments.SUFFIX)) {
                ordinals.add(ordinal(name));
            }
        }
        // A name seen here may be one that a killed process had no time to make durable.
        segments.layer().syncDirectory(segments.directory());
        ordinals.sort(null);
        for (int i = 1; i < ordinals.size(); i++) {
            long expected = ordinals.get(i - 1) + 1;
            if (ordinals.get(i) != expected) {
                throw new CorruptionException(SegmentHeader.fileName(expected), 0, 0, "the segment is missing");
            }
        }
        return ordinals;
    }

    private static long ordinal(String name) {
        try {
            return Long.parseLong(name.substring(0, name.length() - Segments.SUFFIX.length()));
        } catch (NumberFormatException _) {
            throw new CorruptionException(name, 0, 0, "not a segment's name");
        }
    }

    private Candidate examine(long ordinal, List<Candidate> before) throws IOException {
        String name = SegmentHeader.fileName(ordinal);
        try (var file = segments.open(ordinal)) {
            var header = segments.header(file, name);
            if (before.isEmpty()) {
                segments.identity(header.identity());
            }
            if (header.ordinal() != ordinal || header.identity() != segments.identity()) {
                throw new CorruptionException(name, 0, 0, "the header belongs to another segment or journal");
            }
            long size = file.size();
            if (size != header.segmentBytes()) {
                String problem = "the file has %d bytes instead of %d".formatted(size, header.segmentBytes());
                throw new CorruptionException(name, Math.min(size, header.segmentBytes()), 0, problem);
            }
            var cursor = new FrameCursor(file, header);
            if (!cursor.at(SegmentHeader.BYTES) || cursor.kind() != Frame.Kind.START) {
                return new Candidate(header, 0, 0);
            }
            var payload = cursor.payload();
            return new Candidate(header, payload.getLong(), payload.getInt());
        }
    }

    private void admit(Candidate candidate) {
        var known = segments.started();
        if (!candidate.started()) {
            throw new CorruptionException(candidate.name(), SegmentHeader.BYTES, 0, "no sound start frame");
        }
        if (!known.isEmpty() && candidate.first() < known.getLast().firstSequence()) {
            throw new CorruptionException(
                    candidate.name(), SegmentHeader.BYTES, candidate.first(), "the first sequence goes backwards");
        }
        segments.add(new Segments.Started(candidate.header().ordinal(), candidate.first()));
    }

    private Found fresh(Candidate first) throws IOException {
        if (first.header().ordinal() != 1) {
            String missing = SegmentHeader.fileName(first.header().ordinal() - 1);
            throw new CorruptionException(missing, 0, 0, "the segment is missing");
        }
        return new Found(segments.open(1), first.header(), Tail.unstarted(0), 0);
    }

    private Found resume(List<Candidate> candidates, int last) throws IOException {
        var candidate = candidates.get(last);
        long ordinal = candidate.header().ordinal();
        Scan scan;
        try (var file = segments.open(ordinal)) {
            scan = new Scan(candidate, file);
            scan.secure();
        }
        long lastSequence = candidate.first() + scan.index - 1;
        if (!scan.ended) {
            return new Found(segments.open(ordinal), candidate.header(), scan.tail(), lastSequence);
        }
        if (last + 1 == candidates.size()) {
            String missing = SegmentHeader.fileName(ordinal + 1);
            throw new CorruptionException(missing, 0, lastSequence + 1, "the segment is missing");
        }
        var next = candidates.get(last + 1).header();
        return new Found(segments.open(next.ordinal()), next, Tail.unstarted(scan.chain), lastSequence);
    }

    private void clear(Candidate unstarted) throws IOException {
        try (var file = segments.open(unstarted.header().ordinal())) {
            blank(unstarted, file, SegmentHeader.BYTES, 0);
        }
    }

    /** Zeros everything from {@code offset} on, unless it proves that durable records were there. */
    private static void blank(Candidate candidate, FileLayer.File file, int offset, int index) throws IOException {
        var cursor = new FrameCursor(file, candidate.header());
        String problem = cursor.at(offset) ? "records behind the end of the log" : cursor.problem();
        if (cursor.provesSynced(offset, index)) {
            throw new CorruptionException(candidate.name(), offset, candidate.first() + index, problem);
        }
        // A seal stays: until the next append it proves what lies before it.
        int from = cursor.at(offset) && cursor.kind() == Frame.Kind.SEAL ? cursor.end() : offset;
        if (!cursor.blankFrom(from)) {
            Segments.zero(file, from, candidate.header().segmentBytes());
            file.sync(true);
        }
    }

    /** A walk over the last segment's frames. */
    private static final class Scan {
        private final Candidate candidate;
        private final FileLayer.File file;
        private int offset = SegmentHeader.BYTES;
        private int run = offset; // where the frames of the last sync begin
        private int index;
        private int chain;
        private boolean ended;

        Scan(Candidate candidate, FileLayer.File file) throws IOException {
            this.candidate = candidate;
            this.file = file;
            this.chain = candidate.chain();
            var cursor = new FrameCursor(file, candidate.header());
            while (!ended && cursor.at(offset) && expected(cursor)) {
                // The start frame has no sync of its own; it shares the first record's.
                if (cursor.lag() == 1 && index > 0) {
                    run = offset;
                }
                if (cursor.kind() == Frame.Kind.RECORD) {
                    index++;
                }
                chain = Frame.chain(chain, cursor.checksum());
                ended = cursor.kind() == Frame.Kind.END;
                offset = cursor.end();
            }
        }

        private boolean expected(FrameCursor cursor) {
            boolean first = offset == SegmentHeader.BYTES;
            return cursor.index() == index
                    && first == (cursor.kind() == Frame.Kind.START)
                    && cursor.kind() != Frame.Kind.SEAL;
        }

        Tail tail() {
            return new Tail(offset, index, chain);
        }

        /**
         * Writes the frames of the last sync once more and syncs them: their writer may have died before its sync, or
         * its sync may have failed and left the pages looking clean, and the caller is about to build on them.
         */
        void secure() throws IOException {
            if (!ended) {
                blank(candidate, file, offset, index);
            }
            var copy = ByteBuffer.allocate(Math.min(COPY_BYTES, offset - run));
            for (int at = run; at < offset; at += copy.capacity()) {
                copy.clear().limit(Math.min(copy.capacity(), offset - at));
                file.read(copy, at);
                file.write(copy.flip(), at);
            }
            file.sync(true);
        }
    }
}
