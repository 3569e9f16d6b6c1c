package dev.quintet.shared.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A document of which one part is written by the code: what stands between {@code <!-- generated -->} and
 * {@code <!-- end -->}. Run the test with {@code -Dquintet.docs.write=true} to bring it up to date.
 */
public final class GoldenDoc {
    private static final String START = "<!-- generated -->\n";
    private static final String END = "<!-- end -->";

    private GoldenDoc() {}

    /** The folder of the repository, whichever module the test runs in. */
    public static Path root() {
        return Path.of(System.getProperty("quintet.root", ".."))
                .toAbsolutePath()
                .normalize();
    }

    /** Fails when the document's generated part is not {@code expected}. */
    public static void check(String document, String expected) {
        Path file = root().resolve(document);
        try {
            String text = Files.readString(file);
            int start = text.indexOf(START);
            int end = text.indexOf(END);
            assertThat(start >= 0 && end > start)
                    .as("%s has the markers %s and %s", document, START.strip(), END)
                    .isTrue();
            if (Boolean.getBoolean("quintet.docs.write")) {
                Files.writeString(file, text.substring(0, start) + START + expected + text.substring(end));
                return;
            }
            assertThat(text.substring(start + START.length(), end))
                    .as("%s drifted from the code; run the test with -Dquintet.docs.write=true", document)
                    .isEqualTo(expected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
