package dev.quintet.shared.capability.token;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Version 2: a version byte, then fields of a type byte, a length as a varint and the value; a zero byte ends a
 * section.
 */
final class FieldsV2 {
    static final byte VERSION = 2;

    private static final int END = 0;
    private static final int LOCATION = 1;
    private static final int IDENTIFIER = 2;
    private static final int VERIFICATION = 4;
    private static final int SIGNATURE = 6;

    private final byte[] fields;
    private int position = 1;

    private FieldsV2(byte[] fields) {
        this.fields = fields;
    }

    static byte[] write(Macaroon macaroon) {
        var out = new ByteArrayOutputStream();
        out.write(VERSION);
        write(out, LOCATION, TokenText.bytes(Macaroon.LOCATION));
        write(out, IDENTIFIER, TokenText.bytes(macaroon.identifier()));
        out.write(END);
        for (String caveat : macaroon.caveats()) {
            write(out, IDENTIFIER, TokenText.bytes(caveat));
            out.write(END);
        }
        out.write(END);
        write(out, SIGNATURE, macaroon.signature());
        return out.toByteArray();
    }

    static Macaroon read(byte[] fields) {
        return new FieldsV2(fields).read();
    }

    private Macaroon read() {
        var parts = new TokenParts(TokenFormat.V2);
        parts.location(value(LOCATION));
        parts.identifier(value(IDENTIFIER));
        end();
        while (next() != END) {
            if (next() == LOCATION) {
                throw new RefusedTokenException(Refusal.THIRD_PARTY);
            }
            parts.caveat(value(IDENTIFIER));
            if (next() == VERIFICATION) {
                throw new RefusedTokenException(Refusal.THIRD_PARTY);
            }
            end();
        }
        end();
        byte[] signature = value(SIGNATURE);
        check(position == fields.length);
        return parts.signed(signature);
    }

    private byte[] value(int type) {
        check(next() == type);
        position++;
        int length = varint();
        check(length <= fields.length - position);
        position += length;
        return Arrays.copyOfRange(fields, position - length, position);
    }

    private void end() {
        check(next() == END);
        position++;
    }

    private int next() {
        check(position < fields.length);
        return fields[position];
    }

    /** Two bytes hold any length that fits a token; a needless second byte is refused. */
    private int varint() {
        int low = next();
        position++;
        if (low >= 0) {
            return low;
        }
        int high = next();
        position++;
        check(high > 0);
        return (low & 0x7f) | high << 7;
    }

    private static void write(ByteArrayOutputStream out, int type, byte[] value) {
        out.write(type);
        if (value.length > 0x7f) {
            out.write(value.length | 0x80);
            out.write(value.length >> 7);
        } else {
            out.write(value.length);
        }
        out.writeBytes(value);
    }

    private static void check(boolean wellFormed) {
        if (!wellFormed) {
            throw new RefusedTokenException(Refusal.MALFORMED);
        }
    }
}
