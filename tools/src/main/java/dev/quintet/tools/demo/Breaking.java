package dev.quintet.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Things break on purpose: a byte rots on disk, and the wallet is killed without warning. */
final class Breaking implements Demo.Chapter {
    private static final int NEEDLE_BYTES = 512;

    private final RunningSystem system;
    private final Narrator narrator;
    private final Story story;

    Breaking(RunningSystem system, Narrator narrator, Story story) {
        this.system = system;
        this.narrator = narrator;
        this.story = story;
    }

    @Override
    public void tell() throws IOException {
        rot();
        kill();
    }

    private void rot() throws IOException {
        narrator.chapter("A byte rots on disk");
        Map.Entry<String, byte[]> object = story.objects.entrySet().iterator().next();
        Place place = find(object.getValue());
        flip(place);
        narrator.say("Flipped one byte of " + object.getKey() + " in " + place.file() + " at " + place.offset() + ".");
        byte[] served =
                system.call("", Call.get(system.door(object.getKey())), 200).body();
        if (!Arrays.equals(served, object.getValue())) {
            throw new DemoFailure("wrong bytes were served");
        }
        narrator.good("Served correctly all the same, from a good copy, and a repair was queued.");
    }

    private void kill() throws IOException {
        narrator.chapter("The wallet is killed with kill -9");
        JsonNode before = supply();
        long pid = system.pid("wallet");
        boolean binaries = system.runsBinaries();
        narrator.call("kill -9 " + pid);
        ProcessHandle.of(pid).ifPresent(process -> {
            process.destroyForcibly();
            process.onExit().join();
        });
        int status = binaries
                ? system.script("up", "--detach", "--native", "wallet")
                : system.script("up", "--detach", "wallet");
        if (status != 0) {
            throw new DemoFailure("the wallet did not come back");
        }
        JsonNode after = supply();
        if (!before.equals(after)) {
            throw new DemoFailure("the supply was " + before + " and is " + after);
        }
        narrator.answer(after.toString());
        narrator.good("Nothing acknowledged was lost: the supply is what it was, to the last unit.");
    }

    private JsonNode supply() {
        return system.await("", Call.get(system.door("/v1/supply?asset=" + Story.ASSET)), "the wallet", answer -> true);
    }

    /** Where a copy of the object lies: its bytes are stored as they are, so they can be searched for. */
    private Place find(byte[] content) throws IOException {
        byte[] needle = Arrays.copyOf(content, NEEDLE_BYTES);
        try (var files = Files.walk(system.data().resolve("storage"))) {
            List<Path> packs = files.filter(Files::isRegularFile).toList();
            for (Path pack : packs) {
                long offset = indexOf(Files.readAllBytes(pack), needle);
                if (offset >= 0) {
                    return new Place(pack, offset + NEEDLE_BYTES / 2);
                }
            }
        }
        throw new DemoFailure("no copy of the object was found on disk");
    }

    private static long indexOf(byte[] bytes, byte[] needle) {
        for (int at = 0; at <= bytes.length - needle.length; at++) {
            if (bytes[at] == needle[0] && Arrays.equals(bytes, at, at + needle.length, needle, 0, needle.length)) {
                return at;
            }
        }
        return -1;
    }

    private static void flip(Place place) throws IOException {
        try (var channel = FileChannel.open(place.file(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, place.offset());
            one.put(0, (byte) (one.get(0) ^ 0x40)).rewind();
            channel.write(one, place.offset());
        }
    }

    private record Place(Path file, long offset) {}
}
