package dev.quintet.registry.api;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.lang.annotation.Annotation;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Turns an {@link Answer} into bytes of the format that its caller likes best. A filter and not a body writer: where a
 * route has two formats Quarkus asks Jackson's writer first, which takes everything.
 */
class AnswerFormat {
    private static final MediaType CBOR = MediaType.valueOf(Bodies.CBOR);
    private static final MediaType JSON = MediaType.valueOf(Bodies.JSON + ";charset=UTF-8");

    @ServerResponseFilter
    void format(ContainerRequestContext request, ContainerResponseContext response) throws IOException {
        if (response.getEntity() instanceof Answer answer) {
            boolean cbor = prefersCbor(request);
            byte[] bytes = cbor ? Bodies.cbor(answer.json()) : answer.json();
            response.setEntity(bytes, new Annotation[0], cbor ? CBOR : JSON);
        }
    }

    /** Accepted types come sorted by what the caller likes best; anything at all means JSON. */
    private static boolean prefersCbor(ContainerRequestContext request) {
        for (MediaType accepted : request.getAcceptableMediaTypes()) {
            if (accepted.isCompatible(JSON)) {
                return false;
            }
            if (accepted.isCompatible(CBOR)) {
                return true;
            }
        }
        return false;
    }
}
