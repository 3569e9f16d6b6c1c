package dev.quintet.tools.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The whole loop on a running system, in the order in which value flows. Every chapter checks what it shows; the exit
 * status is 0 only when all of it was true.
 */
public final class Demo {
    private final RunningSystem system;
    private final Narrator narrator;

    Demo(RunningSystem system, Narrator narrator) {
        this.system = system;
        this.narrator = narrator;
    }

    public static void main(String[] words) {
        if (words.length != 0) {
            System.err.println("usage: ./quintet demo");
            System.exit(2);
        }
        var narrator = new Narrator(System.out, Boolean.getBoolean("quintet.colour"));
        var system = new RunningSystem(
                Path.of(System.getProperty("quintet.root")),
                Path.of(System.getenv("QUINTET_DATA")).toAbsolutePath(),
                Integer.getInteger("quintet.port-base", 8080),
                narrator);
        System.exit(new Demo(system, narrator).run());
    }

    /** The exit status: 0 when every chapter kept its promise, 1 otherwise. */
    int run() {
        var story = new Story();
        List<Chapter> chapters = List.of(
                new Publishing(system, narrator, story),
                new Governing(system, narrator, story),
                new Rewarding(system, narrator, story),
                new Breaking(system, narrator, story),
                new Verifying(system, narrator, story));
        try {
            for (Chapter chapter : chapters) {
                chapter.tell();
            }
        } catch (DemoFailure | IOException e) {
            narrator.bad(String.valueOf(e.getMessage()));
            narrator.say("The services' own words: ./quintet logs");
            return 1;
        }
        narrator.say("");
        narrator.good("Every step held. The system still runs: ./quintet status, and ./quintet down to stop it.");
        return 0;
    }

    /** One part of the story. */
    interface Chapter {
        void tell() throws IOException;
    }
}
