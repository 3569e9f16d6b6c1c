package dev.quintet.gateway.front;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds a connection to the timeouts: a head must be complete within the read timeout, an answer must be taken within the
 * write timeout, between requests the idle timeout holds. Bodies are held to their request's deadline instead. Sits at the
 * socket and runs on the event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Whether a close succeeds shows on the channel itself.
final class ConnectionPace extends ChannelInboundHandlerAdapter {

    /** What the client is given time for. */
    enum Phase {
        HEAD,
        BUSY,
        IDLE
    }

    private final FrontParts parts;
    private @Nullable FrontHandler requests;
    private @Nullable ScheduledFuture<?> ticks;
    private Phase phase = Phase.HEAD;
    private boolean heard;
    private long since = System.nanoTime();
    private int pending;
    private long pendingProgress;
    private long pendingSince;

    ConnectionPace(FrontParts parts) {
        this.parts = parts;
    }

    /** Who can answer a client whose head does not come; none before the protocol is known. */
    void watch(FrontHandler handler) {
        requests = handler;
    }

    void enter(Phase next) {
        phase = next;
        since = System.nanoTime();
        heard = false;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        var http = parts.common().current().http();
        Duration shortest =
                http.readTimeout().compareTo(http.writeTimeout()) < 0 ? http.readTimeout() : http.writeTimeout();
        long tick = Math.max(10, shortest.toMillis() / 10);
        ticks = context.executor().scheduleWithFixedDelay(() -> look(context), tick, tick, TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (ticks != null) {
            ticks.cancel(false);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (phase == Phase.IDLE) {
            enter(Phase.HEAD);
        }
        heard = true;
        context.fireChannelRead(message);
    }

    private void look(ChannelHandlerContext context) {
        var http = parts.common().current().http();
        long now = System.nanoTime();
        if (stalled(context, now) && now - pendingSince >= http.writeTimeout().toNanos()) {
            parts.meters().rejected("write_timeout");
            context.close();
            return;
        }
        long waited = now - since;
        if (phase == Phase.HEAD && waited >= http.readTimeout().toNanos()) {
            lateHead(context);
        } else if (phase == Phase.IDLE && waited >= http.idleTimeout().toNanos()) {
            context.close();
        }
    }

    private void lateHead(ChannelHandlerContext context) {
        if (heard && requests != null) {
            requests.lateHead();
        } else {
            parts.meters().rejected("read_timeout");
            context.close(); // It has not said a word that could be answered.
        }
    }

    /** Whether the oldest piece of the answer is still the same, and no byte more of it is gone, as at the last look. */
    private boolean stalled(ChannelHandlerContext context, long now) {
        var out = context.channel().unsafe().outboundBuffer();
        int current = out == null || out.totalPendingWriteBytes() == 0 ? 0 : System.identityHashCode(out.current());
        long progress = out == null ? 0 : out.currentProgress();
        if (current == 0 || current != pending || progress != pendingProgress) {
            pending = current;
            pendingProgress = progress;
            pendingSince = now;
            return false;
        }
        return true;
    }
}
