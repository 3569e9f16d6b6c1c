package dev.quintet.gateway.pipeline;

/** Something that more than one part of the gateway wants to know. */
public sealed interface GatewayEvent {

    /** An upstream changed its state. */
    record UpstreamChanged(String upstream, boolean ready) implements GatewayEvent {}

    /** The routes of a registry version are in force. */
    record RoutesSwapped(long version, int routes) implements GatewayEvent {}

    /** Those of a version are not; the old ones stay. */
    record RoutesRefused(long version, String reason) implements GatewayEvent {}

    /** An epoch's usage lies in storage. */
    record EpochSealed(String epoch, String address) implements GatewayEvent {}
}
