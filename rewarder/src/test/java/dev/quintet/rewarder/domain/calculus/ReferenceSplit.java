package dev.quintet.rewarder.domain.calculus;

import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.policy.Rounding;
import dev.quintet.rewarder.domain.usage.Metric;
import dev.quintet.rewarder.domain.usage.Usage;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rules of the calculus once more, in the plainest way: BigInteger, sorting, repeating until nothing changes. */
final class ReferenceSplit {
    private ReferenceSplit() {}

    static List<BigInteger> amounts(Usage usage, Policy policy) {
        int n = usage.size();
        var scores = new ArrayList<BigInteger>();
        for (int i = 0; i < n; i++) {
            var score = BigInteger.ZERO;
            for (Metric metric : Metric.ALL) {
                score = score.add(BigInteger.valueOf(usage.metric(metric, i))
                        .multiply(BigInteger.valueOf(policy.weights().of(metric))));
            }
            scores.add(score);
        }
        var amounts = new ArrayList<>(java.util.Collections.nCopies(n, BigInteger.ZERO));
        var pool = usage.header().pool().big();
        if (policy.poolCap().isPresent()) {
            pool = pool.min(policy.poolCap().get().big());
        }
        var total = scores.stream().reduce(BigInteger.ZERO, BigInteger::add);
        var in = new ArrayList<Integer>();
        for (int i = 0; i < n; i++) {
            if (pool.multiply(scores.get(i))
                            .divide(total)
                            .compareTo(policy.minPayout().big())
                    >= 0) {
                in.add(i);
            }
        }
        if (policy.maxPayout().isPresent()) {
            pool = cap(in, scores, amounts, pool, policy.maxPayout().get().big());
        }
        share(in, scores, amounts, pool, policy.rounding());
        return amounts;
    }

    private static BigInteger cap(
            List<Integer> in, List<BigInteger> scores, List<BigInteger> amounts, BigInteger pool, BigInteger max) {
        var rest = pool;
        while (true) {
            var left = rest;
            var sum = in.stream().map(scores::get).reduce(BigInteger.ZERO, BigInteger::add);
            var reached = in.stream()
                    .filter(i -> left.multiply(scores.get(i)).compareTo(max.multiply(sum)) >= 0)
                    .toList();
            if (reached.isEmpty() || sum.signum() == 0) {
                return rest;
            }
            reached.forEach(i -> amounts.set(i, max));
            in.removeAll(reached);
            rest = rest.subtract(max.multiply(BigInteger.valueOf(reached.size())));
        }
    }

    private static void share(
            List<Integer> in, List<BigInteger> scores, List<BigInteger> amounts, BigInteger pool, Rounding rounding) {
        var sum = in.stream().map(scores::get).reduce(BigInteger.ZERO, BigInteger::add);
        if (sum.signum() == 0) {
            return;
        }
        var rest = pool;
        for (int i : in) {
            amounts.set(i, pool.multiply(scores.get(i)).divide(sum));
            rest = rest.subtract(amounts.get(i));
        }
        if (rounding == Rounding.LARGEST_REMAINDER) {
            in.stream()
                    .sorted(Comparator.comparing(
                                    (Integer i) -> pool.multiply(scores.get(i)).mod(sum))
                            .reversed()
                            .thenComparing(i -> i))
                    .limit(rest.longValueExact())
                    .forEach(i -> amounts.set(i, amounts.get(i).add(BigInteger.ONE)));
        }
    }
}
