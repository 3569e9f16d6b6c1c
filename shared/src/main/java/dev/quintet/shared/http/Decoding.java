package dev.quintet.shared.http;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.http.decode.DecodeGuard;
import jakarta.enterprise.context.ApplicationScoped;

/** Opens decode guards with the configured limits; for routes that read a raw stream, and for JAX-RS bodies. */
@ApplicationScoped
public class Decoding {
    private final HotConfig<QuintetConfig> config;

    Decoding(HotConfig<QuintetConfig> config) {
        this.config = config;
    }

    /** A guard for the value of {@code Content-Encoding}; 415 if it is not one that the route takes. */
    public DecodeGuard open(String contentEncoding, boolean zstdAllowed) {
        var http = config.current().http();
        var limits = new DecodeGuard.Limits(http.decodedMax().asLongValue(), http.decodeRatioMax());
        return DecodeGuard.open(contentEncoding, zstdAllowed, limits);
    }
}
