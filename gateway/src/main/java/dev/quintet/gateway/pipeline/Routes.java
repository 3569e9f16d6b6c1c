package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.domain.route.Route;
import dev.quintet.gateway.domain.route.RouteException;
import dev.quintet.gateway.domain.route.RouteTable;
import dev.quintet.gateway.domain.route.Upstreams;
import dev.quintet.gateway.domain.route.Upstreams.Address;
import dev.quintet.gateway.upstream.LoopPools;
import dev.quintet.shared.config.StartRefusedException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The routes in force: those of the configuration, overridden by prefix by those of the registry. A new table replaces
 * the old one as a whole; one with any fault changes nothing.
 */
@ApplicationScoped
public class Routes {
    /** The upstream that is the gateway itself. */
    static final String SELF = "gateway";

    private static final Set<String> ALL = Route.METHODS;

    private final List<Route> base;
    private final Upstreams upstreams;
    private volatile RouteTable table;

    public Routes(GatewayConfig config) {
        try {
            this.upstreams = new Upstreams(Map.of(
                    "registry",
                    addresses(config.registryUrl()),
                    "storage",
                    addresses(config.storageUrl()),
                    "wallet",
                    addresses(config.walletUrl()),
                    "rewarder",
                    addresses(config.rewarderUrl()),
                    SELF,
                    List.of(new Address(LoopPools.SELF, 1))));
            this.base =
                    new ArrayList<>(config.routes().stream().map(Routes::parse).toList());
            base.add(new Route("/gateway", SELF, ALL, 1, false, Route.Limits.NONE));
            base.add(new Route("/openapi", SELF, Set.of("GET", "HEAD"), 1, false, Route.Limits.NONE));
            this.table = RouteTable.of(base, List.of(), upstreams.names());
        } catch (RouteException e) {
            throw new StartRefusedException("quintet.gateway: " + e.getMessage());
        }
    }

    public RouteTable table() {
        return table;
    }

    public Upstreams upstreams() {
        return upstreams;
    }

    /** Puts the registry's routes in force; on {@link RouteException} the old ones stay. */
    public void override(List<Route> overriding) {
        for (Route route : overriding) {
            if (route.pathPrefix().equals("/gateway") || route.pathPrefix().startsWith("/gateway/")) {
                throw new RouteException("the gateway's own routes cannot be taken over");
            }
        }
        table = RouteTable.of(base, overriding, upstreams.names());
    }

    private static List<Address> addresses(List<String> urls) {
        return urls.stream().map(Address::parse).toList();
    }

    /** {@code prefix=upstream;cost=N;token;methods=GET|HEAD}, all but the first part optional. */
    static Route parse(String text) {
        String[] parts = text.strip().split(";", -1);
        String[] ends = parts[0].split("=", -1);
        if (ends.length != 2) {
            throw new RouteException("a route is prefix=upstream, not '" + text + "'");
        }
        int cost = 1;
        boolean token = false;
        Set<String> methods = ALL;
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            if (part.equals("token")) {
                token = true;
            } else if (part.matches("cost=\\d{1,4}")) {
                cost = Integer.parseInt(part.substring("cost=".length()));
            } else if (part.startsWith("methods=")) {
                methods = Set.of(part.substring("methods=".length()).split("\\|", -1));
            } else {
                throw new RouteException("'" + part + "' is not a part of a route");
            }
        }
        return new Route(ends[0].strip(), ends[1].strip(), methods, cost, token, Route.Limits.NONE);
    }
}
