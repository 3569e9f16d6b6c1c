/** A minimal service that {@code ShutdownPhasesTest} packages and runs as a real process. Its beans are off elsewhere. */
@NullMarked
package dev.quintet.shared.lifecycle.app;

import org.jspecify.annotations.NullMarked;
