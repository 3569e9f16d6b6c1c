package dev.quintet.rewarder.store;

import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.run.IntentState;
import dev.quintet.rewarder.domain.run.Manifest;
import dev.quintet.rewarder.domain.run.Order;
import dev.quintet.rewarder.domain.run.PolicyRef;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.shared.content.ContentAddress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/** Events as log records: a kind, the epoch, then the event's members in order. */
final class EventCodec {
    private static final int ACCEPTED = 1;
    private static final int COMPUTED = 2;
    private static final int QUARANTINED = 3;
    private static final int FAILED = 4;
    private static final int PUBLISHED = 5;
    private static final int SENT = 6;
    private static final int RECALLED = 7;
    private static final int SETTLED = 8;
    private static final int COMPLETED = 9;

    private EventCodec() {}

    static byte[] encode(RunEvent event) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            write(out, event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static RunEvent decode(ByteBuffer record) {
        byte[] bytes = new byte[record.remaining()];
        record.get(bytes);
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException("a run record cannot be read", e);
        }
    }

    private static void write(DataOutputStream out, RunEvent event) throws IOException {
        switch (event) {
            case RunEvent.Accepted(Order order, long at) -> {
                head(out, ACCEPTED, order.epoch());
                out.writeLong(at);
                order(out, order);
            }
            case RunEvent.Computed(String epoch, Stage.Result result) -> {
                head(out, COMPUTED, epoch);
                result(out, result);
            }
            case RunEvent.Quarantined(String epoch, Quarantine cause) -> {
                head(out, QUARANTINED, epoch);
                text(out, cause.reason().name());
                text(out, cause.detail());
                out.writeLong(cause.line());
                text(out, cause.account());
            }
            case RunEvent.Failed(String epoch, String code, String detail) -> {
                head(out, FAILED, epoch);
                text(out, code);
                text(out, detail);
            }
            case RunEvent.Published(String epoch) -> head(out, PUBLISHED, epoch);
            case RunEvent.Sent sent -> {
                head(out, SENT, sent.epoch());
                out.writeLong(sent.firstNonce());
                ints(out, sent.payees());
            }
            case RunEvent.Recalled recalled -> {
                head(out, RECALLED, recalled.epoch());
                ints(out, recalled.payees());
            }
            case RunEvent.Settled settled -> {
                head(out, SETTLED, settled.epoch());
                ints(out, settled.payees());
                for (IntentState state : settled.states()) {
                    out.writeByte(state.code());
                }
            }
            case RunEvent.Completed(String epoch) -> head(out, COMPLETED, epoch);
        }
    }

    private static RunEvent read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        String epoch = text(in);
        return switch (kind) {
            case ACCEPTED -> {
                long at = in.readLong();
                yield new RunEvent.Accepted(order(in, epoch), at);
            }
            case COMPUTED -> new RunEvent.Computed(epoch, result(in));
            case QUARANTINED ->
                new RunEvent.Quarantined(
                        epoch, new Quarantine(Quarantine.Reason.valueOf(text(in)), text(in), in.readLong(), text(in)));
            case FAILED -> new RunEvent.Failed(epoch, text(in), text(in));
            case PUBLISHED -> new RunEvent.Published(epoch);
            case SENT -> new RunEvent.Sent(epoch, in.readLong(), ints(in));
            case RECALLED -> new RunEvent.Recalled(epoch, ints(in));
            case SETTLED -> settled(in, epoch);
            case COMPLETED -> new RunEvent.Completed(epoch);
            default -> throw new IOException("unknown kind of run record: " + kind);
        };
    }

    private static RunEvent settled(DataInputStream in, String epoch) throws IOException {
        int[] payees = ints(in);
        var states = new ArrayList<IntentState>(payees.length);
        for (int i = 0; i < payees.length; i++) {
            states.add(IntentState.ALL.get(in.readByte()));
        }
        return new RunEvent.Settled(epoch, payees, states);
    }

    private static void order(DataOutputStream out, Order order) throws IOException {
        address(out, order.inputs());
        out.writeBoolean(order.inline());
        text(out, order.policy().id());
        out.writeLong(order.policy().version());
        address(out, order.policy().hash());
        text(out, order.policyBody());
        text(out, order.notes());
    }

    private static Order order(DataInputStream in, String epoch) throws IOException {
        var inputs = address(in);
        boolean inline = in.readBoolean();
        var policy = new PolicyRef(text(in), in.readLong(), address(in));
        return new Order(epoch, inputs, inline, policy, text(in), text(in));
    }

    private static void result(DataOutputStream out, Stage.Result result) throws IOException {
        text(out, result.asset());
        out.writeInt(result.payees());
        out.writeInt(result.intents());
        amount(out, result.totals().pool());
        amount(out, result.totals().payout());
        amount(out, result.totals().residual());
        address(out, result.seals().merkleRoot());
        address(out, result.seals().commitment());
        address(out, result.seals().payouts());
    }

    private static Stage.Result result(DataInputStream in) throws IOException {
        return new Stage.Result(
                text(in),
                in.readInt(),
                in.readInt(),
                new Manifest.Totals(amount(in), amount(in), amount(in)),
                new Stage.Seals(address(in), address(in), address(in)));
    }

    private static void head(DataOutputStream out, int kind, String epoch) throws IOException {
        out.writeByte(kind);
        text(out, epoch);
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    private static void ints(DataOutputStream out, int[] values) throws IOException {
        out.writeInt(values.length);
        for (int value : values) {
            out.writeInt(value);
        }
    }

    private static int[] ints(DataInputStream in) throws IOException {
        int[] values = new int[in.readInt()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readInt();
        }
        return values;
    }

    private static void amount(DataOutputStream out, Uint128 amount) throws IOException {
        out.writeLong(amount.hi());
        out.writeLong(amount.lo());
    }

    private static Uint128 amount(DataInputStream in) throws IOException {
        return new Uint128(in.readLong(), in.readLong());
    }

    private static void address(DataOutputStream out, ContentAddress address) throws IOException {
        out.write(address.bytes());
    }

    private static ContentAddress address(DataInputStream in) throws IOException {
        return ContentAddress.of(in.readNBytes(ContentAddress.BYTES), 0);
    }
}
