package dev.quintet.rewarder.client;

/** Another service did not do what it was asked, this time; carries no stack trace. */
public final class UpstreamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String service;

    public UpstreamException(String service, String detail) {
        super(service + ": " + detail, null, false, false);
        this.service = service;
    }

    public String service() {
        return service;
    }
}
