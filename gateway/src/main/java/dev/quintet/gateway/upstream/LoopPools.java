package dev.quintet.gateway.upstream;

import dev.quintet.gateway.domain.route.Upstreams.Address;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollEventLoop;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** All pools of one event loop. Runs on that loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // The sweep ends with its event loop.
public final class LoopPools {
    private static final long SWEEP_SECONDS = 5;

    /** The host by which routes lead to the gateway's own management server. */
    public static final String SELF = "self";

    private final EventLoop loop;
    private final IntSupplier selfPort;
    private final Map<Address, ConnectionPool> pools = new HashMap<>();

    /** @param selfPort where the management server listens, known only once it runs */
    public LoopPools(EventLoop loop, IntSupplier selfPort) {
        this.loop = loop;
        this.selfPort = selfPort;
        loop.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
    }

    public ConnectionPool of(Address address) {
        ConnectionPool pool = pools.get(address);
        if (pool == null) {
            pool = new ConnectionPool(loop, channels(), () -> resolve(address));
            pools.put(address, pool);
        }
        return pool;
    }

    /** Connections in use or kept, for leak checks. */
    public int open() {
        return pools.values().stream().mapToInt(ConnectionPool::open).sum();
    }

    public void close() {
        pools.values().forEach(ConnectionPool::close);
    }

    private void sweep() {
        long now = System.nanoTime();
        pools.values().forEach(pool -> pool.sweep(now));
    }

    private ChannelFactory<? extends SocketChannel> channels() {
        return loop instanceof EpollEventLoop ? EpollSocketChannel::new : NioSocketChannel::new;
    }

    private InetSocketAddress resolve(Address address) {
        if (address.host().equals(SELF)) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), selfPort.getAsInt());
        }
        // Netty resolves it when connecting, so a name may move.
        return InetSocketAddress.createUnresolved(address.host(), address.port());
    }
}
