package dev.quintet.gateway.front;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.Problem;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.CorrelationId;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** The answers that the gateway gives itself: the one problem body, whatever refused the request. */
final class Answers {
    private Answers() {}

    static FullHttpResponse problem(ServiceException failure, String corrId) {
        var problem = Problem.of(failure, corrId);
        byte[] body = problem.toJson();
        var answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(problem.status()), Unpooled.wrappedBuffer(body));
        var headers = answer.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length))
                .set("X-Content-Type-Options", "nosniff")
                .set(CorrelationId.HEADER, corrId);
        if (problem.retryAfter() != null) {
            headers.set(HttpHeaderNames.RETRY_AFTER, problem.retryAfter().toString());
        }
        if (failure.code() == CommonError.UNAUTHORIZED) {
            headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer realm=\"quintet\"");
        }
        if (failure.details().get("rate_limit") instanceof String level) {
            headers.set("RateLimit", level);
            headers.set("RateLimit-Policy", String.valueOf(failure.details().get("rate_limit_policy")));
        }
        if (failure.details().get("allow") instanceof String methods) {
            headers.set(HttpHeaderNames.ALLOW, methods);
        }
        return answer;
    }
}
