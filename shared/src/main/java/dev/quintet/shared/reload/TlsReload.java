package dev.quintet.shared.reload;

import dev.quintet.shared.config.Problem;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import jakarta.enterprise.event.Event;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Reads the server's certificate again through Quarkus' TLS registry; a bad one is reported and the old one stays. */
@Singleton
class TlsReload {
    private static final Logger LOG = Logger.getLogger(TlsReload.class);

    private final TlsConfigurationRegistry registry;
    private final Event<CertificateUpdatedEvent> updated;
    private final Optional<String> name;
    private final ReloadMeters meters;

    TlsReload(
            TlsConfigurationRegistry registry,
            Event<CertificateUpdatedEvent> updated,
            @ConfigProperty(name = "quarkus.http.tls-configuration-name") Optional<String> name,
            ReloadMeters meters) {
        this.registry = registry;
        this.updated = updated;
        this.name = name;
        this.meters = meters;
    }

    void reload() {
        name.flatMap(registry::get).or(registry::getDefault).ifPresent(this::reload);
    }

    private void reload(TlsConfiguration tls) {
        if (tls.getKeyStoreOptions() == null) {
            return; // No certificate, nothing to read again.
        }
        try {
            if (tls.reload()) {
                updated.fire(new CertificateUpdatedEvent(tls.getName(), tls));
                LOG.infof("certificate of TLS configuration %s reloaded", tls.getName());
            } else {
                refuse(tls, "it cannot be read");
            }
        } catch (RuntimeException broken) {
            refuse(tls, String.valueOf(broken.getMessage())); // The registry throws whatever its key store did.
        }
    }

    private void refuse(TlsConfiguration tls, String reason) {
        LOG.errorf("certificate of TLS configuration %s not reloaded, the old one stays: %s", tls.getName(), reason);
        meters.refused(Problem.Reason.CERTIFICATE);
    }
}
