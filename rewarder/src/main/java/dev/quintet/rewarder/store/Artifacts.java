package dev.quintet.rewarder.store;

import dev.quintet.rewarder.domain.run.Blob;
import dev.quintet.shared.content.ContentAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** The files of runs: sealed inline inputs, manifest, payouts, index, and the settlement's slots. */
public interface Artifacts {
    String MANIFEST = "run.json";
    String PAYOUTS = "payouts.ndjson";
    String INDEX = "payouts.idx";
    String INPUTS = "inputs.ndjson";

    /** A new set of files of a run, invisible until {@link Draft#commit}. */
    Draft draft(ContentAddress run) throws IOException;

    /** A file of a committed draft. */
    Optional<Blob> open(ContentAddress run, String name) throws IOException;

    /** Durably keeps inline inputs under their address. */
    void seal(ContentAddress inputs, byte[] content) throws IOException;

    Optional<Blob> sealed(ContentAddress inputs) throws IOException;

    /** The slots of a run's settlement, made when missing. */
    Slots slots(ContentAddress run, int payees) throws IOException;

    /** Files being written. Closing without {@link #commit} leaves nothing behind. */
    interface Draft extends AutoCloseable {
        OutputStream create(String name) throws IOException;

        /** Makes all files durable and visible together. */
        void commit() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** A fixed slot per payee: the state and the transaction's name. */
    interface Slots extends AutoCloseable {
        /** State byte and 16 bytes of a transaction id. */
        int BYTES = 17;

        void write(int payee, byte[] slot) throws IOException;

        byte[] read(int payee) throws IOException;

        /** Makes what was written durable. */
        void sync() throws IOException;

        @Override
        void close() throws IOException;
    }
}
