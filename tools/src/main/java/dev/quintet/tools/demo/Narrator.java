package dev.quintet.tools.demo;

import java.io.PrintStream;

/** Tells the story on the terminal: numbered chapters, the calls a reader may copy, what came back, and the verdict. */
final class Narrator {
    private static final String RESET = "\033[0m";

    private final PrintStream out;
    private final boolean colour;
    private int chapter;

    Narrator(PrintStream out, boolean colour) {
        this.out = out;
        this.colour = colour;
    }

    void chapter(String title) {
        chapter++;
        out.println();
        out.println(paint("\033[1;36m", chapter + ". " + title));
    }

    void say(String sentence) {
        out.println("   " + sentence);
    }

    /** A command that a reader can paste into a shell as it stands. */
    void call(String command) {
        out.println(paint("\033[2m", "   $ " + command));
    }

    void answer(String text) {
        out.println(paint("\033[33m", "   " + text));
    }

    void good(String sentence) {
        out.println(paint("\033[32m", "   ✓ " + sentence));
    }

    void bad(String sentence) {
        out.println(paint("\033[31m", "   ✗ " + sentence));
    }

    private String paint(String code, String text) {
        return colour ? code + text + RESET : text;
    }
}
