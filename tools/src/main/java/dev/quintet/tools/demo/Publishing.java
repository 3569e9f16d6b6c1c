package dev.quintet.tools.demo;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Two tenants publish files by their hash, and the world reads them. */
final class Publishing implements Demo.Chapter {
    private static final int LINES = 4_000;

    private final RunningSystem system;
    private final Narrator narrator;
    private final Story story;

    Publishing(RunningSystem system, Narrator narrator, Story story) {
        this.system = system;
        this.narrator = narrator;
        this.story = story;
    }

    @Override
    public void tell() throws IOException {
        narrator.chapter("Two tenants publish content through the gateway");
        system.introduce(
                "alice",
                List.of("storage:write", "wallet:read", "wallet:transfer"),
                new Caveat.TenantIs("t-alice"),
                new Caveat.AccountIs(Story.ALICE));
        system.introduce(
                "bob",
                List.of("storage:write", "wallet:read", "wallet:transfer"),
                new Caveat.TenantIs("t-bob"),
                new Caveat.AccountIs(Story.BOB));
        publish("alice", "a poem");
        publish("bob", "a recipe");
        narrator.good("An object's name is the hash of its bytes: nobody can serve something else under it.");

        narrator.chapter("Readers fetch it; the gateway meters who used what");
        int reads = 0;
        for (String path : story.objects.keySet()) {
            system.call("", Call.get(system.door(path)), 200);
            for (int i = 0; i < 20; i++) {
                var response = system.quietly(i % 2 == 0 ? "alice" : "bob", Call.get(system.door(path)));
                if (response.statusCode() != 200) {
                    throw new DemoFailure("a read was answered " + response.statusCode());
                }
                reads++;
            }
        }
        narrator.good((reads + story.objects.size()) + " reads served, every byte verified before it left.");
    }

    private void publish(String person, String what) throws IOException {
        byte[] bytes = (what + " of " + person + ", told " + story.suffix + " times\n")
                .repeat(LINES)
                .getBytes(StandardCharsets.UTF_8);
        Path file = system.data().resolve("demo").resolve(person + ".txt");
        Files.write(file, bytes);
        String path = "/o/" + ContentAddress.of(Blake3.hash(bytes), 0);
        system.call(person, Call.send("PUT", system.door(path), bytes, "@" + file), 200, 201);
        story.objects.put(path, bytes);
    }
}
