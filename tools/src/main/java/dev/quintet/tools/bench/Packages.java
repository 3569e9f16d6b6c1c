package dev.quintet.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Peers that come as packages of the distribution. They are installed only when a benchmark asks and the user is root. */
public final class Packages {
    private static final long INSTALL_MINUTES = 10;

    private Packages() {}

    /** True when the command is there, now or after installing the package; otherwise says in one line that the peer is left out. */
    public static boolean ensure(String command, String packageName, Consumer<String> say)
            throws IOException, InterruptedException {
        if (onPath(command)) {
            return true;
        }
        if (!"root".equals(System.getProperty("user.name")) || !onPath("apt-get")) {
            say.accept(command + " is left out: it is not installed, and only root with apt-get may install it here");
            return false;
        }
        say.accept("installing " + packageName + " for the comparison");
        if (run(List.of("apt-get", "install", "-y", "-qq", packageName)) && onPath(command)) {
            return true;
        }
        say.accept(command + " is left out: installing " + packageName + " failed");
        return false;
    }

    private static boolean run(List<String> command) throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        Process process = builder.start();
        return process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES) && process.exitValue() == 0;
    }

    private static boolean onPath(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(folder -> Path.of(folder, command))
                .anyMatch(Files::isExecutable);
    }
}
