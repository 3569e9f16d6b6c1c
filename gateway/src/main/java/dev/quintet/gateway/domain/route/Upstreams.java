package dev.quintet.gateway.domain.route;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where each service behind listens; one or more addresses per service. */
public record Upstreams(Map<String, List<Address>> byService) {
    public static final int ADDRESSES_MAX = 64;

    /** One place where a service listens. */
    public record Address(String host, int port) {
        /** Reads {@code http://host:port} or {@code host:port}. */
        public static Address parse(String text) {
            String plain = text.strip();
            plain = plain.startsWith("http://") ? plain.substring("http://".length()) : plain;
            plain = plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
            int colon = plain.lastIndexOf(':');
            if (colon < 1 || plain.indexOf('/') >= 0) {
                throw new RouteException("not an address of the form http://host:port: " + text);
            }
            try {
                int port = Integer.parseInt(plain.substring(colon + 1));
                if (port < 1 || port > 65_535) {
                    throw new RouteException("not a port: " + text);
                }
                return new Address(plain.substring(0, colon), port);
            } catch (NumberFormatException e) {
                throw new RouteException("not a port: " + text);
            }
        }
    }

    public Upstreams {
        byService = Map.copyOf(byService);
        byService.forEach((service, addresses) -> {
            if (addresses.isEmpty() || addresses.size() > ADDRESSES_MAX) {
                throw new RouteException(service + " needs 1 to " + ADDRESSES_MAX + " addresses");
            }
        });
    }

    public Set<String> names() {
        return byService.keySet();
    }
}
