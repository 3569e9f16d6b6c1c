package dev.quintet.shared.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.decode.DecodeGuard;
import dev.quintet.shared.http.decode.DecodingInputStream;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Reads the body of every JAX-RS request: undoes its encoding under the decode guard, and tells the caller what is wrong
 * with it, which is never a failure of ours.
 */
@Provider
class RequestBody implements ReaderInterceptor {
    private final Decoding decoding;
    private final ResourceInfo resource;

    RequestBody(Decoding decoding, @Context ResourceInfo resource) {
        this.decoding = decoding;
        this.resource = resource;
    }

    @Override
    public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
        String encoding = context.getHeaders().getFirst(HttpHeaders.CONTENT_ENCODING);
        if (!DecodeGuard.needed(encoding)) {
            return read(context);
        }
        try (var decoded = new DecodingInputStream(context.getInputStream(), decoding.open(encoding, acceptsZstd()))) {
            context.setInputStream(decoded);
            Object body = read(context);
            // What JSON did not need to look at must still be sound, checksums included.
            decoded.transferTo(OutputStream.nullOutputStream());
            return body;
        }
    }

    private boolean acceptsZstd() {
        return resource.getResourceMethod().isAnnotationPresent(AcceptsZstd.class)
                || resource.getResourceClass().isAnnotationPresent(AcceptsZstd.class);
    }

    private static Object read(ReaderInterceptorContext context) throws IOException {
        Object body;
        try {
            body = context.proceed();
        } catch (JsonProcessingException e) {
            throw unfit(e);
        } catch (WebApplicationException e) {
            if (e.getCause() instanceof JsonProcessingException json) {
                throw unfit(json);
            }
            throw e;
        }
        if (body == null) {
            throw new ServiceException(CommonError.BAD_REQUEST, "a body is required");
        }
        return body;
    }

    private static ServiceException unfit(JsonProcessingException fault) {
        // A rule of our own that a record's constructor enforced keeps its own code.
        for (Throwable cause = fault.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ServiceException own) {
                return own;
            }
        }
        return new ServiceException(CommonError.BAD_REQUEST, JsonFault.describe(fault));
    }
}
