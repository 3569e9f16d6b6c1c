package dev.quintet.gateway.front;

import dev.quintet.gateway.front.ConnectionPace.Phase;
import dev.quintet.gateway.front.ForwardHeaders.Origin;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.CorrelationId;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection or HTTP/2 stream: one exchange after the other, answers in the order of the requests. What a
 * client sends ahead (pipelining) waits here, and while something waits no more is read.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Whether a write or close succeeds shows on the channel itself.
final class FrontHandler extends ChannelInboundHandlerAdapter implements Client {
    /** How long what the client is still sending is thrown away, so that a reset does not destroy our answer. */
    private static final long LINGER_MILLIS = 1_000;

    private final FrontParts parts;
    private final LoopState loop;
    private final Caller caller;
    private final @Nullable ConnectionPace pace;
    private final @Nullable AnswerEncoder encoder;
    private final ArrayDeque<Object> ahead = new ArrayDeque<>();

    private @Nullable ChannelHandlerContext context;
    private @Nullable Exchange exchange;
    private boolean skipping;
    private boolean closed;
    private boolean wanted = true;
    private boolean replaying;

    /** For HTTP/2 without {@code pace} and {@code encoder}: the connection's, not the stream's. */
    FrontHandler(
            FrontParts parts,
            LoopState loop,
            Caller caller,
            @Nullable ConnectionPace pace,
            @Nullable AnswerEncoder encoder) {
        this.parts = parts;
        this.loop = loop;
        this.caller = caller;
        this.pace = pace;
        this.encoder = encoder;
    }

    /** Who is at the other end; the same for all requests of a connection. */
    record Caller(Origin origin, long key) {}

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        loop.add(this);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext removed) {
        gone();
    }

    @Override
    public void channelInactive(ChannelHandlerContext channel) {
        gone();
        channel.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext channel, Object message) {
        if (closed) {
            ReferenceCountUtil.release(message);
        } else if (!ahead.isEmpty() || (exchange != null && message instanceof HttpRequest)) {
            ahead.add(message);
            channel.channel().config().setAutoRead(false);
        } else {
            take(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext channel) {
        if (exchange != null) {
            exchange.receivedAll();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext channel) {
        if (exchange != null && channel.channel().isWritable()) {
            exchange.clientWritable();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext channel, Throwable cause) {
        channel.close(); // A reset by the client or a broken frame: there is nobody to tell.
    }

    private void take(Object message) {
        if (message instanceof HttpRequest request) {
            begin(request);
        }
        if (message instanceof HttpContent piece) {
            if (exchange != null) {
                exchange.receive(piece);
            } else {
                piece.release();
                skipping &= !(piece instanceof LastHttpContent);
                if (!skipping && pace != null) {
                    pace.enter(Phase.IDLE);
                }
            }
        } else if (!(message instanceof HttpRequest)) {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpRequest request) {
        if (pace != null) {
            pace.enter(Phase.BUSY);
        }
        wanted = true;
        var begun = new Exchange(parts, loop.pools, this, request);
        exchange = begun;
        begun.begin();
    }

    /** The head that is being sent took too long. */
    void lateHead() {
        parts.meters().rejected("read_timeout");
        var late = new ServiceException(CommonError.REQUEST_TIMEOUT, "the request head came too slowly");
        head(Answers.problem(late, CorrelationId.choose(null)), false, true);
        close(true);
    }

    /** Whether there was anything to cut off. */
    boolean cutOff() {
        var now = exchange;
        if (now != null) {
            now.cutOff();
        }
        return now != null;
    }

    @Override
    public EventLoop loop() {
        return loop.loop;
    }

    @Override
    public Origin origin() {
        return caller.origin();
    }

    @Override
    public long key() {
        return caller.key();
    }

    @Override
    public boolean http2() {
        return encoder == null;
    }

    @Override
    public void head(HttpResponse answer, boolean toHead, boolean close) {
        if (encoder != null) {
            encoder.answering(toHead);
            if (close) {
                answer.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            }
        }
        write(answer);
    }

    @Override
    public void write(Object piece) {
        if (context == null || closed) {
            ReferenceCountUtil.release(piece);
        } else {
            context.write(piece, context.voidPromise());
        }
    }

    @Override
    public void flush() {
        if (context != null) {
            context.flush();
        }
    }

    @Override
    public boolean isWritable() {
        return context != null && context.channel().isWritable();
    }

    @Override
    public void reading(boolean on) {
        wanted = on;
        if (context != null && !closed) {
            context.channel().config().setAutoRead(on && ahead.isEmpty());
        }
    }

    @Override
    public void abort() {
        closed = true;
        if (context != null) {
            context.close();
        }
    }

    @Override
    public void over(boolean requestEnded, boolean close) {
        exchange = null;
        if (closed || context == null) {
            return;
        }
        if (close || (http2() && !requestEnded)) {
            close(requestEnded);
            return;
        }
        skipping = !requestEnded;
        reading(true);
        if (pace != null) {
            pace.enter(Phase.IDLE);
        }
        goOn();
    }

    /** What the client sent ahead, as far as it can be taken now. */
    private void goOn() {
        if (replaying) {
            return; // Called from below itself: the loop there goes on.
        }
        replaying = true;
        while (!ahead.isEmpty() && !closed && (exchange == null || !(ahead.peek() instanceof HttpRequest))) {
            Object message = ahead.poll();
            take(message);
        }
        replaying = false;
        if (exchange != null) {
            exchange.receivedAll();
        }
        reading(wanted);
    }

    private void close(boolean requestEnded) {
        var channel = context;
        if (channel == null || closed) {
            return;
        }
        closed = true;
        release();
        var flushed = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
        if (requestEnded || http2()) {
            flushed.addListener(ChannelFutureListener.CLOSE);
        } else {
            channel.channel().config().setAutoRead(true);
            channel.executor().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void gone() {
        closed = true;
        loop.remove(this);
        release();
        if (exchange != null) {
            exchange.clientGone();
        }
    }

    private void release() {
        ahead.forEach(ReferenceCountUtil::release);
        ahead.clear();
    }
}
