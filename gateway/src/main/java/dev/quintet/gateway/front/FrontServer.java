package dev.quintet.gateway.front;

import dev.quintet.gateway.upstream.LoopPools;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/** The public port: event loops of its own, each with its clients and its upstream connections. */
final class FrontServer {
    /** The upstream that is the gateway's own management server. */
    static final String SELF = "gateway";

    /** Buffered per direction before the other side is asked to wait. */
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    private static final int BACKLOG = 1024;
    private static final long TICK_MILLIS = 5;

    private final EventLoopGroup group;
    private final Map<EventExecutor, LoopState> loops = new HashMap<>();
    private final Channel listener;

    FrontServer(FrontParts parts, InetSocketAddress address, int threads, Set<String> trusted, IntSupplier selfPort) {
        var names = new DefaultThreadFactory("front");
        boolean epoll = Epoll.isAvailable();
        group = epoll ? new EpollEventLoopGroup(threads, names) : new NioEventLoopGroup(threads, names);
        for (EventExecutor each : group) {
            var loop = (EventLoop) each;
            loops.put(loop, new LoopState(loop, new LoopPools(loop, selfPort)));
        }
        var _ = group.next()
                .scheduleWithFixedDelay(parts.desk()::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        listener = new ServerBootstrap()
                .group(group)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(new FrontPipeline(parts, this::loopOf, trusted))
                .bind(address)
                .syncUninterruptibly()
                .channel();
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** Cuts off what is still going on; how many requests that hit. */
    int cutOff() {
        return sum(LoopState::cutOff);
    }

    /** Connections to upstreams, in use or kept. */
    int upstreamConnections() {
        return sum(loop -> loop.pools.open());
    }

    /** Connections and streams of clients. */
    int clients() {
        return sum(LoopState::clients);
    }

    void close() {
        listener.close().syncUninterruptibly();
        group.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).syncUninterruptibly();
    }

    private int sum(ToIntFunction<LoopState> part) {
        List<Future<Integer>> parts = new ArrayList<>();
        for (LoopState loop : loops.values()) {
            parts.add(loop.loop.submit((Callable<Integer>) () -> part.applyAsInt(loop)));
        }
        return parts.stream()
                .mapToInt(each -> each.syncUninterruptibly().getNow())
                .sum();
    }

    private LoopState loopOf(Channel channel) {
        var state = loops.get(channel.eventLoop());
        if (state == null) {
            throw new IllegalStateException("a connection on a foreign event loop");
        }
        return state;
    }
}
