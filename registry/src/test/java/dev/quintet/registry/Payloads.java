package dev.quintet.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.registry.domain.payload.PayloadReader;
import java.util.List;

/** Payloads for tests, written as JSON. */
public final class Payloads {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ATTESTATION =
            "\"attestation\":{\"name\":\"test/log\",\"public_key\":\"" + Signers.publicKey("service") + "\"}";

    private Payloads() {}

    public static Payload of(String json) {
        try {
            return PayloadReader.read(JSON.readTree(json), 1 << 16);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public static Payload put(String id, long value) {
        return of("{\"put\":[{\"kind\":\"service\",\"id\":\"" + id + "\",\"body\":{\"value\":" + value + "}}]}");
    }

    public static Payload remove(String id) {
        return of("{\"remove\":[{\"kind\":\"service\",\"id\":\"" + id + "\"}]}");
    }

    /** A signer set of these names; {@code name+2} is the second key of a name. */
    public static Payload signers(int m, List<String> names) {
        var keys = new StringBuilder();
        for (String name : names) {
            String signer = name.replaceAll("\\d", "");
            keys.append(keys.isEmpty() ? "" : ",")
                    .append("{\"signer_id\":\"")
                    .append(Signers.id(signer))
                    .append("\",\"public_key\":\"")
                    .append(Signers.publicKey(name))
                    .append("\",\"org\":\"org:")
                    .append(signer)
                    .append("\"}");
        }
        return of("{\"put\":[{\"kind\":\"signers\",\"id\":\"root\",\"body\":{\"m\":" + m + ",\"keys\":[" + keys + "],"
                + ATTESTATION + "}}]}");
    }
}
