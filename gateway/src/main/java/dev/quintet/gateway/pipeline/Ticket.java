package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.route.Route;
import org.jspecify.annotations.Nullable;

/**
 * What the desk needs to know to admit a request.
 *
 * @param tenant of a verified token; null for an anonymous caller
 * @param address names an anonymous caller, see {@code TenantTable.key}
 * @param write whether it changes something, and is therefore shed first
 */
public record Ticket(Route route, @Nullable String tenant, long address, boolean write, int cost, long deadline) {}
