package dev.quintet.shared.capability.token;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Version 1: packets of four lower-case hex digits of length, a name, a space, the value and a newline. */
final class PacketsV1 {
    private static final int HEADER = 4;

    private final byte[] packets;
    private int position;

    private PacketsV1(byte[] packets) {
        this.packets = packets;
    }

    static byte[] write(Macaroon macaroon) {
        var out = new ByteArrayOutputStream();
        write(out, "location", TokenText.bytes(Macaroon.LOCATION));
        write(out, "identifier", TokenText.bytes(macaroon.identifier()));
        macaroon.caveats().forEach(caveat -> write(out, "cid", TokenText.bytes(caveat)));
        write(out, "signature", macaroon.signature());
        return out.toByteArray();
    }

    static Macaroon read(byte[] packets) {
        return new PacketsV1(packets).read();
    }

    private Macaroon read() {
        var parts = new TokenParts(TokenFormat.V1);
        parts.location(value("location"));
        parts.identifier(value("identifier"));
        while (nextIs("cid")) {
            parts.caveat(value("cid"));
            if (nextIs("vid")) {
                throw new RefusedTokenException(Refusal.THIRD_PARTY);
            }
        }
        byte[] signature = value("signature");
        check(position == packets.length);
        return parts.signed(signature);
    }

    private byte[] value(String name) {
        check(nextIs(name));
        int end = position + length();
        int from = position + HEADER + name.length() + 1;
        // At least the name, its space and the newline; and no further than what is there.
        check(end <= packets.length && from < end && packets[end - 1] == '\n');
        position = end;
        return Arrays.copyOfRange(packets, from, end - 1);
    }

    private boolean nextIs(String name) {
        int from = position + HEADER;
        int to = from + name.length();
        if (to >= packets.length || packets[to] != ' ') {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (packets[i] != name.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    private int length() {
        int length = 0;
        for (int i = position; i < position + HEADER; i++) {
            byte c = packets[i];
            check((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
            length = length << 4 | Character.digit(c, 16);
        }
        return length;
    }

    private static void write(ByteArrayOutputStream out, String name, byte[] value) {
        // Four digits hold any packet that fits a token.
        int length = HEADER + name.length() + 1 + value.length + 1;
        out.writeBytes("%04x%s ".formatted(length, name).getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(value);
        out.write('\n');
    }

    private static void check(boolean wellFormed) {
        if (!wellFormed) {
            throw new RefusedTokenException(Refusal.MALFORMED);
        }
    }
}
