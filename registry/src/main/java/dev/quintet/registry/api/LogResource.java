package dev.quintet.registry.api;

import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.RegistryState;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The log itself: its head, its artifacts one by one and in order. */
@Path("/registry")
@Produces({Bodies.JSON, Bodies.CBOR})
public class LogResource {
    private static final String FOREVER = "public, max-age=31536000, immutable";

    /** Artifacts in one page, so that a page of large ones is not a gigabyte. */
    private static final int PAGE_BYTES = 8 << 20;

    private final Registry registry;
    private final Questions questions;
    private volatile @Nullable Cached cached;

    /** The head's answer, made once per head. */
    private record Cached(RegistryState.View view, Answer answer, String tag) {}

    LogResource(Registry registry, Questions questions) {
        this.registry = registry;
        this.questions = questions;
    }

    @GET
    @Path("/head")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Head.class)))
    @NonBlocking
    public RestResponse<Answer> head(@RestHeader("If-None-Match") @Nullable String known) {
        var head = current();
        if (known != null && known.contains(head.tag())) {
            return RestResponse.ResponseBuilder.<Answer>notModified()
                    .header("ETag", head.tag())
                    .build();
        }
        return RestResponse.ResponseBuilder.ok(head.answer())
                .header("ETag", head.tag())
                .header("Cache-Control", "no-cache")
                .build();
    }

    @GET
    @Path("/{version: [0-9]+}")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Artifact.class)))
    @RunOnVirtualThread
    public RestResponse<Answer> artifact(@RestPath String version) {
        long wanted = questions.kept(version.length() > 18 ? Long.MAX_VALUE : Long.parseLong(version));
        byte[] artifact = questions.ask(() -> registry.artifact(wanted));
        return RestResponse.ResponseBuilder.ok(Answer.of(artifact))
                .header("Cache-Control", FOREVER)
                .header("ETag", "\"v" + wanted + "\"")
                .build();
    }

    /** Artifacts from {@code from} on; {@code next} is where the following page begins, absent at the head. */
    @GET
    @Path("/log")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Log.class)))
    @RunOnVirtualThread
    public Answer log(@RestQuery @Nullable String from, @RestQuery @Nullable String limit) {
        long head = questions.head();
        long version = from == null ? registry.firstVersion() : Questions.number("from", from);
        int count = Questions.limit(limit);
        var out = new ByteArrayOutputStream();
        out.writeBytes(ascii("{\"artifacts\":["));
        // One past the head is where a mirror waits for more.
        if (version != head + 1) {
            questions.kept(version);
        }
        for (int i = 0; i < count && version <= head && out.size() < PAGE_BYTES; i++) {
            long wanted = version;
            out.writeBytes(ascii(i == 0 ? "" : ","));
            out.writeBytes(questions.ask(() -> registry.artifact(wanted)));
            version++;
        }
        out.writeBytes(ascii("],\"head\":" + head + (version <= head ? ",\"next\":" + version : "") + "}"));
        return Answer.of(out.toByteArray());
    }

    @SuppressWarnings(
            "ReferenceEquality") // Every publication makes a new view; whether it is the same is the question.
    private Cached current() {
        var view = registry.state().view();
        var known = cached;
        if (known == null || known.view() != view) {
            questions.head();
            String tag = "\"" + view.head().version() + "-" + view.checkpoint() + "-"
                    + view.head().hash().toString().substring(3, 19) + "\"";
            known = new Cached(view, Answer.of(Documents.head(registry.state())), tag);
            cached = known;
        }
        return known;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
