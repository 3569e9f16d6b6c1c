package dev.quintet.rewarder.domain.calculus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.rewarder.domain.Snapshots;
import dev.quintet.rewarder.domain.Snapshots.Line;
import dev.quintet.rewarder.domain.number.Divider;
import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.policy.Funding;
import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.policy.Rounding;
import dev.quintet.rewarder.domain.tree.SumNode;
import dev.quintet.rewarder.domain.tree.SumTree;
import dev.quintet.rewarder.domain.usage.Usage;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The calculus against plain BigInteger arithmetic, on vectors of every size and shape. */
class CalculusProperties {

    @Property(tries = 2_000)
    void dividesAsBigIntegerDoes(@ForAll long seed) {
        var random = new Random(seed);
        var total = new BigInteger(1 + random.nextInt(128), random).max(BigInteger.ONE);
        var score = random.nextInt(8) == 0 ? total : new BigInteger(total.bitLength(), random).mod(total);
        var pool = new BigInteger(random.nextInt(129), random);
        var divider = new Divider(Uint128.of(pool), Uint128.of(total));
        var exact = Uint128.of(score);

        divider.share(exact.hi(), exact.lo());

        var product = pool.multiply(score);
        assertThat(new Uint128(divider.quotientHi(), divider.quotientLo()).big())
                .isEqualTo(product.divide(total));
        int shift = 128 - total.bitLength();
        assertThat(new Uint128(divider.restHi(), divider.restLo()).big())
                .isEqualTo(product.mod(total).shiftLeft(shift));
    }

    @Property(tries = 600)
    void agreesWithTheReferenceAndConserves(@ForAll long seed) throws Exception {
        var random = new Random(seed);
        var usage = usage(random);
        var policy = policy(random, usage);

        var result = Calculus.run(usage, policy, Lanes.single());

        var expected = ReferenceSplit.amounts(usage, policy);
        for (int i = 0; i < usage.size(); i++) {
            assertThat(result.amounts().get(i).big())
                    .as("payee %d of %d", i, usage.size())
                    .isEqualTo(expected.get(i));
        }
        Conservation.check(usage, policy, result);
        var sum = expected.stream().reduce(BigInteger.ZERO, BigInteger::add);
        assertThat(sum.add(result.residual().big())).isEqualTo(result.pool().big());
        for (int i = 0; i < usage.size(); i++) {
            for (int j = Math.max(0, i - 3); j < i; j++) {
                int order = result.scores().get(i).compareTo(result.scores().get(j));
                // More score never less pay.
                if (order > 0) {
                    assertThat(result.amounts().get(i))
                            .isGreaterThanOrEqualTo(result.amounts().get(j));
                }
            }
        }
    }

    @Property(tries = 8)
    void anyNumberOfLanesGivesTheSame(@ForAll long seed) throws Exception {
        var random = new Random(seed);
        var lines = new ArrayList<Line>();
        for (int i = 0; i < 3 * Lanes.CHUNK / 2; i++) {
            lines.add(new Line("a%06d".formatted(i), random.nextInt(1 << 30), random.nextInt(1000), 3600, 7));
        }
        var usage = Snapshots.read(Snapshots.text("e", "123456789012", lines));
        var policy = new Policy(
                new Policy.Weights(500_000, 300_000, 1, 9),
                Uint128.of(1_000_000),
                Optional.of(Uint128.of(6_000_000)),
                Optional.empty(),
                Rounding.LARGEST_REMAINDER,
                new Funding.Issue());
        var one = Calculus.run(usage, policy, Lanes.single());
        var root = SumTree.build(usage, one.amounts(), Lanes.single()).root();

        for (int lanes : new int[] {2, 4}) {
            var many = Calculus.run(usage, policy, new Lanes(lanes, ForkJoinPool.commonPool()));

            assertThat(many.amounts().lo).isEqualTo(one.amounts().lo);
            assertThat(SumTree.build(usage, many.amounts(), new Lanes(lanes, ForkJoinPool.commonPool()))
                            .root())
                    .isEqualTo(root);
        }
    }

    @Property(tries = 150)
    void everyLeafProvesItselfAndTheTotal(@ForAll long seed) throws Exception {
        var random = new Random(seed);
        var usage = usage(random);
        var policy = policy(random, usage);
        var result = Calculus.run(usage, policy, Lanes.single());
        var tree = SumTree.build(usage, result.amounts(), Lanes.single());
        int payee = random.nextInt(usage.size());

        var proof = tree.proof(payee, i -> leaf(usage, result, i));

        assertThat(proof.root(leaf(usage, result, payee))).isEqualTo(tree.root());
        assertThat(tree.root().sum()).isEqualTo(result.payout());
        var lie = SumNode.leaf(
                usage.account(payee).getBytes(StandardCharsets.US_ASCII),
                result.amounts().get(payee).plus(Uint128.of(1)));
        assertThat(proof.root(lie)).isNotEqualTo(tree.root());
    }

    private static SumNode leaf(Usage usage, Payouts result, int payee) {
        return SumNode.leaf(
                usage.account(payee).getBytes(StandardCharsets.US_ASCII),
                result.amounts().get(payee));
    }

    /** One payee, many equal ones, zeros, one giant, pools smaller than payees: all come up. */
    private static Usage usage(Random random) throws Exception {
        int n = switch (random.nextInt(4)) {
            case 0 -> 1;
            case 1 -> 1 + random.nextInt(5);
            default -> 1 + random.nextInt(300);
        };
        int bits = 1 + random.nextInt(62);
        boolean equal = random.nextInt(5) == 0;
        boolean giant = random.nextInt(5) == 0;
        var lines = new ArrayList<Line>();
        for (int i = 0; i < n; i++) {
            long value = equal ? 7 : new BigInteger(1 + random.nextInt(bits), random).longValue();
            value = random.nextInt(6) == 0 ? 0 : value;
            value = i == 0 ? Math.max(1, giant ? Long.MAX_VALUE : value) : value;
            lines.add(new Line("acc_%04d".formatted(i), value, random.nextInt(3), random.nextInt(9), 1));
        }
        var pool = new BigInteger(random.nextInt(129), random);
        return Snapshots.read(Snapshots.text("e", pool.toString(), lines));
    }

    private static Policy policy(Random random, Usage usage) {
        var pool = usage.header().pool();
        var part = pool.big().divide(BigInteger.valueOf(1 + random.nextInt(2 * usage.size() + 1)));
        var max =
                random.nextInt(3) == 0 && part.signum() > 0 ? Optional.of(Uint128.of(part)) : Optional.<Uint128>empty();
        var min = random.nextInt(3) == 0
                ? Uint128.of(part.divide(BigInteger.valueOf(1 + random.nextInt(20))))
                : Uint128.ZERO;
        var cap = random.nextInt(4) == 0
                ? Optional.of(Uint128.of(pool.big().shiftRight(random.nextInt(8))))
                : Optional.<Uint128>empty();
        return new Policy(
                new Policy.Weights(1 + random.nextInt(1_000_000), random.nextInt(1_000_000), random.nextInt(3), 0),
                min,
                max,
                cap,
                random.nextInt(3) == 0 ? Rounding.FLOOR : Rounding.LARGEST_REMAINDER,
                new Funding.Issue());
    }
}
