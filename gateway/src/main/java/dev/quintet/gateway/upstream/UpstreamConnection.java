package dev.quintet.gateway.upstream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * One connection to an upstream, carrying one request at a time. It goes back to its pool only when both the request and
 * the answer ended in order; in every other case it is closed. Runs on its event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Whether a write or close succeeds shows on the channel itself.
public final class UpstreamConnection extends ChannelInboundHandlerAdapter {
    private final ConnectionPool pool;
    private final Channel channel;
    private @Nullable Answer answer;
    private boolean sent;
    private boolean begun;
    private boolean reusable;
    private boolean informational;
    long idleSince;

    UpstreamConnection(ConnectionPool pool, Channel channel) {
        this.pool = pool;
        this.channel = channel;
    }

    void lend(Answer borrower) {
        answer = borrower;
        sent = false;
        begun = false;
    }

    /** Sends a piece of the request; the last one has {@code end} set. */
    public void write(Object piece, boolean end) {
        sent |= end;
        channel.write(piece, channel.voidPromise());
    }

    public void flush() {
        channel.flush();
    }

    public boolean isWritable() {
        return channel.isWritable();
    }

    /** Stops or resumes taking the answer: the client's pace becomes the upstream's. */
    public void reading(boolean on) {
        channel.config().setAutoRead(on);
    }

    /** Gives up: whatever the upstream still does, nobody hears of it. */
    public void abort() {
        answer = null;
        channel.close();
    }

    boolean alive() {
        return channel.isActive();
    }

    void close() {
        channel.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var asker = answer;
        // Without a question any answer is a lie, and so is a second one.
        if (asker == null || !(message instanceof HttpObject object)) {
            ReferenceCountUtil.release(message);
            context.close();
            return;
        }
        if (object.decoderResult().isFailure()) {
            ReferenceCountUtil.release(message);
            fail(Failure.GARBAGE);
            return;
        }
        if (message instanceof HttpResponse response && !head(asker, response)) {
            return;
        }
        if (message instanceof HttpContent piece) {
            body(asker, piece);
        }
    }

    private boolean head(Answer asker, HttpResponse response) {
        int status = response.status().code();
        informational = status < 200;
        if (status == 101 || begun) {
            ReferenceCountUtil.release(response);
            fail(Failure.GARBAGE);
            return false;
        }
        if (!informational) {
            begun = true;
            reusable = HttpUtil.isKeepAlive(response);
            asker.head(response);
        }
        return true;
    }

    private void body(Answer asker, HttpContent piece) {
        if (informational || answer == null) {
            piece.release();
            return;
        }
        if (piece instanceof LastHttpContent) {
            answer = null;
            if (sent && reusable && channel.isActive()) {
                channel.config().setAutoRead(true);
                pool.give(this);
            } else {
                channel.close();
            }
        }
        asker.body(piece);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        var asker = answer;
        if (asker != null) {
            asker.paused();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        var asker = answer;
        if (asker != null && channel.isWritable()) {
            asker.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        pool.gone(this);
        fail(Failure.CLOSED);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(Failure.CLOSED);
        context.close();
    }

    private void fail(Failure failure) {
        var asker = answer;
        answer = null;
        channel.close();
        if (asker != null) {
            asker.failed(failure);
        }
    }
}
