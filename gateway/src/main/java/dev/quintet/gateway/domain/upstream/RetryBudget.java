package dev.quintet.gateway.domain.upstream;

/**
 * Keeps retries a small part of the traffic: every request earns a tenth of one, up to a reserve, so that an upstream in trouble
 * sees at most a tenth more requests instead of three times as many.
 */
public final class RetryBudget {
    private static final int RETRY = 10;

    private final int reserve;
    private int earned;

    /** A budget of so many retries at once after a quiet time. */
    public RetryBudget(int retries) {
        reserve = retries * RETRY;
        earned = reserve;
    }

    /** A first attempt was sent. */
    public void requested() {
        earned = Math.min(reserve, earned + 1);
    }

    /** Whether one more attempt may be made; takes it from the budget. */
    public boolean take() {
        if (earned < RETRY) {
            return false;
        }
        earned -= RETRY;
        return true;
    }
}
