package dev.quintet.shared.capability;

import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response.Status;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Tells the caller of every 401 which credentials would do, as RFC 9110 demands. */
class Challenge {

    @ServerResponseFilter
    void add(ContainerResponseContext response) {
        if (response.getStatus() == Status.UNAUTHORIZED.getStatusCode()) {
            response.getHeaders().putSingle(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"quintet\"");
        }
    }
}
