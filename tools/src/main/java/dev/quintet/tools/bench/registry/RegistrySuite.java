package dev.quintet.tools.bench.registry;

import dev.quintet.tools.bench.Contestant;
import dev.quintet.tools.bench.Packages;
import dev.quintet.tools.bench.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The registry against etcd: durable writes over HTTP, and many writers who all want the head. */
public final class RegistrySuite implements Suite {
    private final Path folder;

    public RegistrySuite(Path folder) {
        this.folder = folder;
    }

    @Override
    public String name() {
        return "registry";
    }

    @Override
    public String question() {
        return "Durable writes per second over HTTP with the same client, 1 and 64 at a time. Registry: commits of proposals"
                + " that two of three signers have approved before (signatures are checked at approval); etcd: puts through its"
                + " JSON gateway. Contended: 64 writers who all move one head; etcd's compare the revision of one key and try"
                + " again, the registry's are sequenced by the server.";
    }

    @Override
    public List<String> goals() {
        return List.of(
                "contended head: at least 100 times etcd's race.",
                "durable commits with 64 clients: at least 1.5 times etcd's puts.",
                "acknowledged to provable: p99 below 5 ms.");
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<Contestant> contestants(Consumer<String> say) throws Exception {
        var contestants = new ArrayList<Contestant>();
        contestants.add(new Contestant("registry, JVM", () -> new RegistryLoad(folder).measure()));
        if (Packages.ensure("etcd", "etcd-server", say)) {
            contestants.add(new Contestant("etcd, one node, JSON gateway", () -> new EtcdLoad(folder).measure()));
        }
        return contestants;
    }
}
