package dev.quintet.registry.api;

import dev.quintet.registry.domain.Checkpoint;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.pipeline.Attestor;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

/** Signed checkpoints, and Merkle proofs against them. */
@Path("/registry")
@Produces({Bodies.JSON, Bodies.CBOR})
public class ProofsResource {
    private final Registry registry;
    private final Attestor attestor;
    private final Questions questions;

    ProofsResource(Registry registry, Attestor attestor, Questions questions) {
        this.registry = registry;
        this.attestor = attestor;
        this.questions = questions;
    }

    /** The newest checkpoint that is kept. */
    @GET
    @Path("/checkpoint")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Checkpoint.class)))
    @RunOnVirtualThread
    public Answer checkpoint() {
        return Answer.of(Documents.checkpoint(newest()));
    }

    /** The signed note alone, as transparency-log tools read it. */
    @GET
    @Path("/checkpoint")
    @Produces(MediaType.TEXT_PLAIN)
    @RunOnVirtualThread
    public String note() {
        return newest().note();
    }

    /** Kept checkpoints of more than {@code after} commits; {@code next} is the {@code after} of the following page. */
    @GET
    @Path("/checkpoints")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Checkpoints.class)))
    @RunOnVirtualThread
    public Answer checkpoints(@RestQuery @Nullable String after, @RestQuery @Nullable String limit) {
        int count = Questions.limit(limit);
        long size = after == null ? 0 : Questions.number("after", after);
        var page = Documents.object();
        var list = page.putArray("checkpoints");
        for (Checkpoint checkpoint : registry.state().checkpointsAfter(size)) {
            if (list.size() == count) {
                page.put("next", size);
                break;
            }
            list.add(Documents.checkpoint(checkpoint));
            size = checkpoint.size();
        }
        return Answer.of(page);
    }

    /** That a version is in the log of {@code size} commits, the head's unless said; with a checkpoint of that size. */
    @GET
    @Path("/proofs/inclusion")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Inclusion.class)))
    @RunOnVirtualThread
    public Answer inclusion(@RestQuery @Nullable String version, @RestQuery @Nullable String size) {
        long leaf = questions.existing(required("version", version));
        long leaves = size == null ? questions.head() : questions.existing(Questions.number("size", size));
        if (leaf > leaves) {
            throw Refusals.malformed("version must not be greater than size");
        }
        var tree = registry.state().tree();
        var answer = Documents.object()
                .put("version", leaf)
                .put("size", leaves)
                .put("leaf_index", leaf - 1)
                .put("leaf_hash", Documents.base64(tree.leaf(leaf)))
                .put("root", Documents.base64(tree.root(leaves)));
        answer.set("proof", Documents.hashes(tree.inclusion(leaf, leaves)));
        checkpoint(leaves, answer);
        return Answer.of(answer);
    }

    /** That the log of {@code from} commits is the beginning of that of {@code to}, the head's unless said. */
    @GET
    @Path("/proofs/consistency")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Consistency.class)))
    @RunOnVirtualThread
    public Answer consistency(@RestQuery @Nullable String from, @RestQuery @Nullable String to) {
        long smaller = questions.existing(required("from", from));
        long larger = to == null ? questions.head() : questions.existing(Questions.number("to", to));
        if (smaller > larger) {
            throw Refusals.malformed("from must not be greater than to");
        }
        var tree = registry.state().tree();
        var answer = Documents.object()
                .put("from", smaller)
                .put("to", larger)
                .put("from_root", Documents.base64(tree.root(smaller)))
                .put("to_root", Documents.base64(tree.root(larger)));
        answer.set("proof", Documents.hashes(tree.consistency(smaller, larger)));
        checkpoint(larger, answer);
        return Answer.of(answer);
    }

    private Checkpoint newest() {
        return registry.state()
                .checkpointUpTo(Long.MAX_VALUE)
                .orElseThrow(() -> Refusals.notFound("there is no checkpoint yet"));
    }

    /** Signed now: every durable commit is provable at once, not only after the next checkpoint. */
    private void checkpoint(long size, com.fasterxml.jackson.databind.node.ObjectNode answer) {
        questions.ask(() -> attestor.at(size)).ifPresent(checkpoint -> answer.put("checkpoint", checkpoint.note()));
    }

    private static long required(String name, @Nullable String text) {
        if (text == null) {
            throw Refusals.malformed(name + " is required");
        }
        return Questions.number(name, text);
    }
}
