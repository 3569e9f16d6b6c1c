package dev.quintet.rewarder.domain.run;

import dev.quintet.shared.content.ContentAddress;

/** Where a run stands. */
public sealed interface Stage {

    String status();

    /** Accepted and durable, not computed. */
    record Queued() implements Stage {
        @Override
        public String status() {
            return "queued";
        }
    }

    /** A worker has it. */
    record Computing() implements Stage {
        @Override
        public String status() {
            return "computing";
        }
    }

    /** The manifest is durable; {@code done} when every intent was accepted. */
    record Computed(Result result, boolean done) implements Stage {
        @Override
        public String status() {
            return done ? "ok" : "settling";
        }
    }

    /** Must not pay. */
    record Quarantined(Quarantine cause) implements Stage {
        @Override
        public String status() {
            return "quarantined";
        }
    }

    /** Could not be computed; asking again tries again. */
    record Failed(String code, String detail) implements Stage {
        @Override
        public String status() {
            return "failed";
        }
    }

    /** The manifest in short. */
    record Result(String asset, int payees, int intents, Manifest.Totals totals, Seals seals) {}

    /** What the manifest commits to. */
    record Seals(ContentAddress merkleRoot, ContentAddress commitment, ContentAddress payouts) {}
}
