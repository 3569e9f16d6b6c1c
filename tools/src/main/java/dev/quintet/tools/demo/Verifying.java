package dev.quintet.tools.demo;

/** Everything is derived once more from the files alone, by code that shares nothing with the services but the formats. */
final class Verifying implements Demo.Chapter {
    private final RunningSystem system;
    private final Narrator narrator;
    private final Story story;

    Verifying(RunningSystem system, Narrator narrator, Story story) {
        this.system = system;
        this.narrator = narrator;
        this.story = story;
    }

    @Override
    public void tell() {
        narrator.chapter("Anyone can verify all of it");
        narrator.say("The payouts, recomputed from the sealed files with plain SQL:");
        verify("rewarder", story.epoch);
        narrator.say(
                "The logs, read by code that shares nothing with the services but the formats, while these are stopped:");
        boolean binaries = system.runsBinaries();
        require("down");
        verify("registry", system.data().resolve("registry").toString());
        verify("wallet", system.data().resolve("wallet").toString());
        if (binaries) {
            require("up", "--detach", "--native");
        } else {
            require("up", "--detach");
        }
        narrator.good("Chain, signatures, ledger and payouts are what the services said they are.");
    }

    private void verify(String service, String what) {
        require("verify", service, what);
    }

    private void require(String... words) {
        if (system.script(words) != 0) {
            throw new DemoFailure("./quintet " + String.join(" ", words) + " failed");
        }
    }
}
