package dev.quintet.rewarder.domain.run;

import java.io.IOException;

/** Bytes that can be read from any place, by any number of threads. */
public interface Blob {
    long size();

    /** The bytes from {@code position}, exactly {@code length} of them. */
    byte[] read(long position, int length) throws IOException;
}
