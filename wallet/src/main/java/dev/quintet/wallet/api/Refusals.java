package dev.quintet.wallet.api;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.wallet.domain.Outcome.Refused;
import java.util.Map;

/** The ledger's refusals as HTTP answers. */
final class Refusals {
    private Refusals() {}

    static ServiceException answer(Refused refused) {
        return switch (refused.reason()) {
            case INSUFFICIENT_FUNDS ->
                new ServiceException(WalletError.INSUFFICIENT_FUNDS, "the available balance does not cover the amount");
            case NONCE_CONFLICT ->
                new ServiceException(
                        WalletError.NONCE_CONFLICT,
                        "the nonce is not the next one",
                        Map.of("expected", refused.expected()));
            case IDEMPOTENCY_CONFLICT ->
                new ServiceException(
                        WalletError.IDEMPOTENCY_CONFLICT, "the key was used for another request of this scope");
            case LIMITS_EXCEEDED ->
                new ServiceException(WalletError.LIMITS_EXCEEDED, "the amount passes a ceiling of this ledger");
            case HOLD_CLOSED ->
                new ServiceException(WalletError.HOLD_CLOSED, "the hold was captured, released or has expired");
            case HOLD_NOT_FOUND -> new ServiceException(CommonError.NOT_FOUND, "no such hold");
            case SELF_TRANSFER -> malformed("from and to are the same account");
        };
    }

    static ServiceException malformed(String detail) {
        return new ServiceException(CommonError.BAD_REQUEST, detail);
    }
}
