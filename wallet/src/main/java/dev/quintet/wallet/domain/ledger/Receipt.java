package dev.quintet.wallet.domain.ledger;

import dev.quintet.shared.content.Blake3;
import dev.quintet.wallet.domain.Op;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;

/**
 * What a caller keeps: canonical JSON (RFC 8785) made from the entry alone, so it is the same bytes whenever it is
 * asked for. Members are written in their canonical order; every value is plain ASCII that needs no escape.
 */
public final class Receipt {
    private static final HexFormat HEX = HexFormat.of();

    private Receipt() {}

    /** The receipt's JSON with its hash. */
    public static byte[] bytes(Posting posting) {
        String front = front(posting);
        String back = back(posting);
        byte[] unsealed = (front + back).getBytes(StandardCharsets.US_ASCII);
        String hash = HEX.formatHex(Blake3.hash(unsealed));
        return (front + "\"receipt_hash\":\"b3:" + hash + "\"," + back).getBytes(StandardCharsets.US_ASCII);
    }

    /** The public name of the hold that entry {@code seq} placed. */
    public static String holdId(long seq) {
        return "hold_" + HEX.toHexDigits(seq);
    }

    /** The public name of a root. */
    public static String rootId(byte[] root) {
        return "b3:" + HEX.formatHex(root);
    }

    /** The members whose names sort before {@code receipt_hash}. */
    private static String front(Posting posting) {
        Entry entry = posting.entry();
        Op op = entry.op();
        var json = new StringBuilder(384).append('{');
        text(json, "amount_minor", entry.amount().toString());
        text(json, "asset", posting.asset());
        text(json, "from", posting.from());
        text(json, "hold_id", holdOf(entry));
        text(json, "idem", entry.key());
        text(json, "ledger_root", rootId(entry.root()));
        if (op.numbered()) {
            number(json, "nonce", entry.number());
        }
        text(json, "op", op.wire());
        return json.toString();
    }

    /** Those that sort behind it. */
    private static String back(Posting posting) {
        Entry entry = posting.entry();
        var json = new StringBuilder(160);
        number(json, "seq", entry.seq());
        text(json, "to", posting.to());
        text(json, "ts", Instant.ofEpochMilli(entry.at()).toString());
        text(json, "txid", "tx_" + entry.txid());
        json.setCharAt(json.length() - 1, '}');
        return json.toString();
    }

    private static String holdOf(Entry entry) {
        return switch (entry.op()) {
            case HOLD -> holdId(entry.seq());
            case CAPTURE, RELEASE, EXPIRE -> holdId(entry.number());
            case ISSUE, TRANSFER, BURN -> "";
        };
    }

    private static void text(StringBuilder json, String name, String value) {
        if (!value.isEmpty()) {
            json.append('"').append(name).append("\":\"").append(value).append("\",");
        }
    }

    private static void number(StringBuilder json, String name, long value) {
        json.append('"').append(name).append("\":").append(value).append(',');
    }
}
