package dev.quintet.rewarder.domain.calculus;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.rewarder.domain.Snapshots;
import dev.quintet.rewarder.domain.Snapshots.Line;
import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.policy.Funding;
import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.policy.Rounding;
import dev.quintet.rewarder.domain.run.QuarantineException;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The independent judge must not have a size of numbers that it looks past. */
class ConservationTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 61, 62, 63, 64, 65, 127})
    void judgesAMaximumOfAnySize(int bits) throws Exception {
        var max = BigInteger.TWO.pow(bits);

        assertThatCode(() -> check(max.subtract(BigInteger.ONE), max)).doesNotThrowAnyException();
        assertThatCode(() -> check(max, max)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(max.add(BigInteger.ONE), max))
                .isInstanceOf(QuarantineException.class)
                .hasMessageContaining("exceeds the maximum");
    }

    /** Pays the whole of {@code amount} to one payee without a maximum, then has it judged with one. */
    private static void check(BigInteger amount, BigInteger max) throws Exception {
        var usage = Snapshots.read(Snapshots.text("e", amount.toString(), List.of(new Line("acc_a", 7, 0, 0, 0))));
        var result = Calculus.run(usage, policy(Optional.empty()), Lanes.single());
        Conservation.check(usage, policy(Optional.of(Uint128.of(max))), result);
    }

    private static Policy policy(Optional<Uint128> max) {
        return new Policy(
                new Policy.Weights(1, 0, 0, 0),
                Uint128.ZERO,
                max,
                Optional.empty(),
                Rounding.LARGEST_REMAINDER,
                new Funding.Issue());
    }
}
