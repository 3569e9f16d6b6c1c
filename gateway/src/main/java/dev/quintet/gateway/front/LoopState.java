package dev.quintet.gateway.front;

import dev.quintet.gateway.upstream.LoopPools;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/** What lives on one event loop: its upstream connections and its clients. Runs on that loop only. */
final class LoopState {
    final EventLoop loop;
    final LoopPools pools;
    private final Set<FrontHandler> clients = new HashSet<>();

    LoopState(EventLoop loop, LoopPools pools) {
        this.loop = loop;
        this.pools = pools;
    }

    void add(FrontHandler client) {
        clients.add(client);
    }

    void remove(FrontHandler client) {
        clients.remove(client);
    }

    /** Ends every exchange that is still going on, and says how many those were. */
    int cutOff() {
        int cut = 0;
        for (FrontHandler client : new ArrayList<>(clients)) {
            cut += client.cutOff() ? 1 : 0;
        }
        return cut;
    }

    int clients() {
        return clients.size();
    }
}
