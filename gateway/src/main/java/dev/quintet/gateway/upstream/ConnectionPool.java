package dev.quintet.gateway.upstream;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Idle connections of one event loop to one address, the most recently used first. How many are in use at the same time
 * is bounded by the upstream's slots; at most {@value #IDLE_MAX} are kept. Runs on its event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed connect is told to whoever asked for it.
public final class ConnectionPool {
    static final int IDLE_MAX = 256;

    /** Shorter than the upstreams' own idle timeout, so that they seldom close one just as it is used. */
    static final Duration IDLE_TIME = Duration.ofSeconds(20);

    private static final HttpDecoderConfig ANSWERS = new HttpDecoderConfig()
            .setMaxInitialLineLength(4096)
            .setMaxHeaderSize(32 * 1024)
            .setMaxChunkSize(64 * 1024)
            .setStrictLineParsing(true);

    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final Supplier<InetSocketAddress> address;
    private final ArrayDeque<UpstreamConnection> idle = new ArrayDeque<>();
    private int open;

    ConnectionPool(
            EventLoop loop, ChannelFactory<? extends SocketChannel> channels, Supplier<InetSocketAddress> address) {
        this.loop = loop;
        this.address = address;
        this.bootstrap = new Bootstrap()
                .group(loop)
                // A factory, not a class: its constructor cannot be found by reflection in a native image.
                .channelFactory(channels)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpClientCodec(ANSWERS, false, false))
                                .addLast(new UpstreamConnection(ConnectionPool.this, channel));
                    }
                });
    }

    /** A connection for {@code borrower}: at once, or when it has been made. */
    public void take(Answer borrower, Duration connectTimeout) {
        UpstreamConnection connection = idle.pollLast();
        while (connection != null && !connection.alive()) {
            connection = idle.pollLast();
        }
        if (connection != null) {
            connection.lend(borrower);
            borrower.connected(connection);
            return;
        }
        bootstrap
                .clone()
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) connectTimeout.toMillis())
                .connect(address.get())
                .addListener((ChannelFuture made) -> connected(made, borrower));
    }

    /** Connections in use or kept, for leak checks. */
    public int open() {
        return open;
    }

    private void connected(ChannelFuture made, Answer borrower) {
        if (!made.isSuccess()) {
            borrower.failed(Failure.UNREACHABLE);
            return;
        }
        open++;
        var connection = made.channel().pipeline().get(UpstreamConnection.class);
        connection.lend(borrower);
        borrower.connected(connection);
    }

    void give(UpstreamConnection connection) {
        if (idle.size() == IDLE_MAX) {
            connection.close();
            return;
        }
        connection.idleSince = System.nanoTime();
        idle.addLast(connection);
    }

    void gone(UpstreamConnection connection) {
        open--;
        idle.remove(connection);
    }

    /** Closes what nobody needed for a while. */
    void sweep(long now) {
        UpstreamConnection oldest = idle.peekFirst();
        while (oldest != null && now - oldest.idleSince > IDLE_TIME.toNanos()) {
            idle.pollFirst();
            oldest.close();
            oldest = idle.peekFirst();
        }
    }

    void close() {
        loop.execute(() -> idle.forEach(UpstreamConnection::close));
    }
}
