/**
 * Capability tokens: who may do what, proven offline.
 *
 * <p>On JAX-RS routes {@link dev.quintet.shared.capability.RequiresScope} has the token checked before the resource
 * runs, and {@link dev.quintet.shared.capability.Capability} tells the resource which tenant, account or asset it is
 * restricted to. Elsewhere {@link dev.quintet.shared.capability.CapabilityVerifier} answers with a {@link
 * dev.quintet.shared.capability.Verdict}. The tokens themselves live in {@code capability.token}, which knows nothing
 * of HTTP or of a container. docs/security.md has the whole story.
 */
@NullMarked
package dev.quintet.shared.capability;

import org.jspecify.annotations.NullMarked;
