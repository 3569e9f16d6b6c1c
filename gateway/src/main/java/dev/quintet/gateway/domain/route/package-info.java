/** Where a request goes: immutable tables, validated whole and swapped atomically. */
@NullMarked
package dev.quintet.gateway.domain.route;

import org.jspecify.annotations.NullMarked;
