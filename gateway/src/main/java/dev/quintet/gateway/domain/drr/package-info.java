/** When a request's turn is: deficit round-robin over the tenants that wait for one upstream. Confined to one thread. */
@NullMarked
package dev.quintet.gateway.domain.drr;

import org.jspecify.annotations.NullMarked;
