package dev.quintet.registry.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.Proposal;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Json;
import dev.quintet.registry.domain.payload.MalformedException;
import dev.quintet.registry.domain.payload.SignerSet;
import dev.quintet.registry.pipeline.ApprovalVerifier;
import dev.quintet.registry.pipeline.Intake;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.shared.error.ServiceException;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/** Signatures of signers over proposals; verified here, on the thread of the request. */
@Path("/registry/approvals")
@Produces({Bodies.JSON, Bodies.CBOR})
public class ApprovalsResource {
    private static final Set<String> MEMBERS = Set.of("signer_id", "algo", "sig", "signed_at");

    private final Intake intake;
    private final ApprovalVerifier verifier;
    private final Registry registry;
    private final Caller caller;
    private final DeadlineContext deadlines;

    ApprovalsResource(
            Intake intake, ApprovalVerifier verifier, Registry registry, Caller caller, DeadlineContext deadlines) {
        this.intake = intake;
        this.verifier = verifier;
        this.registry = registry;
        this.caller = caller;
        this.deadlines = deadlines;
    }

    /** What a signer sends. */
    private record Signed(String signerId, String signature, Instant signedAt) {}

    @POST
    @Path("/{id}")
    @Consumes({Bodies.JSON, Bodies.CBOR})
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Approve.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Approved.class)))
    @RequiresScope("registry:approve")
    @RunOnVirtualThread
    public Answer approve(@RestPath String id, @RestHeader("Content-Type") @Nullable String contentType, byte[] body) {
        intake.requireWritable();
        var approval = caller.audited("approve", id, () -> verified(id, signed(Bodies.read(body, contentType))));
        var command = new Command.Approve(id, approval, caller.origin());
        var outcome = intake.approve(command, deadlines.deadline())
                .await()
                .atMost(deadlines.deadline().remaining());
        return switch (outcome) {
            case Outcome.Accepted _ -> answer(id);
            case Outcome.Refused refused -> throw Refusals.answer(refused);
            case Outcome.Replayed _ -> throw new IllegalStateException("an approval is not replayed");
        };
    }

    private Answer answer(String id) {
        var proposal = proposal(id);
        return Answer.of(Documents.approved(proposal, registry.state().view().signers(), Instant.now()));
    }

    private Proposal proposal(String id) {
        return registry.state().proposals().find(id).orElseThrow(() -> Refusals.notFound("no such proposal"));
    }

    private Approval verified(String id, Signed signed) {
        var proposal = proposal(id);
        var view = registry.state().view();
        var signer = view.signers().signers().get(signed.signerId());
        if (signer == null) {
            throw view.signersEver().contains(signed.signerId())
                    ? new ServiceException(RegistryError.REVOKED_KEY, "the signer was removed")
                    : new ServiceException(RegistryError.INVALID_SIG, "no such signer");
        }
        if (!verifier.verify(
                signer.publicKey(), proposal.signingInput(), Base64.getDecoder().decode(signed.signature()))) {
            throw new ServiceException(
                    RegistryError.INVALID_SIG, "the signature is not that of the signer over this proposal");
        }
        return new Approval(signed.signerId(), signer.publicKey(), signed.signature(), signed.signedAt());
    }

    private static Signed signed(JsonNode body) {
        try {
            Json.allow(body, "the body", MEMBERS);
            String signerId = Json.text(body, "signer_id");
            if (!SignerSet.validId(signerId)) {
                throw new MalformedException("a signer_id looks like org:alpha#key1");
            }
            if (!Json.text(body, "algo").equals(Approval.ALGO)) {
                throw new MalformedException("algo is " + Approval.ALGO);
            }
            String signature = Json.text(body, "sig");
            Json.bytes(signature, "sig", Approval.SIGNATURE_BYTES);
            return new Signed(signerId, signature, Json.time(Json.text(body, "signed_at"), "signed_at"));
        } catch (MalformedException e) {
            throw Refusals.malformed(e);
        }
    }
}
