package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Payload;
import java.time.Instant;

/** What the one writer is asked to do; signatures in it are verified already. */
public sealed interface Command {

    Origin origin();

    /** What an audit line calls it. */
    String name();

    /** The proposal it is about. */
    String subject();

    record Propose(String subject, Payload payload, Instant expiresAt, Origin origin) implements Command {
        @Override
        public String name() {
            return "propose";
        }
    }

    record Approve(String subject, Approval approval, Origin origin) implements Command {
        @Override
        public String name() {
            return "approve";
        }
    }

    record Commit(String subject, Origin origin) implements Command {
        @Override
        public String name() {
            return "commit";
        }
    }

    /** Something was refused before it could become a command. */
    record Note(Event.Rejected rejected, Origin origin) implements Command {
        @Override
        public String name() {
            return rejected.what();
        }

        @Override
        public String subject() {
            return rejected.subject();
        }
    }

    /** A signed checkpoint to be kept. */
    record Keep(Checkpoint checkpoint) implements Command {
        @Override
        public Origin origin() {
            return Origin.SELF;
        }

        @Override
        public String name() {
            return "checkpoint";
        }

        @Override
        public String subject() {
            return "";
        }
    }
}
