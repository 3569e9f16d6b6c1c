package dev.quintet.tools.demo;

/** The system did not do what the demo promised; the message is the whole explanation. */
final class DemoFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DemoFailure(String message) {
        super(message);
    }
}
