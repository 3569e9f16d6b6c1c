package dev.quintet.storage.api.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.storage.api.condition.ByteRange.Selection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-0        | 10 | 0 | 0",
                "bytes=0-9        | 10 | 0 | 9",
                "bytes=0-99       | 10 | 0 | 9",
                "bytes=9-         | 10 | 9 | 9",
                "bytes=3-5        | 10 | 3 | 5",
                "bytes=-1         | 10 | 9 | 9",
                "bytes=-99        | 10 | 0 | 9",
                "BYTES=3-5        | 10 | 3 | 5",
                "bytes= 3-5 ,     | 10 | 3 | 5",
                "bytes=003-0005   | 10 | 3 | 5",
                "bytes=0-99999999999999999999999 | 10 | 0 | 9",
                "bytes=-99999999999999999999999  | 10 | 0 | 9"
            })
    void onePartIsCutToTheSize(String header, long size, long first, long last) {
        assertThat(ByteRange.parse(List.of(header)).of(size)).isEqualTo(new Selection.Part(first, last));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=10-   | 10",
                "bytes=10-20 | 10",
                "bytes=-0    | 10",
                "bytes=0-    | 0",
                "bytes=0-0   | 0",
                "bytes=99999999999999999999999- | 10"
            })
    void whatLiesOutsideIsNotSatisfiable(String header, long size) {
        assertThat(ByteRange.parse(List.of(header)).of(size)).isEqualTo(new Selection.Unsatisfiable());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5", "bytes=5-3", "bytes=--5", "bytes=1-2-3",
                "bytes=+1-2", "bytes=0x1-2", "bytes=1 - 2", "bytes=,", "bytes 0-5", "=0-5", "bytes:0-5", "bytes=0-5,x",
                "bytes=0-5;6-7", "bytes=-5-", "bytes=1.5-2"
            })
    void aMalformedRangeIsRefused(String header) {
        assertThat(ByteRange.parse(List.of(header))).isEqualTo(new ByteRange.Malformed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"items=0-5", "seconds=1-2", "bytes=0-1,3-4"})
    void anotherUnitAndSeveralRangesAreAnsweredWhole(String header) {
        assertThat(ByteRange.parse(List.of(header)).of(10)).isEqualTo(new Selection.All());
    }

    @Test
    void theEndOfNothingIsNothing() {
        assertThat(ByteRange.parse(List.of("bytes=-5")).of(0)).isEqualTo(new Selection.All());
    }

    @Test
    void twoHeadersAreOneTooMany() {
        assertThat(ByteRange.parse(List.of("bytes=0-1", "bytes=2-3"))).isEqualTo(new ByteRange.Malformed());
    }
}
