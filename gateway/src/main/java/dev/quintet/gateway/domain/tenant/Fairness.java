package dev.quintet.gateway.domain.tenant;

/** Jain's index: 1 when all got the same, 1/n when one got everything. */
public final class Fairness {
    private Fairness() {}

    /** Of the first {@code count} values; 1 when there is nobody to compare. */
    public static double jain(double[] served, int count) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            sum += served[i];
            squares += served[i] * served[i];
        }
        return squares == 0 ? 1 : sum * sum / (count * squares);
    }
}
