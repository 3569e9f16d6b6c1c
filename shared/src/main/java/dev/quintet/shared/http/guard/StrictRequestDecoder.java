package dev.quintet.shared.http.guard;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;

/**
 * Vert.x' decoder, but a request with both {@code Content-Length} and {@code Transfer-Encoding} is malformed. Netty drops
 * the length and goes on, and a proxy before us that goes by the length would then see other requests than we do.
 *
 * <p>Put in place before the first byte is decoded. Not behind TLS: there the first head may come with the end of the
 * handshake, and a decoder that has begun cannot be exchanged.
 */
public final class StrictRequestDecoder extends VertxHttpRequestDecoder {
    private static final String NAME = "httpDecoder";
    // Static because the guard's extension is created by Netty. The limits of the public port hold for both ports.
    private static volatile HttpServerOptions limits = new HttpServerOptions();

    private StrictRequestDecoder(HttpServerOptions limits) {
        super(limits);
    }

    /** The limits of lines, heads and chunks for connections from now on. */
    public static void use(HttpServerOptions options) {
        limits = options;
    }

    static void install(ChannelPipeline pipeline) {
        if (pipeline.get(SslHandler.class) == null
                && pipeline.get(NAME) instanceof VertxHttpRequestDecoder lenient
                && !(lenient instanceof StrictRequestDecoder)) {
            pipeline.replace(lenient, NAME, new StrictRequestDecoder(limits));
        }
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("a request has one length");
    }
}
