/** Whose a request is, and how fast its tenant may come. Confined to one thread. */
@NullMarked
package dev.quintet.gateway.domain.tenant;

import org.jspecify.annotations.NullMarked;
