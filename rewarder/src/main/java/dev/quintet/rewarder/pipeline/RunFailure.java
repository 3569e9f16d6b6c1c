package dev.quintet.rewarder.pipeline;

/** A run that could not be computed this time; asking again may help. */
final class RunFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    RunFailure(String code, String detail) {
        super(detail, null, false, false);
        this.code = code;
    }

    String code() {
        return code;
    }
}
