/** What the gateway answers itself. */
@NullMarked
package dev.quintet.gateway.api;

import org.jspecify.annotations.NullMarked;
