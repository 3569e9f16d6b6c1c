package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.Durability;
import dev.quintet.storage.domain.Upload;
import dev.quintet.storage.store.UploadRecords.Begin;
import dev.quintet.storage.store.UploadRecords.Part;
import java.io.ByteArrayOutputStream;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One upload as its records tell it, in whatever order they come and however often. Whoever changes it holds {@link #busy};
 * what others see is replaced as a whole.
 */
final class UploadState {
    private record Stamped<T>(T value, long stamp) {}

    /** Everything others may look at. */
    private static final class View {
        private final @Nullable Upload upload;
        private final byte[] cvs;
        private final byte[] tail;
        private final boolean ended;

        View(@Nullable Upload upload, byte[] cvs, byte[] tail, boolean ended) {
            this.upload = upload;
            this.cvs = cvs;
            this.tail = tail;
            this.ended = ended;
        }

        @Nullable
        Upload upload() {
            return upload;
        }

        byte[] cvs() {
            return cvs;
        }

        byte[] tail() {
            return tail;
        }

        boolean ended() {
            return ended;
        }
    }

    final AtomicBoolean busy = new AtomicBoolean();
    private @Nullable Stamped<Begin> begin;
    private @Nullable Stamped<Optional<ContentAddress>> end;
    private final NavigableMap<Long, Stamped<Part>> parts = new TreeMap<>();
    private volatile View view = new View(null, new byte[0], new byte[0], false);

    void begun(Begin told, long stamp) {
        var known = begin;
        if (known == null || known.stamp() <= stamp) {
            begin = new Stamped<>(told, stamp);
            refresh();
        }
    }

    void part(Part told, long stamp) {
        parts.merge(
                told.start(), new Stamped<>(told, stamp), (one, other) -> one.stamp() > other.stamp() ? one : other);
        refresh();
    }

    void ended(Optional<ContentAddress> result, long stamp) {
        var known = end;
        if (known == null || known.stamp() <= stamp) {
            end = new Stamped<>(result, stamp);
            refresh();
        }
    }

    /** As far as it is durable; null when its beginning is not known (yet). */
    @Nullable
    Upload upload() {
        return view.upload();
    }

    /** Whether it takes no more bytes. */
    boolean over() {
        return view.ended();
    }

    /** The chunks it has stored, which nobody else may refer to. */
    byte[] cvs() {
        return view.ended() ? new byte[0] : view.cvs();
    }

    byte[] tail() {
        return view.tail();
    }

    Durability durability() {
        var known = begin;
        if (known == null) {
            throw new IllegalStateException("an upload without a beginning");
        }
        return known.value().durability();
    }

    private void refresh() {
        var cvs = new ByteArrayOutputStream();
        byte[] tail = {};
        long offset = 0;
        // A part without bytes would lead back to itself.
        for (var next = parts.get(0L); next != null && next.value().end() > offset; next = parts.get(offset)) {
            cvs.writeBytes(next.value().cvs());
            tail = next.value().tail();
            offset = next.value().end();
        }
        var known = begin;
        var over = end;
        Upload upload = null;
        if (known != null) {
            var told = known.value().upload();
            upload = new Upload(
                    told.id(),
                    told.owner(),
                    told.length(),
                    offset,
                    told.metadata(),
                    told.expected(),
                    told.created(),
                    told.expires(),
                    over == null ? Optional.empty() : over.value());
        }
        view = new View(upload, cvs.toByteArray(), tail, over != null);
    }
}
