package dev.quintet.tools.verify;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.SegmentedLog;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Derives balances, nonces, holds, supplies and roots from a wallet's log once more, with code of its own: it knows the
 * format and the rules, and shares nothing with the wallet. Stops at the first contradiction.
 */
final class WalletVerifier {
    private static final int ISSUE = 1;
    private static final int TRANSFER = 2;
    private static final int BURN = 3;
    private static final int HOLD = 4;
    private static final int CAPTURE = 5;
    private static final int RELEASE = 6;
    private static final int EXPIRE = 7;

    private record Hold(String account, String asset, BigInteger amount, long expiresAt) {}

    private final List<String> accounts = new ArrayList<>(List.of(""));
    private final List<String> assets = new ArrayList<>(List.of(""));
    private final Set<String> known = new HashSet<>();
    private final Map<String, BigInteger> totals = new HashMap<>();
    private final Map<String, BigInteger> held = new HashMap<>();
    private final Map<String, Long> nonces = new HashMap<>();
    private final Map<String, Long> newest = new HashMap<>();
    private final Map<Long, Hold> holds = new HashMap<>();
    private final Map<String, BigInteger> issued = new TreeMap<>();
    private final Map<String, BigInteger> burned = new TreeMap<>();
    private byte[] root = new byte[32];
    private long seq;
    private long time;

    /** What a log turned out to say. */
    record Report(long entries, String root, Map<String, BigInteger> circulating) {}

    /** Reads the whole log under {@code data}, which no running wallet may have open. */
    static Report verify(Path data) {
        var verifier = new WalletVerifier();
        try (var log = SegmentedLog.open(data.resolve("ledger"), JournalSettings.defaults());
                var reader = log.read(1)) {
            while (reader.next()) {
                verifier.record(reader.record());
            }
        }
        return verifier.report();
    }

    void record(ByteBuffer record) {
        require(record.getLong() == seq + 1, "a record does not continue the numbers");
        while (record.hasRemaining()) {
            entry(record);
        }
    }

    Report report() {
        var circulating = new TreeMap<String, BigInteger>();
        issued.forEach((asset, amount) ->
                circulating.put(asset, amount.subtract(burned.getOrDefault(asset, BigInteger.ZERO))));
        var sums = new TreeMap<String, BigInteger>();
        totals.forEach((owner, total) -> {
            require(total.signum() >= 0, "a negative balance: " + owner);
            require(
                    total.compareTo(held.getOrDefault(owner, BigInteger.ZERO)) >= 0,
                    "more held than there is: " + owner);
            sums.merge(owner.substring(owner.indexOf(' ') + 1), total, BigInteger::add);
        });
        require(sums.equals(circulating), "balances do not add up to the supply");
        return new Report(seq, "b3:" + HexFormat.of().formatHex(root), circulating);
    }

    private void entry(ByteBuffer in) {
        seq++;
        int start = in.position();
        int first = in.get() & 0xFF;
        int keyLength = in.get() & 0xFF;
        int memoLength = in.getShort() & 0xFFFF;
        int asset = in.getInt();
        int from = in.getInt();
        int to = in.getInt();
        var amount = unsigned(in);
        long number = in.getLong();
        long at = in.getLong();
        byte[] txid = bytes(in, 16);
        long previousFrom = in.getLong();
        long last = in.getLong();
        String key = text(in, keyLength);
        String memo = text(in, memoLength);
        if ((first & 0x80) != 0) {
            introduce("asset ", assets, asset, text(in, in.getShort() & 0xFFFF));
        }
        if ((first & 0x40) != 0) {
            introduce("account ", accounts, to, text(in, in.getShort() & 0xFFFF));
        }
        checkRoot(in, start);
        require(at >= time, "time goes back");
        time = at;
        var entry = new Line(first & 0x3F, accounts.get(from), accounts.get(to), assets.get(asset), amount, number);
        checkLinks(entry, previousFrom, last);
        checkName(entry, txid, key, memo, last);
        apply(entry, last);
    }

    /** An entry's meaning. */
    private record Line(int op, String from, String to, String asset, BigInteger amount, long number) {
        String debited() {
            return from + " " + asset;
        }

        String credited() {
            return to + " " + asset;
        }
    }

    private void checkRoot(ByteBuffer in, int start) {
        int end = in.position();
        byte[] chained = Arrays.copyOf(root, 32 + end - start);
        in.get(start, chained, 32, end - start);
        byte[] stated = bytes(in, 32);
        require(Arrays.equals(Blake3.hash(chained), stated), "the root does not follow from the one before");
        root = stated;
    }

    private void checkLinks(Line entry, long previousFrom, long last) {
        if (!entry.from().isEmpty()) {
            require(
                    previousFrom == newest.getOrDefault(entry.debited(), 0L),
                    "the link to the debited balance is wrong");
        }
        if (!entry.to().isEmpty() && entry.op() != HOLD) {
            require(last == newest.getOrDefault(entry.credited(), 0L), "the link to the credited balance is wrong");
        }
        if (!entry.from().isEmpty()) {
            newest.put(entry.debited(), seq);
        }
        if (!entry.to().isEmpty()) {
            newest.put(entry.credited(), seq);
        }
    }

    /** The transaction's name is the digest of the request, which the entry repeats in full. */
    private void checkName(Line entry, byte[] txid, String key, String memo, long last) {
        var request = ByteBuffer.allocate(2_048).put((byte) 'r').put((byte) entry.op());
        if (entry.op() == EXPIRE) {
            request.putLong(entry.number());
        } else {
            put(request, entry.op() == ISSUE ? entry.asset() : entry.from());
            put(request, key);
            put(request, entry.to());
            put(request, entry.asset());
            byte[] amount = entry.op() == RELEASE ? new byte[16] : fixed(entry.amount());
            request.put(amount).putLong(entry.number());
            request.putLong(entry.op() == HOLD ? (last - time) / 1000 : 0);
            put(request, memo);
        }
        byte[] digest = Blake3.hash(request.array(), 0, request.position());
        require(Arrays.equals(Arrays.copyOf(digest, 16), txid), "the txid is not the digest of the request");
    }

    private void apply(Line entry, long last) {
        if (entry.op() == TRANSFER || entry.op() == BURN || entry.op() == HOLD) {
            require(entry.number() == nonces.getOrDefault(entry.from(), 0L) + 1, "the nonce is not the next");
            nonces.put(entry.from(), entry.number());
        }
        switch (entry.op()) {
            case ISSUE -> issued.merge(entry.asset(), entry.amount(), BigInteger::add);
            case TRANSFER -> {}
            case BURN -> burned.merge(entry.asset(), entry.amount(), BigInteger::add);
            case HOLD -> {
                holds.put(seq, new Hold(entry.from(), entry.asset(), entry.amount(), last));
                held.merge(entry.debited(), entry.amount(), BigInteger::add);
            }
            case CAPTURE, RELEASE, EXPIRE -> end(entry);
            default -> throw new VerificationException(seq, "an unknown operation");
        }
        if (entry.op() == TRANSFER || entry.op() == BURN || entry.op() == CAPTURE) {
            totals.merge(entry.debited(), entry.amount().negate(), BigInteger::add);
        }
        if (entry.op() == ISSUE || entry.op() == TRANSFER || entry.op() == CAPTURE) {
            totals.merge(entry.credited(), entry.amount(), BigInteger::add);
        }
        if (!entry.from().isEmpty()) {
            var available = totals.getOrDefault(entry.debited(), BigInteger.ZERO)
                    .subtract(held.getOrDefault(entry.debited(), BigInteger.ZERO));
            require(available.signum() >= 0, "more was spent than was available");
        }
    }

    private void end(Line entry) {
        var hold = holds.remove(entry.number());
        if (hold == null) {
            throw new VerificationException(seq, "no such hold");
        }
        require(hold.account().equals(entry.from()) && hold.asset().equals(entry.asset()), "no such hold");
        require(entry.op() != EXPIRE || time >= hold.expiresAt(), "a hold expired early");
        require(entry.amount().compareTo(hold.amount()) <= 0, "more was captured than was held");
        held.merge(entry.debited(), hold.amount().negate(), BigInteger::add);
    }

    private void introduce(String kind, List<String> names, int number, String name) {
        boolean unknown = known.add(kind + name);
        require(number == names.size() && unknown, "a name is introduced twice or out of order");
        names.add(name);
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new VerificationException(seq, otherwise);
        }
    }

    private static BigInteger unsigned(ByteBuffer in) {
        return new BigInteger(1, bytes(in, 16));
    }

    private static byte[] fixed(BigInteger amount) {
        byte[] minimal = amount.toByteArray();
        byte[] fixed = new byte[16];
        int skip = Math.max(0, minimal.length - 16);
        System.arraycopy(minimal, skip, fixed, 16 - (minimal.length - skip), minimal.length - skip);
        return fixed;
    }

    private static void put(ByteBuffer out, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.putShort((short) encoded.length).put(encoded);
    }

    private static String text(ByteBuffer in, int length) {
        return new String(bytes(in, length), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
