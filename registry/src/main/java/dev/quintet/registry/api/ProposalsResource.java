package dev.quintet.registry.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.Proposal;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.payload.Json;
import dev.quintet.registry.domain.payload.MalformedException;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.registry.domain.payload.PayloadReader;
import dev.quintet.registry.pipeline.Attestor;
import dev.quintet.registry.pipeline.Intake;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.content.Ulid;
import dev.quintet.shared.deadline.DeadlineContext;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** Changes that wait for their quorum. */
@Path("/registry/proposals")
@Produces({Bodies.JSON, Bodies.CBOR})
public class ProposalsResource {
    private static final Set<String> MEMBERS = Set.of("payload", "payload_b3");
    private static final Set<String> STATES = Set.of("open", "committed", "expired", "superseded");

    private final Intake intake;
    private final Attestor attestor;
    private final Registry registry;
    private final Caller caller;
    private final DeadlineContext deadlines;
    private final HotConfig<RegistryConfig> config;
    private final Ulid.Generator ids = new Ulid.Generator(Clock.systemUTC(), new SecureRandom());

    ProposalsResource(
            Intake intake,
            Attestor attestor,
            Registry registry,
            Caller caller,
            DeadlineContext deadlines,
            HotConfig<RegistryConfig> config) {
        this.intake = intake;
        this.attestor = attestor;
        this.registry = registry;
        this.caller = caller;
        this.deadlines = deadlines;
        this.config = config;
    }

    /** Makes a proposal; what to sign is in the answer. */
    @POST
    @Consumes({Bodies.JSON, Bodies.CBOR})
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Propose.class)))
    @APIResponse(responseCode = "202", content = @Content(schema = @Schema(implementation = Forms.Proposed.class)))
    @RequiresScope("registry:propose")
    @RunOnVirtualThread
    public RestResponse<Answer> propose(@RestHeader("Content-Type") @Nullable String contentType, byte[] body) {
        intake.requireWritable();
        var origin = caller.origin();
        var payload = caller.audited("propose", "", () -> payload(Bodies.read(body, contentType)));
        var expiresAt = Instant.now().plus(config.current().proposals().ttl()).truncatedTo(ChronoUnit.SECONDS);
        var command = new Command.Propose(ids.next().toString(), payload, expiresAt, origin);
        var outcome = intake.propose(command, deadlines.deadline())
                .await()
                .atMost(deadlines.deadline().remaining());
        return switch (outcome) {
            case Outcome.Accepted(Event.Proposed(Proposal proposal)) ->
                RestResponse.ResponseBuilder.create(
                                RestResponse.Status.ACCEPTED, Answer.of(Documents.proposed(proposal)))
                        .header("Location", "/registry/proposals/" + proposal.id())
                        .build();
            case Outcome.Refused refused -> throw Refusals.answer(refused);
            case Outcome.Accepted _, Outcome.Replayed _ ->
                throw new IllegalStateException("not an answer to a proposal");
        };
    }

    @GET
    @Path("/{id}")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Proposal.class)))
    @NonBlocking
    public Answer proposal(@RestPath String id) {
        return registry.state()
                .proposals()
                .find(id)
                .map(proposal -> Answer.of(Documents.proposal(proposal, registry.state(), Instant.now())))
                .orElseThrow(() -> Refusals.notFound("no such proposal"));
    }

    /** Proposals in order of their making; {@code after} is the id of the last one of the page before. */
    @GET
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Proposals.class)))
    @RunOnVirtualThread
    public Answer proposals(
            @RestQuery @Nullable String state, @RestQuery @Nullable String after, @RestQuery @Nullable String limit) {
        if (state != null && !STATES.contains(state)) {
            throw Refusals.malformed("state is open, committed, expired or superseded");
        }
        int count = Questions.limit(limit);
        var now = Instant.now();
        var page = Documents.object();
        var list = page.putArray("proposals");
        for (Proposal proposal : registry.state().proposals().after(after == null ? "" : after)) {
            if (list.size() == count) {
                page.put("next", list.get(count - 1).get("proposal_id").textValue());
                break;
            }
            if (state == null || state.equals(registry.state().stateOf(proposal, now))) {
                list.add(Documents.proposal(proposal, registry.state(), now));
            }
        }
        return Answer.of(page);
    }

    private Payload payload(JsonNode body) {
        try {
            Json.allow(body, "the body", MEMBERS);
            var document = body.get("payload");
            if (document == null) {
                throw new MalformedException("payload is required");
            }
            var payload = PayloadReader.read(
                    document, (int) config.current().proposals().descriptorMax().asLongValue());
            if (body.has("payload_b3") && !Json.address(body, "payload_b3").equals(payload.address())) {
                throw new MalformedException("payload_b3 is not the address of the payload in canonical form");
            }
            attestor.requireNamed(payload);
            return payload;
        } catch (MalformedException e) {
            throw Refusals.malformed(e);
        }
    }
}
