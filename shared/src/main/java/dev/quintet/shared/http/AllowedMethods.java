package dev.quintet.shared.http;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The methods of each route, for the {@code Allow} of a 405: Quarkus REST knows them and does not tell. Collected while
 * the resources are registered, which in a native image is at build time.
 */
@Provider
public class AllowedMethods implements DynamicFeature {
    private static final Pattern PARAMETER = Pattern.compile("\\{\\s*[\\w.-]+\\s*(?::\\s*((?:[^{}]|\\{[^{}]*})+))?}");
    // Bounded by the number of routes.
    private static final Map<String, Route> ROUTES = new ConcurrentHashMap<>();

    private record Route(Pattern path, Collection<String> methods) {}

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        String template = template(resource.getResourceClass().getAnnotation(Path.class))
                + template(resource.getResourceMethod().getAnnotation(Path.class));
        var route = ROUTES.computeIfAbsent(template, key -> new Route(pattern(key), new ConcurrentSkipListSet<>()));
        Arrays.stream(resource.getResourceMethod().getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                .flatMap(method -> Optional.ofNullable(method).stream())
                .forEach(method -> route.methods.add(method.value()));
    }

    /** As the header wants it, for instance {@code GET, HEAD, OPTIONS}. */
    static String at(String path) {
        var methods = new TreeSet<String>();
        for (Route route : ROUTES.values()) {
            if (route.path.matcher(path).matches()) {
                methods.addAll(route.methods);
            }
        }
        // Both are answered by Quarkus REST without a method of their own.
        if (methods.contains(HttpMethod.GET)) {
            methods.add(HttpMethod.HEAD);
        }
        methods.add(HttpMethod.OPTIONS);
        return String.join(", ", methods);
    }

    private static String template(@Nullable Path path) {
        if (path == null) {
            return "";
        }
        String trimmed = Arrays.stream(path.value().split("/", -1))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("/"));
        return trimmed.isEmpty() ? "" : "/" + trimmed;
    }

    private static Pattern pattern(String template) {
        var regex = new StringBuilder();
        var parameters = PARAMETER.matcher(template);
        int at = 0;
        while (parameters.find()) {
            regex.append(Pattern.quote(template.substring(at, parameters.start())));
            String own = parameters.group(1);
            regex.append(own == null ? "[^/]+" : "(?:" + own.strip() + ")");
            at = parameters.end();
        }
        return Pattern.compile(regex.append(Pattern.quote(template.substring(at))) + "/?");
    }
}
