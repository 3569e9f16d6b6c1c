package dev.quintet.shared.http.guard;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Puts a guard in front of every connection that this process accepts, on both ports. Found by {@code ServiceLoader}:
 * Quarkus offers no way to a connection before its first request, and a slow or broken first request is the point.
 */
@RegisterForReflection
public final class GuardExtension extends ChannelInitializerExtension {
    /** Netty looks for extensions only when told so. */
    public static final String SWITCH = "io.netty.bootstrap.extensions";

    @Override
    public void postInitializeServerChildChannel(Channel channel) {
        // Vert.x builds its pipeline later, behind this handler.
        channel.pipeline().addFirst("quintet-connection", new ConnectionGuard());
    }
}
