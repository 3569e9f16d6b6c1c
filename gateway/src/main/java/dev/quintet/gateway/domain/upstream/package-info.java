/** How much a service behind can take, whether it is well, and which of its addresses is next. Confined to one thread. */
@NullMarked
package dev.quintet.gateway.domain.upstream;

import org.jspecify.annotations.NullMarked;
