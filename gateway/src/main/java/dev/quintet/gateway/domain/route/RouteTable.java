package dev.quintet.gateway.domain.route;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All routes, found by the longest prefix that ends at a slash or the path's end. Immutable; a lookup walks the path's
 * characters once and allocates nothing, however many routes there are.
 */
public final class RouteTable {
    /** More would be a mistake in the registry rather than a real table. */
    public static final int ROUTES_MAX = 1024;

    private final List<Route> routes;
    private final Node root;

    private RouteTable(List<Route> routes) {
        this.routes = routes;
        var draft = new Draft();
        routes.forEach(draft::add);
        this.root = draft.freeze();
    }

    /**
     * A table in which the {@code overriding} routes take the place of the {@code base} ones with the same prefix.
     *
     * @throws RouteException for any fault in any of them: a table is taken whole or not at all
     */
    public static RouteTable of(List<Route> base, List<Route> overriding, Set<String> upstreams) {
        var overridden = prefixes(overriding);
        prefixes(base);
        var all = new ArrayList<>(overriding);
        base.stream().filter(route -> !overridden.contains(route.pathPrefix())).forEach(all::add);
        if (all.size() > ROUTES_MAX) {
            throw new RouteException(all.size() + " routes; at most " + ROUTES_MAX);
        }
        for (Route route : all) {
            if (!upstreams.contains(route.upstream())) {
                throw new RouteException(route.pathPrefix() + " leads to the unknown upstream " + route.upstream());
            }
        }
        all.sort(Comparator.comparing(Route::pathPrefix));
        return new RouteTable(List.copyOf(all));
    }

    /** The route of a raw path (without its query); null when there is none. */
    public @Nullable Route match(CharSequence path) {
        Route best = null;
        Node node = root;
        int length = path.length();
        for (int i = 0; i < length; i++) {
            char next = path.charAt(i);
            if (next == '/' && node.route != null) {
                best = node.route;
            }
            node = node.child(next);
            if (node == null) {
                return best;
            }
        }
        return node.route != null ? node.route : best;
    }

    /** In the order of their prefixes. */
    public List<Route> routes() {
        return routes;
    }

    private static Set<String> prefixes(List<Route> routes) {
        var prefixes = new HashSet<String>();
        for (Route route : routes) {
            if (!prefixes.add(route.pathPrefix())) {
                throw new RouteException("two routes for " + route.pathPrefix());
            }
        }
        return prefixes;
    }

    private static final class Node {
        private final char[] labels;
        private final Node[] children;
        private final @Nullable Route route;

        Node(char[] labels, Node[] children, @Nullable Route route) {
            this.labels = labels;
            this.children = children;
            this.route = route;
        }

        @Nullable
        Node child(char label) {
            for (int i = 0; i < labels.length; i++) {
                if (labels[i] == label) {
                    return children[i];
                }
            }
            return null;
        }
    }

    private static final class Draft {
        private final TreeMap<Character, Draft> children = new TreeMap<>();
        private @Nullable Route route;

        void add(Route added) {
            Draft at = this;
            for (char label : added.pathPrefix().toCharArray()) {
                at = at.children.computeIfAbsent(label, _ -> new Draft());
            }
            at.route = added;
        }

        Node freeze() {
            var labels = new char[children.size()];
            var frozen = new Node[children.size()];
            int i = 0;
            for (var child : children.entrySet()) {
                labels[i] = child.getKey();
                frozen[i++] = child.getValue().freeze();
            }
            return new Node(labels, frozen, route);
        }
    }
}
