package dev.quintet.tools.verify;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** A C2SP tlog-checkpoint taken apart: what it says, and one signature over it. */
record CheckpointNote(String text, String name, String keyId, String signature) {
    private static final int KEY_ID_BYTES = 4;

    /** Anything that is not a note with exactly one signature line reads as a note that nobody signed. */
    static CheckpointNote parse(String note) {
        int end = note.indexOf("\n\n\u2014 ");
        String[] words = end < 0 ? new String[0] : note.substring(end + 4).split(" ", -1);
        if (words.length != 2 || !words[1].endsWith("\n")) {
            return new CheckpointNote("", "", "", "");
        }
        String base64 = words[1].substring(0, words[1].length() - 1);
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            if (bytes.length <= KEY_ID_BYTES
                    || !Base64.getEncoder().encodeToString(bytes).equals(base64)) {
                return new CheckpointNote("", "", "", "");
            }
            return new CheckpointNote(
                    note.substring(0, end + 1),
                    words[0],
                    HexFormat.of().formatHex(bytes, 0, KEY_ID_BYTES),
                    Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, KEY_ID_BYTES, bytes.length)));
        } catch (IllegalArgumentException e) {
            return new CheckpointNote("", "", "", "");
        }
    }

    String origin() {
        return line(0);
    }

    long size() {
        return line(1).matches("[0-9]{1,18}") ? Long.parseLong(line(1)) : -1;
    }

    String root() {
        return line(2);
    }

    /** SHA-256 over name, newline, the algorithm's byte and the key; its first four bytes. */
    static String keyId(String name, byte[] publicKey) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update((name + "\n\u0001").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(publicKey), 0, KEY_ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private String line(int number) {
        String[] lines = text.split("\n", -1);
        return lines.length == 4 ? lines[number] : "";
    }
}
