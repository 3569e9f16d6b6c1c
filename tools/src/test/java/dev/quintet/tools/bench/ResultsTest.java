package dev.quintet.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private final Results results = new Results();

    @Test
    void takesTheMiddleOfTheSamples() {
        assertThat(Results.median(List.of())).isEmpty();
        assertThat(Results.median(List.of(9.0, 1.0, 5.0))).hasValue(5.0);
        assertThat(Results.median(List.of(9.0, 1.0, 5.0, 6.0))).hasValue(5.5);
    }

    @Test
    void isAheadWithMorePerSecondAndWithLessOfAnythingElse() {
        // When
        results.add("ours", Map.of("records/s", 200.0, "offer, ns", 50.0));
        results.add("peer", Map.of("records/s", 100.0, "offer, ns", 100.0));

        // Then
        assertThat(results.ratio("peer", "records/s")).hasValue(2.0);
        assertThat(results.ratio("peer", "offer, ns")).hasValue(2.0);
    }

    @Test
    void givesNoRatioWhereThePeerHasNoFigure() {
        // When
        results.add("ours", Map.of("records/s", 200.0));
        results.add("peer", Map.of("other/s", 100.0));

        // Then
        assertThat(results.ratio("peer", "records/s")).isEmpty();
        assertThat(new Figures(results).text()).contains("records/s", "other/s");
    }
}
