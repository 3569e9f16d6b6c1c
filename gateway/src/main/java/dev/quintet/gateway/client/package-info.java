/** Calls of the gateway's own, apart from what it forwards: usage into storage, routes from the registry. */
@NullMarked
package dev.quintet.gateway.client;

import org.jspecify.annotations.NullMarked;
