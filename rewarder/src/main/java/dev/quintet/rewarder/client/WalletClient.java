package dev.quintet.rewarder.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.rewarder.domain.run.Payment;
import dev.quintet.shared.capability.ServiceTokens;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pays through the wallet's batches. Everything sent carries a key, so that repeating it is harmless. */
@ApplicationScoped
public class WalletClient {
    private static final String WALLET = "wallet";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Upstream upstream;
    private final ServiceTokens tokens;

    WalletClient(RewarderConfig config, MeterRegistry meters, ServiceTokens tokens) {
        this.upstream = new Upstream(WALLET, config.walletUrl(), config, meters);
        this.tokens = tokens;
    }

    /** What the wallet says about one payment. */
    public sealed interface Answer {
        /** It is in the ledger; {@code replay} when it was before. */
        record Paid(String txid, boolean replay) implements Answer {}

        /** It is not, for the reason the code says. */
        record Refused(String code) implements Answer {}
    }

    /** The answers in order; {@link UpstreamException} when nobody knows what became of them. */
    public List<Answer> pay(List<Payment> payments) throws InterruptedException {
        var body = JSON.createObjectNode().put("atomic", false);
        var operations = body.putArray("operations");
        payments.forEach(payment -> write(operations.addObject(), payment));
        var request = upstream.request("/v1/batch")
                .header("Authorization", tokens.bearer("wallet:issue", "wallet:transfer"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", payments.getFirst().key())
                .POST(BodyPublishers.ofString(body.toString()));
        var results =
                json(upstream.call(request.build(), BodyHandlers.ofByteArray())).path("results");
        if (results.size() != payments.size()) {
            throw new UpstreamException(WALLET, "the answer is not one result per operation");
        }
        var answers = new ArrayList<Answer>(payments.size());
        results.forEach(result -> answers.add(answer(result)));
        return answers;
    }

    /** The last nonce the account used; 0 when none. */
    public long nonce(String account, String asset) throws InterruptedException {
        var answer = get("/v1/balance?account=" + encode(account) + "&asset=" + encode(asset));
        var nonce = json(answer).path("nonce");
        if (!nonce.isIntegralNumber()) {
            throw new UpstreamException(WALLET, "the balance has no nonce");
        }
        return nonce.longValue();
    }

    /** A definite answer on whether the payment was ever applied: its transaction. */
    public Optional<String> find(Payment payment) throws InterruptedException {
        String scope =
                payment.from().isEmpty() ? "asset=" + encode(payment.asset()) : "account=" + encode(payment.from());
        var known = json(get("/v1/requests/" + payment.key() + "?" + scope));
        if (known.path("status").asText().equals("committed")) {
            return Optional.of(known.path("receipt").path("txid").asText());
        }
        // A key can expire or make room for newer ones; the transaction it named stays.
        String txid = Txid.of(payment);
        var answer = get("/v1/tx/" + txid);
        return answer.statusCode() == 200 ? Optional.of(txid) : Optional.empty();
    }

    private HttpResponse<byte[]> get(String path) throws InterruptedException {
        var request = upstream.request(path)
                .header("Authorization", tokens.bearer("wallet:read"))
                .GET();
        return upstream.call(request.build(), BodyHandlers.ofByteArray());
    }

    private static void write(ObjectNode operation, Payment payment) {
        operation.put("op", payment.from().isEmpty() ? "issue" : "transfer").put("idempotency_key", payment.key());
        if (!payment.from().isEmpty()) {
            operation.put("from", payment.from()).put("nonce", payment.nonce());
        }
        operation
                .put("to", payment.to())
                .put("asset", payment.asset())
                .put("amount_minor", payment.amount().toString());
    }

    private static Answer answer(JsonNode result) {
        if (result.path("status").asInt() == 200) {
            return new Answer.Paid(
                    result.path("receipt").path("txid").asText(),
                    result.path("replay").asBoolean());
        }
        return new Answer.Refused(result.path("error").path("code").asText("UNKNOWN"));
    }

    private static JsonNode json(HttpResponse<byte[]> answer) {
        if (answer.statusCode() != 200) {
            throw new UpstreamException(WALLET, "answers " + answer.statusCode());
        }
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UpstreamException(WALLET, "the answer is not JSON");
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
