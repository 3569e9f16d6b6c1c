/**
 * HTTP: {@code Bodies} reads JSON and CBOR strictly, the resources ask or submit, {@code Answer} leaves as JSON or CBOR.
 * No rule about the log lives here.
 */
@NullMarked
package dev.quintet.registry.api;

import org.jspecify.annotations.NullMarked;
