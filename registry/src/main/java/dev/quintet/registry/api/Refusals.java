package dev.quintet.registry.api;

import dev.quintet.registry.domain.Outcome.Refused;
import dev.quintet.registry.domain.PrunedException;
import dev.quintet.registry.domain.RegistryState;
import dev.quintet.registry.domain.payload.MalformedException;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ErrorCode;
import dev.quintet.shared.error.ServiceException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Refusals as HTTP answers. */
final class Refusals {
    private Refusals() {}

    static ServiceException answer(Refused refused) {
        return new ServiceException(code(refused), refused.detail(), refused.details());
    }

    static ServiceException malformed(MalformedException e) {
        return malformed(String.valueOf(e.getMessage()));
    }

    static ServiceException malformed(String detail) {
        return new ServiceException(CommonError.BAD_REQUEST, detail);
    }

    static ServiceException notFound(String detail) {
        return new ServiceException(CommonError.NOT_FOUND, detail);
    }

    /** Gone, with the checkpoint that still vouches for it. */
    static ServiceException pruned(PrunedException e, RegistryState state) {
        Map<String, Object> details = new LinkedHashMap<>();
        state.checkpointCovering(Math.max(1, e.version()))
                .ifPresent(checkpoint -> details.put(
                        "checkpoint",
                        Map.of(
                                "size", checkpoint.size(),
                                "root", checkpoint.rootBase64(),
                                "hash", checkpoint.hash().toString(),
                                "note", checkpoint.note())));
        return new ServiceException(RegistryError.PRUNED, String.valueOf(e.getMessage()), details);
    }

    private static ErrorCode code(Refused refused) {
        return switch (refused.reason()) {
            case NOT_FOUND -> CommonError.NOT_FOUND;
            case MALFORMED -> CommonError.BAD_REQUEST;
            case QUORUM_FAILED -> RegistryError.QUORUM_FAILED;
            case REVOKED_KEY -> RegistryError.REVOKED_KEY;
            case DUPLICATE_APPROVAL -> RegistryError.DUPLICATE_APPROVAL;
            case CHAIN_MISMATCH -> RegistryError.CHAIN_MISMATCH;
            case EXPIRED -> RegistryError.EXPIRED;
            case BUSY -> CommonError.BUSY;
            case STORAGE_BUSY -> RegistryError.STORAGE_BUSY;
        };
    }
}
