package dev.quintet.gateway.store;

import dev.quintet.gateway.domain.usage.Epoch;
import dev.quintet.gateway.domain.usage.Tally;
import dev.quintet.gateway.domain.usage.Terms;
import dev.quintet.gateway.domain.usage.UsageBook;
import dev.quintet.gateway.domain.usage.UsageEvent;
import dev.quintet.shared.content.ContentAddress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How events and the book lie on disk. */
final class UsageCodec {
    private static final int COUNTED = 1;
    private static final int BEGAN = 2;
    private static final int SEALED = 3;
    private static final int BOOK = 1;

    private UsageCodec() {}

    static byte[] encode(UsageEvent event) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            switch (event) {
                case UsageEvent.Counted(var tenants, var owners) -> {
                    out.writeByte(COUNTED);
                    write(out, tenants);
                    write(out, owners);
                }
                case UsageEvent.Began(Instant at, Terms ended) -> {
                    out.writeByte(BEGAN);
                    out.writeLong(at.toEpochMilli());
                    write(out, ended);
                }
                case UsageEvent.Sealed(long epoch, var address) -> {
                    out.writeByte(SEALED);
                    out.writeLong(epoch);
                    out.writeUTF(address.toString());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static UsageEvent decode(ByteBuffer record) {
        var bytes = new byte[record.remaining()];
        record.get(bytes);
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int kind = in.readByte();
            return switch (kind) {
                case COUNTED -> new UsageEvent.Counted(read(in), read(in));
                case BEGAN -> new UsageEvent.Began(Instant.ofEpochMilli(in.readLong()), terms(in));
                case SEALED -> new UsageEvent.Sealed(in.readLong(), ContentAddress.parse(in.readUTF()));
                default -> throw new IllegalStateException("a usage record of the unknown kind " + kind);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(OutputStream stream, List<UsageBook.Entry> entries) throws IOException {
        var out = new DataOutputStream(stream);
        out.writeByte(BOOK);
        out.writeInt(entries.size());
        for (UsageBook.Entry entry : entries) {
            Epoch epoch = entry.epoch();
            out.writeLong(epoch.number());
            out.writeLong(epoch.from().toEpochMilli());
            out.writeLong(epoch.until().map(Instant::toEpochMilli).orElse(-1L));
            out.writeUTF(epoch.sealed().map(ContentAddress::toString).orElse(""));
            out.writeInt(epoch.accounts());
            out.writeLong(epoch.requests());
            write(out, entry.terms());
            write(out, entry.tenants());
            write(out, entry.owners());
        }
        out.flush();
    }

    static void read(InputStream stream, UsageBook into) throws IOException {
        var in = new DataInputStream(stream);
        if (in.readByte() != BOOK) {
            throw new IllegalStateException("a usage snapshot of an unknown form");
        }
        int entries = in.readInt();
        for (int i = 0; i < entries; i++) {
            long number = in.readLong();
            var from = Instant.ofEpochMilli(in.readLong());
            long until = in.readLong();
            String sealed = in.readUTF();
            var epoch = new Epoch(
                    number,
                    from,
                    until < 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(until)),
                    sealed.isEmpty() ? Optional.empty() : Optional.of(ContentAddress.parse(sealed)),
                    in.readInt(),
                    in.readLong());
            into.restore(epoch, terms(in), read(in), read(in));
        }
    }

    private static void write(DataOutputStream out, Terms terms) throws IOException {
        out.writeUTF(terms.poolMinor());
        out.writeUTF(terms.asset());
    }

    private static Terms terms(DataInputStream in) throws IOException {
        return new Terms(in.readUTF(), in.readUTF());
    }

    private static void write(DataOutputStream out, List<Tally> tallies) throws IOException {
        out.writeInt(tallies.size());
        for (Tally tally : tallies) {
            out.writeUTF(tally.name());
            out.writeLong(tally.requests());
            out.writeLong(tally.bytesServed());
            out.writeLong(tally.bytesStored());
        }
    }

    private static List<Tally> read(DataInputStream in) throws IOException {
        int count = in.readInt();
        var tallies = new ArrayList<Tally>(Math.min(count, 1 << 16));
        for (int i = 0; i < count; i++) {
            tallies.add(new Tally(in.readUTF(), in.readLong(), in.readLong(), in.readLong()));
        }
        return tallies;
    }
}
