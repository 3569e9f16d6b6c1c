/** What a conditional or ranged request asks for (RFC 9110, sections 13 and 14), as plain values. */
@NullMarked
package dev.quintet.storage.api.condition;

import org.jspecify.annotations.NullMarked;
