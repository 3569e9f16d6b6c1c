package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.ArtifactReader;
import dev.quintet.registry.domain.Checkpoint;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.RegistryState;
import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.MalformedException;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.registry.domain.payload.SignerSet;
import dev.quintet.registry.store.AttestationKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;

/** Signs what the log holds, under the name that the signer set gives the service. */
@ApplicationScoped
public class Attestor {
    private final Registry registry;
    private final AttestationKey key;

    Attestor(Registry registry, AttestationKey key) {
        this.registry = registry;
        this.key = key;
    }

    /** A checkpoint of everything durable; empty when there is nothing, or the signer set names another key. */
    public Optional<Checkpoint> head() {
        return at(registry.state().view().head().version());
    }

    /** A checkpoint of the first {@code size} commits, which must be durable. Not kept: the caller has it. */
    public Optional<Checkpoint> at(long size) {
        var view = registry.state().view();
        if (size < 1 || !view.signers().attestation().publicKey().equals(key.publicKey())) {
            return Optional.empty();
        }
        return Optional.of(sign(view, size));
    }

    /** A signer set must name this service's key, or nobody could verify its checkpoints. */
    public void requireNamed(Payload payload) {
        payload.body(Key.SIGNERS).ifPresent(body -> {
            var set = SignerSet.read(ArtifactReader.tree(body));
            if (!set.attestation().publicKey().equals(key.publicKey())) {
                throw new MalformedException("attestation must name this service's key");
            }
        });
    }

    private Checkpoint sign(RegistryState.View view, long size) {
        byte[] root = registry.state().tree().root(size);
        String note = key.checkpoint(view.signers().attestation().name(), size, root);
        var hash = size == view.head().version()
                ? view.head().hash()
                : registry.update(size).hash();
        return new Checkpoint(
                size,
                Base64.getEncoder().encodeToString(root),
                hash,
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                note);
    }
}
