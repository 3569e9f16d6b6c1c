package dev.quintet.wallet.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class AmountProperties {
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(128);

    @Property
    void printsAndReadsBackEveryAmount(@ForAll("amounts") Amount amount) {
        assertThat(amount.toString()).isEqualTo(big(amount).toString());
        assertThat(Amount.parse(amount.toString())).contains(amount);
    }

    @Property
    void addsExactlyOrRefuses(@ForAll("amounts") Amount a, @ForAll("amounts") Amount b) {
        var sum = big(a).add(big(b));
        assertThat(a.overflows(b)).isEqualTo(sum.compareTo(LIMIT) >= 0);
        if (a.overflows(b)) {
            assertThatThrownBy(() -> a.plus(b)).isInstanceOf(ArithmeticException.class);
        } else {
            assertThat(big(a.plus(b))).isEqualTo(sum);
        }
    }

    @Property
    void subtractsExactlyOrRefuses(@ForAll("amounts") Amount a, @ForAll("amounts") Amount b) {
        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(big(a).compareTo(big(b)));
        if (a.compareTo(b) < 0) {
            assertThatThrownBy(() -> a.minus(b)).isInstanceOf(ArithmeticException.class);
        } else {
            assertThat(big(a.minus(b))).isEqualTo(big(a).subtract(big(b)));
        }
    }

    @Property
    void readsExactlyWhatFits(@ForAll("numbers") BigInteger number) {
        var parsed = Amount.parse(number.toString());
        assertThat(parsed.isPresent()).isEqualTo(number.signum() >= 0 && number.compareTo(LIMIT) < 0);
        parsed.ifPresent(amount -> assertThat(big(amount)).isEqualTo(number));
    }

    @Example
    void refusesEveryOtherSpelling() {
        for (String text :
                new String[] {"", "+1", "-1", "01", "00", " 1", "1 ", "1.0", "1e3", "0x1", "٣", "1_000", "NaN"}) {
            assertThat(Amount.parse(text)).as(text).isEmpty();
        }
        assertThat(Amount.parse("0")).contains(Amount.ZERO);
        assertThat(Amount.parse("340282366920938463463374607431768211455")).contains(Amount.MAX);
        assertThat(Amount.parse("340282366920938463463374607431768211456")).isEmpty();
        assertThat(Amount.parse("999999999999999999999999999999999999999")).isEmpty();
    }

    @Provide
    Arbitrary<Amount> amounts() {
        return Arbitraries.bigIntegers()
                .between(BigInteger.ZERO, LIMIT.subtract(BigInteger.ONE))
                .map(AmountProperties::amount);
    }

    @Provide
    Arbitrary<BigInteger> numbers() {
        return Arbitraries.bigIntegers().between(BigInteger.TWO.negate(), LIMIT.shiftLeft(2));
    }

    private static Amount amount(BigInteger value) {
        return new Amount(value.shiftRight(64).longValue(), value.longValue());
    }

    private static BigInteger big(Amount amount) {
        return new BigInteger(Long.toUnsignedString(amount.hi()))
                .shiftLeft(64)
                .add(new BigInteger(Long.toUnsignedString(amount.lo())));
    }
}
