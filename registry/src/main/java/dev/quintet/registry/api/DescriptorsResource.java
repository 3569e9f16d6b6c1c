package dev.quintet.registry.api;

import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.Registry.Described;
import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.Kind;
import dev.quintet.registry.domain.payload.MalformedException;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

/** The folded state: what all commits up to a version amount to. */
@Path("/registry/descriptors")
@Produces({Bodies.JSON, Bodies.CBOR})
public class DescriptorsResource {
    private final Registry registry;
    private final Questions questions;

    DescriptorsResource(Registry registry, Questions questions) {
        this.registry = registry;
        this.questions = questions;
    }

    /** {@code version} is the commit that put it last, {@code at} the version that was asked for. */
    @GET
    @Path("/{kind}/{id}")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.DescriptorAt.class)))
    @RunOnVirtualThread
    public Answer descriptor(@RestPath String kind, @RestPath String id, @RestQuery @Nullable String at) {
        var key = key(kind, id);
        long version = questions.at(at);
        return questions
                .ask(() -> registry.descriptor(key, version))
                .map(found -> Answer.of(Documents.descriptor(found).put("at", version)))
                .orElseThrow(() -> Refusals.notFound("there is no such descriptor at version " + version));
    }

    /** A page in order of kind and id; {@code next} is the {@code after} of the following one, absent on the last. */
    @GET
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Descriptors.class)))
    @RunOnVirtualThread
    public Answer descriptors(
            @RestQuery @Nullable String kind,
            @RestQuery @Nullable String at,
            @RestQuery @Nullable String after,
            @RestQuery @Nullable String limit) {
        long version = questions.at(at);
        int count = Questions.limit(limit);
        var start = after == null ? null : cursor(after);
        var wanted = kind == null ? null : kind(kind);
        // One more than asked for tells whether there is a next page.
        var found = questions.ask(() -> registry.descriptors(wanted, start, version, count + 1));
        var page = Documents.object().put("at", version);
        var list = page.putArray("descriptors");
        for (Described described : found.subList(0, Math.min(count, found.size()))) {
            list.add(Documents.descriptor(described));
        }
        if (found.size() > count) {
            page.put("next", found.get(count - 1).key().toString());
        }
        return Answer.of(page);
    }

    private static Key cursor(String after) {
        int slash = after.indexOf('/');
        if (slash < 0) {
            throw Refusals.malformed("after is kind/id, as next gave it");
        }
        return key(after.substring(0, slash), after.substring(slash + 1));
    }

    private static Key key(String kind, String id) {
        try {
            return new Key(kind(kind), id);
        } catch (MalformedException e) {
            throw Refusals.malformed(e);
        }
    }

    private static Kind kind(String wire) {
        return Kind.parse(wire).orElseThrow(() -> Refusals.malformed("there is no such kind"));
    }
}
