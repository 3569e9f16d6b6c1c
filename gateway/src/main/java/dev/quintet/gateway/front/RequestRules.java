package dev.quintet.gateway.front;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ErrorMapper;
import dev.quintet.shared.error.ServiceException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a request head must be before anybody thinks about it. Everything else is 400, or 431 when it is too long. */
final class RequestRules {
    private static final int HOST_MAX = 255;
    static final String DEADLINE = "X-Deadline-Ms";

    private RequestRules() {}

    static void check(HttpRequest request, boolean http2) {
        if (request.decoderResult().isFailure()) {
            boolean tooLong = request.decoderResult().cause() instanceof TooLongFrameException;
            throw ErrorMapper.answer(tooLong ? 431 : 400);
        }
        var headers = request.headers();
        boolean old = !request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        if (old && !request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            throw bad("this version of HTTP is not spoken here");
        }
        if (!http2) {
            encoding(headers, old);
        }
        host(request, old);
        uri(request.uri());
    }

    /** Only the one transfer coding that everybody reads alike, once, and not from those who never heard of it. */
    private static void encoding(HttpHeaders headers, boolean old) {
        if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
            if (old || codings.size() != 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
                throw bad("the transfer encoding is not plain chunked");
            }
        }
        if (headers.contains(HttpHeaderNames.CONTENT_LENGTH) && headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            throw bad("both a length and a transfer encoding");
        }
    }

    private static void host(HttpRequest request, boolean old) {
        var headers = request.headers();
        String absolute = authority(request.uri());
        if (absolute != null) {
            request.setUri(path(request.uri()));
            headers.set(HttpHeaderNames.HOST, absolute);
        }
        List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
        if (hosts.size() > 1 || (hosts.isEmpty() && !old)) {
            throw bad("exactly one Host is needed");
        }
        if (!hosts.isEmpty() && !isHost(hosts.getFirst())) {
            throw bad("the Host is not a name and a port");
        }
    }

    private static boolean isHost(String host) {
        if (host.isEmpty() || host.length() > HOST_MAX) {
            return false;
        }
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && "-._~:[]%".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String authority(String uri) {
        if (uri.startsWith("/")) {
            return null;
        }
        int scheme = uri.startsWith("http://") ? 7 : uri.startsWith("https://") ? 8 : -1;
        if (scheme < 0) {
            return null;
        }
        int end = end(uri, scheme);
        return uri.substring(scheme, end);
    }

    private static String path(String uri) {
        int end = end(uri, uri.startsWith("http://") ? 7 : 8);
        String rest = uri.substring(end);
        return rest.startsWith("/") ? rest : "/" + rest;
    }

    private static int end(String uri, int from) {
        for (int i = from; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                return i;
            }
        }
        return uri.length();
    }

    private static void uri(String uri) {
        if (uri.isEmpty() || uri.charAt(0) != '/') {
            throw bad("the target is not a path");
        }
        for (int i = 0; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c <= ' ' || c > '~' || c == '\\' || c == '#') {
                throw bad("the target has characters that must be escaped");
            }
        }
        if (uri.contains("/../") || uri.contains("/./") || plainPath(uri).endsWith("/..")) {
            throw bad("the target has dot segments");
        }
    }

    static String plainPath(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }

    /** What is left of the caller's patience, at most {@code ceiling}. */
    static long budgetMillis(HttpHeaders headers, long ceiling) {
        String header = headers.get(DEADLINE);
        if (header == null) {
            return ceiling;
        }
        try {
            long millis = Long.parseLong(header);
            if (millis >= 0) {
                return Math.min(millis, ceiling);
            }
        } catch (NumberFormatException _) {
            // Told to the caller below.
        }
        throw bad(DEADLINE + " must be a whole number, 0 or more");
    }

    static ServiceException bad(String detail) {
        return new ServiceException(CommonError.BAD_REQUEST, detail);
    }
}
