package dev.quintet.shared.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWatchTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = Files.writeString(folder.resolve("watched"), "a");
    }

    @Test
    void nothingChangedIsNoChange() {
        var watch = new FileWatch(file);

        assertThat(watch.changed()).isFalse();
        assertThat(watch.changed()).isFalse();
    }

    @Test
    void aChangeCountsOnceWhenItStandsStill() throws IOException {
        var watch = new FileWatch(file);
        Files.writeString(file, "ab");
        assertThat(watch.changed()).isFalse();
        Files.writeString(file, "abc");
        assertThat(watch.changed()).as("still being written").isFalse();

        assertThat(watch.changed()).isTrue();
        assertThat(watch.changed()).isFalse();
    }

    @Test
    void aFileMovedIntoPlaceIsAChangeEvenWithTheSameSizeAndTime() throws IOException {
        var watch = new FileWatch(file);
        Path other = Files.writeString(folder.resolve("other"), "b");
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        watch.changed();

        assertThat(watch.changed()).isTrue();
    }

    @Test
    void aFileThatGoesAwayAndComesBackIsTwoChanges() throws IOException {
        var watch = new FileWatch(file);
        Files.delete(file);
        watch.changed();
        assertThat(watch.changed()).isTrue();
        Files.writeString(file, "back");
        watch.changed();

        assertThat(watch.changed()).isTrue();
    }
}
