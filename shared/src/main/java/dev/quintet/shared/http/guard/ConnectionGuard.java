package dev.quintet.shared.http.guard;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds a client to the timeouts. A head must be complete, and each window of a body must bring
 * {@value #PROGRESS_MIN_BYTES} bytes or the end of it, within the read timeout; an answer must be taken at the same pace
 * within the write timeout; between requests the idle timeout holds. A connection that waits for our answer, or for an
 * event of a stream, is never cut. Runs on the event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Whether a write or close succeeds shows on the channel itself.
final class ConnectionGuard extends ChannelDuplexHandler {
    /** Per window of five seconds: slower than any modem, and faster than a slow-loris can afford to be. */
    static final int PROGRESS_MIN_BYTES = 4096;

    private final RequestGuard requests = new RequestGuard(this);
    private @Nullable ScheduledFuture<?> ticks;
    private Phase phase = Phase.HEAD;
    private long windowStart;
    private long received;
    private long receivedBefore; // at the start of the window
    private long written;
    private long drainedBefore; // at the last progress of the answer
    private long writeStart;

    /** What is being waited for. */
    enum Phase {
        /** The rest of a request head, or the first byte of a new connection. */
        HEAD,
        /** The rest of a request body. */
        BODY,
        /** Our answer. */
        ANSWER,
        /** The next request. */
        IDLE
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        if (context.channel().isActive()) {
            start(context); // Added late, see RequestGuard.of.
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        start(context);
        context.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (ticks != null) {
            ticks.cancel(false);
        }
        context.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        // Before anything was decoded, which a guard that was added late cannot say.
        if (received == 0 && !requests.installed()) {
            StrictRequestDecoder.install(context.pipeline());
        }
        requests.install(context.pipeline());
        if (message instanceof ByteBuf bytes) {
            received += bytes.readableBytes();
        }
        if (phase == Phase.IDLE) {
            enter(Phase.HEAD);
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            written += bytes.readableBytes();
        } else if (message instanceof FileRegion file) {
            written += file.count();
        }
        context.write(message, promise);
    }

    RequestGuard requests() {
        return requests;
    }

    void enter(Phase next) {
        phase = next;
        windowStart = System.nanoTime();
        receivedBefore = received;
    }

    private void start(ChannelHandlerContext context) {
        if (ticks != null) {
            return; // An accepted channel is active before it is registered, so both events come.
        }
        long now = System.nanoTime();
        windowStart = now;
        writeStart = now;
        long tick = GuardSettings.current().tickNanos();
        ticks = context.executor().scheduleWithFixedDelay(() -> tick(context), tick, tick, TimeUnit.NANOSECONDS);
    }

    private void tick(ChannelHandlerContext context) {
        var settings = GuardSettings.current();
        long now = System.nanoTime();
        if (stalled(context, settings, now)) {
            settings.rejected().accept("write_timeout");
            context.close();
            return;
        }
        long waited = now - windowStart;
        switch (phase) {
            case HEAD -> {
                if (waited >= settings.readTimeout().toNanos()) {
                    lateHead(context, settings);
                }
            }
            case BODY -> {
                if (waited >= settings.readTimeout().toNanos()) {
                    judgeBody(context);
                }
            }
            case IDLE -> {
                if (waited >= settings.idleTimeout().toNanos()) {
                    context.close();
                }
            }
            case ANSWER -> {}
        }
    }

    private void lateHead(ChannelHandlerContext context, GuardSettings settings) {
        if (received == 0 || !requests.installed()) {
            settings.rejected().accept("read_timeout");
            context.close(); // It has not said a word that could be answered.
        } else {
            requests.refuse(new ServiceException(CommonError.REQUEST_TIMEOUT, "the request head came too slowly"));
        }
    }

    private void judgeBody(ChannelHandlerContext context) {
        // While we have stopped reading (backpressure) the client is not to blame.
        if (received - receivedBefore >= PROGRESS_MIN_BYTES
                || !context.channel().config().isAutoRead()) {
            enter(Phase.BODY);
        } else {
            requests.refuse(new ServiceException(CommonError.REQUEST_TIMEOUT, "the request body came too slowly"));
        }
    }

    /** Whether an answer has been lying here for the whole write timeout without being taken. */
    private boolean stalled(ChannelHandlerContext context, GuardSettings settings, long now) {
        var pending = context.channel().unsafe().outboundBuffer();
        if (pending == null || pending.totalPendingWriteBytes() == 0) {
            writeStart = now;
            drainedBefore = written;
            return false;
        }
        // Netty counts a message as pending until it is out entirely; its progress is kept apart.
        long drained = written - pending.totalPendingWriteBytes() + pending.currentProgress();
        if (drained - drainedBefore >= PROGRESS_MIN_BYTES) {
            writeStart = now;
            drainedBefore = drained;
        }
        return now - writeStart >= settings.writeTimeout().toNanos();
    }
}
