package dev.quintet.shared.config;

import dev.quintet.shared.config.Danger.Looser;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What all five services share; each adds its own mapping under {@code quintet.<service>}. */
@RegisterForReflection // The start-up checks read the keys from its methods, in a native image too.
@ConfigMapping(prefix = "quintet")
public interface QuintetConfig {

    /** Folder of everything this service writes; one that cannot be created stops the start. */
    @WithDefault(".quintet/${quarkus.application.name:service}")
    Path dataDir();

    /** Keeps all state in memory and leaves not one file behind; everything is gone when the process ends. */
    @WithDefault("false")
    boolean amnesia();

    /** How long shutdown waits for accepted work; past it the rest is aborted and counted in tasks_aborted_total. */
    @WithDefault("3s")
    @Bounds(min = "1s", max = "5s")
    @Hot
    Duration drainDeadline();

    /** Allows safety limits looser than their defaults; the prod profile refuses them even so. */
    @WithDefault("false")
    boolean dangerOk();

    /**
     * Properties file read at start and again on SIGHUP or when it changes; above application.properties, below
     * environment variables. Without it SIGHUP finds nothing new, since a process cannot see its environment change.
     */
    Optional<Path> configFile();

    /** How often the file is looked at; a change is taken up once it stayed the same for two looks. */
    @WithDefault("1s")
    @Bounds(min = "1s", max = "1h")
    Duration configPoll();

    /** What one request may cost. */
    Http http();

    /** Where the key that verifies tokens comes from. */
    Capability capability();

    /** What one request may cost. */
    interface Http {
        /** Largest request body as it comes over the wire; past it 413 BODY_CAP. */
        @WithDefault("1M")
        @Bounds(min = "1K", max = "64M")
        @Danger(looser = Looser.HIGHER)
        @Hot
        MemorySize bodyMax();

        /** Largest body after decoding; past it 413 DECODED_CAP. */
        @WithDefault("8M")
        @Bounds(min = "1K", max = "512M")
        @Danger(looser = Looser.HIGHER)
        @Hot
        MemorySize decodedMax();

        /** Decoded bytes per encoded byte; past it 413 DECODED_RATIO. */
        @WithDefault("10")
        @Bounds(min = "1", max = "1000")
        @Danger(looser = Looser.HIGHER)
        @Hot
        int decodeRatioMax();

        /** All request headers together; past it 431 HEADERS_TOO_LARGE. */
        @WithDefault("16K")
        @Bounds(min = "1K", max = "64K")
        @Danger(looser = Looser.HIGHER)
        MemorySize headerMax();

        /** Time for a request's headers and body to arrive; past it the client is cut off. */
        @WithDefault("5s")
        @Bounds(min = "100ms", max = "60s")
        @Hot
        Duration readTimeout();

        /** Time without progress in writing an answer; past it the connection is closed and its slot is free. */
        @WithDefault("5s")
        @Bounds(min = "100ms", max = "60s")
        @Hot
        Duration writeTimeout();

        /** How long a connection may be idle between requests; past it it is closed. */
        @WithDefault("60s")
        @Bounds(min = "1s", max = "10m")
        Duration idleTimeout();

        /** Ceiling of a request's time budget whatever its X-Deadline-Ms says; past it 504 TIMEOUT. */
        @WithDefault("5s")
        @Bounds(min = "10ms", max = "60s")
        @Hot
        Duration deadlineMax();

        /** Requests worked on at the same time; past it 429 BUSY. */
        @WithDefault("1024")
        @Bounds(min = "1", max = "65536")
        @Danger(looser = Looser.HIGHER)
        @Hot
        int inflightMax();
    }

    /** Where the key that verifies tokens comes from. */
    interface Capability {
        /** File (mode 0600) with the root key. Without key or file one is made in the data folder; prod refuses to start. */
        Optional<Path> rootKeyFile();

        /** The root key itself, meant for the environment variable; wins over the file. Never logged. */
        Optional<String> rootKey();
    }
}
