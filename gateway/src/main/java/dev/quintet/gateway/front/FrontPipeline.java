package dev.quintet.gateway.front;

import dev.quintet.gateway.front.ForwardHeaders.Origin;
import dev.quintet.gateway.front.FrontHandler.Caller;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.function.Function;

/** Builds the pipeline of an accepted connection, for the protocol that its first bytes speak. */
final class FrontPipeline extends ChannelInitializer<Channel> {
    /** Per connection; one client may not hold more of the gateway than that. */
    private static final int STREAMS_MAX = 128;

    private static final int WINDOW_BYTES = 64 * 1024;
    private static final String GUARD_OF_KIT = "quintet-connection";

    private final FrontParts parts;
    private final Function<Channel, LoopState> loops;
    private final Set<String> trusted;

    FrontPipeline(FrontParts parts, Function<Channel, LoopState> loops, Set<String> trusted) {
        this.parts = parts;
        this.loops = loops;
        this.trusted = trusted;
    }

    @Override
    protected void initChannel(Channel channel) {
        var pipeline = channel.pipeline();
        // The kit guards every accepted connection of the process; ours have their own, for two protocols.
        if (pipeline.get(GUARD_OF_KIT) != null) {
            pipeline.remove(GUARD_OF_KIT);
        }
        var pace = new ConnectionPace(parts);
        pipeline.addLast(pace).addLast(new ProtocolChoice(http2 -> {
            if (http2) {
                http2(channel, pace);
            } else {
                http1(channel, pace);
            }
        }));
    }

    private void http1(Channel channel, ConnectionPace pace) {
        int headerMax = (int) parts.common().current().http().headerMax().asLongValue();
        var encoder = new AnswerEncoder();
        var handler = new FrontHandler(parts, loops.apply(channel), caller(channel), pace, encoder);
        pace.watch(handler);
        channel.pipeline()
                .addLast(new StrictDecoder(headerMax))
                .addLast(encoder)
                .addLast(handler);
    }

    private void http2(Channel channel, ConnectionPace pace) {
        long headerMax = parts.common().current().http().headerMax().asLongValue();
        var caller = caller(channel);
        var loop = loops.apply(channel);
        // What is in flight on a stream is held to its own deadline; the connection only to taking its answers.
        pace.enter(ConnectionPace.Phase.BUSY);
        var settings = Http2Settings.defaultSettings()
                .maxConcurrentStreams(STREAMS_MAX)
                .initialWindowSize(WINDOW_BYTES)
                .maxHeaderListSize(headerMax);
        channel.pipeline()
                .addLast(Http2FrameCodecBuilder.forServer()
                        .initialSettings(settings)
                        .gracefulShutdownTimeoutMillis(
                                parts.common().current().drainDeadline().toMillis())
                        .build())
                .addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        stream.pipeline()
                                .addLast(new Http2StreamFrameToHttpObjectCodec(true))
                                .addLast(new FrontHandler(parts, loop, caller, null, null));
                    }
                }));
    }

    private Caller caller(Channel channel) {
        InetAddress address = channel.remoteAddress() instanceof InetSocketAddress socket
                ? socket.getAddress()
                : InetAddress.getLoopbackAddress();
        String text = address.getHostAddress();
        return new Caller(
                new Origin(text, "http", trusted.contains(text)), parts.desk().key(address.getAddress()));
    }
}
