package dev.quintet.storage.api;

import dev.quintet.shared.content.Blake3Tree;
import dev.quintet.storage.api.stream.Pieces;
import dev.quintet.storage.domain.ObjectReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A manifest as JSON, a thousand chaining values at a time: that of a large object is megabytes. */
final class ManifestPieces implements Pieces {
    /** Some 64 KiB of text. */
    private static final int CVS_PER_PIECE = 960;

    private static final HexFormat HEX = HexFormat.of();

    private final ObjectReader reader;
    private final byte[] cvs;
    private final int groups;
    private int next;

    /** Takes over the reader. */
    ManifestPieces(ObjectReader reader) {
        this.reader = reader;
        this.cvs = reader.tree().cvs();
        this.groups = reader.tree().groups();
    }

    @Override
    public int left() {
        return (groups - next + CVS_PER_PIECE - 1) / CVS_PER_PIECE;
    }

    @Override
    public ByteBuffer next() {
        var text = new StringBuilder();
        if (next == 0) {
            var info = reader.info();
            text.append("{\"address\":\"").append(info.address());
            text.append("\",\"size\":").append(info.size());
            text.append(",\"chunk_size\":").append(Blake3Tree.GROUP_BYTES);
            text.append(",\"durability\":\"").append(info.durability());
            text.append("\",\"chunks\":[");
        }
        int end = Math.min(groups, next + CVS_PER_PIECE);
        for (; next < end; next++) {
            int at = next * Blake3Tree.CV_BYTES;
            text.append(next == 0 ? "\"" : ",\"");
            HEX.formatHex(text, cvs, at, at + Blake3Tree.CV_BYTES).append('"');
        }
        if (next == groups) {
            text.append("]}");
        }
        return ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        reader.close();
    }
}
