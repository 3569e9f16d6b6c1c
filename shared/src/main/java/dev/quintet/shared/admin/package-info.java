/** The admin port: health, readiness, version, topology. Metrics and liveness are served by Quarkus' own extensions. */
@NullMarked
package dev.quintet.shared.admin;

import org.jspecify.annotations.NullMarked;
