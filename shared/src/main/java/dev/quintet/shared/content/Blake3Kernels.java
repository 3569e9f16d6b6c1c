package dev.quintet.shared.content;

import java.io.IOException;
import org.jboss.logging.Logger;

/**
 * The kernel of this process, chosen once when it is first needed. A native image must initialise this class at run
 * time ({@code native-image.properties} says so): the machine that builds is not the machine that runs.
 */
final class Blake3Kernels {
    /** Set to {@code portable} to keep the C kernel out; read once. */
    static final String PROPERTY = "quintet.blake3";

    static final Blake3Kernel CHOSEN = choose();

    private Blake3Kernels() {}

    private static Blake3Kernel choose() {
        if (!System.getProperty(PROPERTY, "auto").equals("portable")) {
            try {
                return NativeKernel.load();
            } catch (IOException | UnsatisfiedLinkError | RuntimeException e) {
                // Not an error: every platform has the portable kernel, and /version says which one runs.
                Logger.getLogger(Blake3Kernels.class).debugf(e, "BLAKE3: no C kernel, portable Java instead");
            }
        }
        return portable();
    }

    static Blake3Kernel portable() {
        boolean nativeImage = System.getProperty("org.graalvm.nativeimage.imagecode") != null;
        return nativeImage ? new ScalarKernel() : new LanesKernel();
    }
}
