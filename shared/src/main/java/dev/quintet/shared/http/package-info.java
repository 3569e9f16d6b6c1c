/**
 * What every service does with a request before and after its own code. In order of travel: the connection guard
 * (framing, timeouts, body cap) in {@code guard}, then {@code FrontFilter} (correlation id, drain, deadline, meters),
 * then JAX-RS with {@code RequestBody} (decoding, strict JSON), and back through the one error mapper.
 */
@NullMarked
package dev.quintet.shared.http;

import org.jspecify.annotations.NullMarked;
