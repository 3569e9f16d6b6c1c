package dev.quintet.shared.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a file changed and then stood still for one look, so that a half-written one is not taken up. Looking beats
 * a WatchService here: it follows the links by which Kubernetes swaps a mounted file, and needs no thread. Used by one
 * thread at a time.
 */
final class FileWatch {
    /** {@code key} is the inode where there is one: a file replaced within a clock tick still differs. */
    private record Stamp(
            FileTime modified, long size, @Nullable Object key) {
        static final Stamp MISSING = new Stamp(FileTime.fromMillis(0), -1, null);
    }

    private final Path path;
    private Stamp taken;
    private Stamp seen;

    FileWatch(Path path) {
        this.path = path;
        this.taken = look();
        this.seen = taken;
    }

    /** True once for each change, when two looks in a row agree on it; a file that went away is a change too. */
    boolean changed() {
        Stamp now = look();
        boolean still = now.equals(seen);
        seen = now;
        if (!still || now.equals(taken)) {
            return false;
        }
        taken = now;
        return true;
    }

    private Stamp look() {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), Objects.toString(attributes.fileKey()));
        } catch (IOException _) {
            return Stamp.MISSING;
        }
    }
}
