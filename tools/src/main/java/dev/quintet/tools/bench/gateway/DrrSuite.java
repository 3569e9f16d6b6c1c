package dev.quintet.tools.bench.gateway;

import dev.quintet.tools.bench.Contestant;
import dev.quintet.tools.bench.Suite;
import java.util.List;
import java.util.function.Consumer;

/** The fair queue alone, on one thread. */
public final class DrrSuite implements Suite {
    @Override
    public String name() {
        return "drr";
    }

    @Override
    public String question() {
        return "One request through the fair queue (offer, turn, settlement) with every tenant backlogged, costs of 1 to 16 against"
                + " a quantum of 16, in processor time of one thread; a first-in first-out ring of the JDK for scale.";
    }

    @Override
    public List<String> goals() {
        return List.of("a decision costs at most 150 ns with up to 100,000 active tenants, and allocates nothing");
    }

    @Override
    public List<Contestant> contestants(Consumer<String> say) {
        return List.of(
                new Contestant("FairQueue", DrrBench::fair), new Contestant("ArrayDeque, no fairness", DrrBench::fifo));
    }
}
