/** What a proposal says and who may approve it: read strictly, kept in canonical form. */
@NullMarked
package dev.quintet.registry.domain.payload;

import org.jspecify.annotations.NullMarked;
