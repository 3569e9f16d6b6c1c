package dev.quintet.rewarder.client;

import dev.quintet.rewarder.domain.run.Payment;
import dev.quintet.shared.content.Blake3;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The name the wallet gives a payment: a digest of the request, so it can be asked for without having seen the receipt. */
final class Txid {
    private static final int BYTES = 16;
    private static final byte ISSUE = 1;
    private static final byte TRANSFER = 2;

    private Txid() {}

    static String of(Payment payment) {
        boolean issue = payment.from().isEmpty();
        var request = ByteBuffer.allocate(1_024).put((byte) 'r').put(issue ? ISSUE : TRANSFER);
        put(request, issue ? payment.asset() : payment.from());
        put(request, payment.key());
        put(request, payment.to());
        put(request, payment.asset());
        request.putLong(payment.amount().hi()).putLong(payment.amount().lo());
        request.putLong(payment.nonce()).putLong(0);
        put(request, ""); // no memo
        byte[] digest = Blake3.hash(request.array(), 0, request.position());
        return "tx_" + HexFormat.of().formatHex(digest, 0, BYTES);
    }

    private static void put(ByteBuffer out, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.putShort((short) encoded.length).put(encoded);
    }
}
