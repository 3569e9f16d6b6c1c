package dev.quintet.shared.http.guard;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ErrorCode;
import dev.quintet.shared.error.ErrorMapper;
import dev.quintet.shared.error.Problem;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.CorrelationId;
import dev.quintet.shared.http.guard.ConnectionGuard.Phase;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Follows the requests and answers of one connection, and can answer in place of the application: a malformed or
 * oversized head, a body past its cap, a body that comes too slowly, a request past its deadline. After such an answer
 * nothing else passes in either direction and the connection closes, which cancels what was still being worked on.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Whether a write or close succeeds shows on the channel itself.
public final class RequestGuard extends ChannelDuplexHandler {
    private static final String NAME = "quintet-request";

    /** How long what the client is still sending is thrown away, so that a reset does not destroy our answer. */
    private static final long LINGER_MILLIS = 1_000;

    private final ConnectionGuard connection;
    private @Nullable ChannelHandlerContext context;
    private final ArrayDeque<HttpHeaders> due = new ArrayDeque<>(); // of the requests that have no answer yet
    private long bodyBytes;
    private int unanswered;
    private boolean receiving;
    private boolean answering;
    private boolean refused;
    private volatile int status; // read by the meters, which may run elsewhere

    RequestGuard(ConnectionGuard connection) {
        this.connection = connection;
    }

    /**
     * The guard of the connection that {@code pipeline} belongs to, for a request whose head has just arrived. Where the
     * extension could not see the connection being made (Netty was loaded by another class loader, or the request came
     * in one segment with the end of the TLS handshake) it is put there now; only the first head went unwatched.
     */
    public static RequestGuard of(ChannelPipeline pipeline, HttpHeaders head) {
        var present = pipeline.get(RequestGuard.class);
        if (present != null) {
            return present;
        }
        var connection = new ConnectionGuard();
        pipeline.addFirst("quintet-connection-late", connection);
        var requests = connection.requests();
        requests.install(pipeline);
        requests.adopt(head);
        return requests;
    }

    private void adopt(HttpHeaders head) {
        unanswered = 1;
        receiving = true;
        due.add(head);
        connection.enter(Phase.BODY);
    }

    void install(ChannelPipeline pipeline) {
        if (context == null && pipeline.get("handler") != null && pipeline.get("httpDecoder") != null) {
            pipeline.addBefore("handler", NAME, this);
        }
    }

    /** Not before Vert.x has built its pipeline, which with HTTP/2 enabled takes a whole first head. */
    boolean installed() {
        return context != null;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext channel, Object message) {
        if (refused) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof HttpRequest request && !head(request)) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof HttpContent content && !body(content)) {
            ReferenceCountUtil.release(message);
            return;
        }
        channel.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext channel, Object message, ChannelPromise promise) {
        if (refused) {
            ReferenceCountUtil.release(message);
            promise.tryFailure(new ClosedChannelException());
            return;
        }
        if (message instanceof HttpResponse response && response.status().code() >= 200) {
            answering = true;
        }
        if (message instanceof LastHttpContent && answering) {
            answered();
        }
        channel.write(message, promise);
    }

    /**
     * Answers the request at hand with {@code failure} in place of whoever is working on it, unless its answer has
     * begun: then the connection just closes. Any thread.
     */
    public void refuse(ServiceException failure) {
        var channel = context;
        if (channel == null) {
            return;
        }
        if (!channel.executor().inEventLoop()) {
            channel.executor().execute(() -> refuse(failure));
            return;
        }
        if (refused) {
            return;
        }
        refused = true;
        status = failure.code().status();
        if (failure.code() != CommonError.TIMEOUT) {
            GuardSettings.current().rejected().accept(reason(failure.code()));
        }
        if (answering) {
            channel.close();
        } else if (!receiving) {
            channel.writeAndFlush(response(failure)).addListener(ChannelFutureListener.CLOSE);
        } else {
            // A second answer to a request that has one would be taken for the answer to the next.
            channel.writeAndFlush(unanswered > 0 ? response(failure) : Unpooled.EMPTY_BUFFER);
            channel.channel().config().setAutoRead(true);
            channel.executor().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Like {@link #refuse}, but leaves an answer alone that has already begun. Any thread. */
    public void preempt(ServiceException failure) {
        var channel = context;
        if (channel == null) {
            return;
        }
        if (!channel.executor().inEventLoop()) {
            channel.executor().execute(() -> preempt(failure));
        } else if (!answering && unanswered > 0) {
            refuse(failure);
        }
    }

    /** The status of the answer given in place of the application's; 0 if there was none. */
    public int refusedWith() {
        return status;
    }

    private static String reason(ErrorCode code) {
        return switch (code.status()) {
            case 400 -> "malformed";
            case 408 -> "read_timeout";
            case 413 -> "body_cap";
            case 431 -> "headers";
            default -> "other";
        };
    }

    private boolean head(HttpRequest request) {
        unanswered++;
        receiving = true;
        bodyBytes = 0;
        due.add(request.headers());
        if (request.decoderResult().isFailure()) {
            boolean tooLong = request.decoderResult().cause() instanceof TooLongFrameException;
            refuse(ErrorMapper.answer(tooLong ? 431 : 400));
            return false;
        }
        String coding = request.headers().get(HttpHeaderNames.TRANSFER_ENCODING);
        if (coding != null && !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(coding)) {
            refuse(ErrorMapper.answer(400)); // We know no other, and cannot tell where such a body ends.
            return false;
        }
        if (HttpUtil.getContentLength(request, 0L) > GuardSettings.current().bodyMaxBytes()) {
            refuse(bodyCap());
            return false;
        }
        connection.enter(Phase.BODY);
        return true;
    }

    private boolean body(HttpContent content) {
        if (content.decoderResult().isFailure()) {
            refuse(new ServiceException(CommonError.BAD_REQUEST, "the body is badly framed"));
            return false;
        }
        bodyBytes += content.content().readableBytes();
        if (bodyBytes > GuardSettings.current().bodyMaxBytes()) {
            refuse(bodyCap());
            return false;
        }
        if (content instanceof LastHttpContent) {
            receiving = false;
            connection.enter(unanswered > 0 ? Phase.ANSWER : Phase.IDLE);
        }
        return true;
    }

    private void answered() {
        answering = false;
        unanswered--;
        due.poll();
        if (!receiving) {
            connection.enter(unanswered > 0 ? Phase.ANSWER : Phase.IDLE);
        }
    }

    private static ServiceException bodyCap() {
        return new ServiceException(
                CommonError.BODY_CAP,
                "the body is larger than " + GuardSettings.current().bodyMaxBytes() + " bytes");
    }

    private DefaultFullHttpResponse response(ServiceException failure) {
        var headers = due.peek();
        String corrId = headers == null
                ? CorrelationId.choose(null)
                : CorrelationId.choose(headers.get(CorrelationId.HEADER, headers.get(CorrelationId.ALIAS)));
        var problem = Problem.of(failure, corrId);
        byte[] body = problem.toJson();
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(problem.status()), Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                .set(CorrelationId.HEADER, corrId);
        return response;
    }
}
