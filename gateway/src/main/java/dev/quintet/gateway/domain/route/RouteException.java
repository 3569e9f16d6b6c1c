package dev.quintet.gateway.domain.route;

/** A route, or a table of them, that is refused; the message says why in an operator's words. */
public final class RouteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RouteException(String message) {
        super(message);
    }
}
