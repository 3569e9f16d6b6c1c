package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.client.WalletClient;
import dev.quintet.rewarder.client.WalletClient.Answer;
import dev.quintet.rewarder.domain.policy.Funding;
import dev.quintet.rewarder.domain.run.IntentState;
import dev.quintet.rewarder.domain.run.Names;
import dev.quintet.rewarder.domain.run.Payment;
import dev.quintet.rewarder.domain.run.PayoutFile;
import dev.quintet.rewarder.domain.run.PayoutLine;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Settlement;
import dev.quintet.rewarder.domain.tree.SumTree;
import dev.quintet.rewarder.store.Artifacts;
import dev.quintet.rewarder.store.RunEvent;
import dev.quintet.rewarder.store.RunStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Pays one run, a batch per step. Whatever happens between two of its lines, a restart repeats the same requests:
 *
 * <ol>
 *   <li>who is paid with which nonce is recorded before anything is sent;
 *   <li>what was recorded and has no outcome is sent again as it was, and the wallet's keys make that harmless;
 *   <li>a payment loses its nonce only when the wallet says for certain that it was never applied.
 * </ol>
 */
final class Outbox {
    private final Run run;
    private final Settlement settlement;
    private final Funding funding;
    private final Parts parts;
    private BiConsumer<IntentState, Long> onOutcome = (state, count) -> {};
    private int cursor;

    /** Where payments go and what remembers them. */
    record Parts(WalletClient wallet, RunStore runs, Artifacts.Slots slots, PayoutFile payouts) {}

    /** Whether to go on now, later, or not at all. */
    enum Step {
        MORE,
        WAIT,
        OVER
    }

    /** A line on its way and the request it became. */
    private record Intent(PayoutLine line, Payment payment) {}

    Outbox(Run run, Settlement settlement, Funding funding, Parts parts) {
        this.run = run;
        this.settlement = settlement;
        this.funding = funding;
        this.parts = parts;
    }

    void onOutcome(BiConsumer<IntentState, Long> listener) {
        onOutcome = listener;
    }

    Step step(int batchMax) throws IOException, InterruptedException {
        if (settlement.inFlight().isEmpty()) {
            var lines = pending(batchMax);
            if (lines.isEmpty()) {
                return Step.OVER;
            }
            long first = funding instanceof Funding.Transfer(String from)
                    ? parts.wallet().nonce(from, asset()) + 1
                    : 0;
            parts.runs()
                    .append(new RunEvent.Sent(
                            run.epoch(),
                            first,
                            lines.stream().mapToInt(PayoutLine::payee).toArray()));
        }
        var intents = inFlight();
        var answers = parts.wallet().pay(intents.stream().map(Intent::payment).toList());
        return digest(intents, answers);
    }

    private Step digest(List<Intent> intents, List<Answer> answers) throws IOException, InterruptedException {
        var settled = new Outcomes();
        var refused = new ArrayList<Intent>();
        boolean wait = false;
        for (int i = 0; i < intents.size(); i++) {
            var intent = intents.get(i);
            switch (answers.get(i)) {
                case Answer.Paid(String txid, boolean replay) ->
                    settled.add(intent, replay ? IntentState.DUPLICATE : IntentState.ACCEPTED, txid);
                case Answer.Refused(String code) -> {
                    switch (code) {
                        // Somebody else used the account, or an earlier one of this batch was refused.
                        case "NONCE_CONFLICT", "IDEMPOTENCY_CONFLICT" -> refused.add(intent);
                        // Money or patience is missing; the same request may succeed later.
                        case "INSUFFICIENT_FUNDS", "BUSY", "RETRY_LATER", "UPSTREAM_UNAVAILABLE" -> wait = true;
                        default -> settled.add(intent, IntentState.FAILED, "");
                    }
                }
            }
        }
        settled.record();
        if (!wait && !refused.isEmpty()) {
            reconcile(refused);
        }
        return wait ? Step.WAIT : Step.MORE;
    }

    /** Asks the wallet about each; those it never applied go back to be sent with other nonces. */
    private void reconcile(List<Intent> refused) throws IOException, InterruptedException {
        var settled = new Outcomes();
        var recalled = new ArrayList<Integer>();
        long used = funding instanceof Funding.Transfer(String from)
                ? parts.wallet().nonce(from, asset())
                : 0;
        for (Intent intent : refused) {
            // A nonce that was not reached yet was not used for this payment either: no need to ask.
            var txid = intent.payment().nonce() > used
                    ? java.util.Optional.<String>empty()
                    : parts.wallet().find(intent.payment());
            if (txid.isPresent()) {
                settled.add(intent, IntentState.DUPLICATE, txid.get());
            } else if (funding instanceof Funding.Issue) {
                settled.add(intent, IntentState.FAILED, "");
            } else {
                recalled.add(intent.line().payee());
            }
        }
        settled.record();
        if (!recalled.isEmpty()) {
            int[] payees = recalled.stream().mapToInt(Integer::intValue).toArray();
            parts.runs().append(new RunEvent.Recalled(run.epoch(), payees));
            cursor = 0;
        }
    }

    private List<PayoutLine> pending(int max) throws IOException {
        var lines = new ArrayList<PayoutLine>();
        for (int block = cursor; block < parts.payouts().blocks() && lines.size() < max; block++) {
            cursor = block;
            for (PayoutLine line : parts.payouts().block(block)) {
                boolean open = !line.amount().isZero() && settlement.state(line.payee()) == IntentState.PENDING;
                if (open && lines.size() < max) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    private List<Intent> inFlight() throws IOException {
        var intents = new ArrayList<Intent>();
        int block = -1;
        List<PayoutLine> lines = List.of();
        for (var flight : settlement.inFlight()) {
            if (flight.payee() / SumTree.BLOCK != block) {
                block = flight.payee() / SumTree.BLOCK;
                lines = parts.payouts().block(block);
            }
            var line = lines.get(flight.payee() % SumTree.BLOCK);
            intents.add(new Intent(line, payment(line, flight.nonce())));
        }
        return intents;
    }

    private Payment payment(PayoutLine line, long nonce) {
        String from = funding instanceof Funding.Transfer(String account) ? account : "";
        return new Payment(
                Names.intentKey(run.runKey(), line.account()), from, line.account(), asset(), line.amount(), nonce);
    }

    private String asset() {
        return run.result().orElseThrow().asset();
    }

    /** Outcomes on their way into slots and log, in this order: the log never claims what the slots do not have. */
    private final class Outcomes {
        private final List<Integer> payees = new ArrayList<>();
        private final List<IntentState> states = new ArrayList<>();

        void add(Intent intent, IntentState state, String txid) throws IOException {
            byte[] slot = new byte[Artifacts.Slots.BYTES];
            slot[0] = state.code();
            if (txid.matches("tx_[0-9a-f]{32}")) {
                System.arraycopy(HexFormat.of().parseHex(txid, 3, txid.length()), 0, slot, 1, slot.length - 1);
            }
            parts.slots().write(intent.line().payee(), slot);
            payees.add(intent.line().payee());
            states.add(state);
        }

        void record() throws IOException, InterruptedException {
            if (payees.isEmpty()) {
                return;
            }
            parts.slots().sync();
            int[] numbers = payees.stream().mapToInt(Integer::intValue).toArray();
            parts.runs().append(new RunEvent.Settled(run.epoch(), numbers, states));
            Map<IntentState, Long> counts = new EnumMap<>(IntentState.class);
            states.forEach(state -> counts.merge(state, 1L, Long::sum));
            counts.forEach(onOutcome);
        }
    }
}
