/**
 * HTTP: {@code OperationReader} reads bodies strictly, {@code Commands} checks them against the token and makes
 * commands, the resources submit and answer. No rule about money lives here.
 */
@NullMarked
package dev.quintet.wallet.api;

import org.jspecify.annotations.NullMarked;
