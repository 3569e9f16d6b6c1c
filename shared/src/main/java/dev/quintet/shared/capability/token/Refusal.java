package dev.quintet.shared.capability.token;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;

/**
 * Why a token was not accepted. UNAUTHORIZED: this token is good for nothing, get another one. FORBIDDEN: the token is
 * sound, but not for this request. The texts are fixed, so that no part of a token can reach a log or an answer.
 */
public enum Refusal {
    MISSING(CommonError.UNAUTHORIZED, "a capability token is required"),
    MALFORMED(CommonError.UNAUTHORIZED, "the token is not a well-formed capability token"),
    TOO_LARGE(CommonError.UNAUTHORIZED, "the token is too long or has too many caveats"),
    THIRD_PARTY(CommonError.UNAUTHORIZED, "third-party caveats are not accepted"),
    UNKNOWN_KEY(CommonError.UNAUTHORIZED, "the token was minted under a root key that is not live here"),
    FORGED(CommonError.UNAUTHORIZED, "the token's signature does not match"),
    UNKNOWN_CAVEAT(CommonError.UNAUTHORIZED, "the token carries a caveat that is not understood"),
    EXPIRED(CommonError.UNAUTHORIZED, "the token has expired"),
    SCOPE(CommonError.FORBIDDEN, "the token does not carry the scope this operation needs"),
    PATH(CommonError.FORBIDDEN, "the token is restricted to another path"),
    TENANT(CommonError.FORBIDDEN, "the token is restricted to another tenant"),
    ACCOUNT(CommonError.FORBIDDEN, "the token is restricted to another account"),
    ASSET(CommonError.FORBIDDEN, "the token is restricted to another asset"),
    CONTRADICTION(CommonError.FORBIDDEN, "the token's caveats exclude each other");

    private final CommonError code;
    private final String detail;

    Refusal(CommonError code, String detail) {
        this.code = code;
        this.detail = detail;
    }

    public CommonError code() {
        return code;
    }

    public String detail() {
        return detail;
    }

    public ServiceException toException() {
        return new ServiceException(code, detail);
    }
}
