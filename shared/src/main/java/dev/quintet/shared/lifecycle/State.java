package dev.quintet.shared.lifecycle;

import dev.quintet.shared.deadline.Deadline;

/** Where a process is in its life; the methods of each state are the moves it allows. */
public sealed interface State {

    /** Recovering and wiring; nothing is served yet. */
    record Starting() implements State {
        Serving serve() {
            return new Serving();
        }

        Draining drain(Deadline deadline) {
            return new Draining(deadline);
        }

        Failed fail(String cause) {
            return new Failed(cause);
        }
    }

    record Serving() implements State {
        Draining drain(Deadline deadline) {
            return new Draining(deadline);
        }

        Failed fail(String cause) {
            return new Failed(cause);
        }
    }

    /** Intake is refused; accepted work is finished until the deadline and aborted after it. */
    record Draining(Deadline deadline) implements State {
        Stopped stop(DrainReport report) {
            return new Stopped(report);
        }

        Failed fail(String cause) {
            return new Failed(cause);
        }
    }

    record Stopped(DrainReport report) implements State {}

    /** Broken beyond restart: intake is refused and the process is on its way out with a non-zero exit code. */
    record Failed(String cause) implements State {}
}
