package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.calculus.Payouts;
import dev.quintet.rewarder.domain.run.Manifest;
import dev.quintet.rewarder.domain.run.Order;
import dev.quintet.rewarder.domain.run.PayoutWriter;
import dev.quintet.rewarder.domain.tree.SumTree;
import dev.quintet.rewarder.domain.usage.Usage;
import java.io.IOException;
import java.io.OutputStream;

/** Usage turned into payouts and their tree, checked. */
public record Computation(Usage usage, Payouts payouts, SumTree tree) {

    /** Writes the payout file. */
    PayoutWriter.Written write(OutputStream out) throws IOException {
        return PayoutWriter.write(usage, payouts, out);
    }

    Manifest manifest(Order order, PayoutWriter.Written written) {
        var subject = new Manifest.Subject(
                order.epoch(),
                order.runKey(),
                order.inputs(),
                order.policy(),
                usage.header().asset());
        var totals = new Manifest.Totals(payouts.pool(), payouts.payout(), payouts.residual());
        return new Manifest(subject, totals, usage.size(), tree.root(), written.address());
    }

    int intents() {
        int intents = 0;
        for (int i = 0; i < usage.size(); i++) {
            intents += payouts.amounts().isZero(i) ? 0 : 1;
        }
        return intents;
    }
}
