package dev.quintet.tools.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document whose commands are run as its reader would: every {@code sh} block in order, in one shell, in a checkout.
 * Each line of a {@code text} block behind a command must be found in what the command printed; {@code …} stands for
 * anything. Ports are moved to the sandbox's, and nothing else is changed.
 */
final class DocScript {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh|text)\\n(.*?)^```$");
    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:([89])08([0-4])");
    private static final String MARK = "@@block ";

    private final List<String> commands = new ArrayList<>();
    private final List<List<String>> expectations = new ArrayList<>();

    DocScript(Path document) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(document));
        while (block.find()) {
            if (block.group(1).equals("sh")) {
                commands.add(block.group(2));
                expectations.add(List.of());
            } else if (!commands.isEmpty()) {
                expectations.set(
                        expectations.size() - 1,
                        block.group(2).lines().filter(line -> !line.isBlank()).toList());
            }
        }
    }

    int size() {
        return commands.size();
    }

    /** Runs all blocks; fails with the block, its output and what was missing in it. */
    void runIn(ScriptSandbox sandbox) throws Exception {
        Path script = sandbox.data().resolveSibling("document.sh");
        Files.writeString(script, text(sandbox.portBase()));
        ScriptSandbox.Result result = sandbox.runInside("bash", script.toString());
        List<String> outputs = List.of(result.text().split("(?m)^" + MARK + "\\d+\\n", -1));
        int reached = outputs.size() - 1;
        assertThat(result.status())
                .as("block %d: %s\nprinted: %s", reached, commands.get(Math.max(0, reached - 1)), outputs.getLast())
                .isZero();
        for (int i = 0; i < commands.size(); i++) {
            for (String line : expectations.get(i)) {
                String pattern = "(?s).*" + Pattern.quote(line.strip()).replace("…", "\\E.*?\\Q") + ".*";
                assertThat(outputs.get(i + 1))
                        .as("what this prints: %s", commands.get(i))
                        .matches(pattern);
            }
        }
    }

    private String text(int portBase) {
        var text = new StringBuilder("set -eu -o pipefail\n");
        for (int i = 0; i < commands.size(); i++) {
            // On a line of its own, also behind an answer that does not end its last one.
            text.append("printf '\\n").append(MARK).append(i).append("\\n'\n").append(commands.get(i));
        }
        return PORT.matcher(text)
                .replaceAll(port -> "127.0.0.1:"
                        + (portBase + (port.group(1).equals("9") ? 1000 : 0) + Integer.parseInt(port.group(2))));
    }
}
