package dev.quintet.wallet.domain;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays. */
public final class Bytes {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private Bytes() {}

    public static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    public static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    public static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    public static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    public static int getShort(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
    }

    public static void putShort(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >>> 8);
        bytes[at + 1] = (byte) value;
    }
}
