package dev.quintet.wallet.api;

import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.wallet.api.Operation.Member;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.ledger.Posting;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Turns checked members into commands that the caller's token allows. */
@ApplicationScoped
class Commands {
    private static final Pattern HOLD_ID = Pattern.compile("hold_[0-9a-f]{16}");
    private static final int ISSUE = Operation.set(Member.TO, Member.ASSET, Member.AMOUNT_MINOR, Member.MEMO);
    private static final int TRANSFER =
            Operation.set(Member.FROM, Member.TO, Member.ASSET, Member.AMOUNT_MINOR, Member.NONCE, Member.MEMO);
    private static final int BURN =
            Operation.set(Member.FROM, Member.ASSET, Member.AMOUNT_MINOR, Member.NONCE, Member.MEMO);
    private static final int HOLD =
            Operation.set(Member.FROM, Member.ASSET, Member.AMOUNT_MINOR, Member.NONCE, Member.EXPIRES_IN_S);
    private static final int CAPTURE = Operation.set(Member.TO, Member.AMOUNT_MINOR);
    private static final int RELEASE = 0;
    private static final int BATCHED = Operation.set(Member.OP, Member.IDEMPOTENCY_KEY);

    private final Ledger ledger;
    private final Capability capability;
    private final HotConfig<WalletConfig> config;

    Commands(Ledger ledger, Capability capability, HotConfig<WalletConfig> config) {
        this.ledger = ledger;
        this.capability = capability;
        this.config = config;
    }

    Command issue(Operation body, String key) {
        body.allow(ISSUE);
        return allowed(Command.issue(body.account(Member.TO), body.asset(), body.amount())
                .memo(body.memo())
                .key(key));
    }

    Command transfer(Operation body, String key) {
        body.allow(TRANSFER);
        var from = body.account(Member.FROM);
        return allowed(Command.transfer(from, body.account(Member.TO), body.asset(), body.amount(), nonce(body))
                .memo(body.memo())
                .key(key));
    }

    Command burn(Operation body, String key) {
        body.allow(BURN);
        return allowed(Command.burn(body.account(Member.FROM), body.asset(), body.amount(), nonce(body))
                .memo(body.memo())
                .key(key));
    }

    Command hold(Operation body, String key) {
        body.allow(HOLD);
        long life = body.number(
                Member.EXPIRES_IN_S, config.current().holds().lifeMax().toSeconds());
        return allowed(Command.hold(body.account(Member.FROM), body.asset(), body.amount(), nonce(body), life)
                .key(key));
    }

    /** Looks the hold up, which may read the disk. */
    Command capture(String holdId, Operation body, String key) {
        body.allow(CAPTURE);
        Posting hold = placed(holdId);
        return allowed(
                Command.capture(hold.entry().seq(), hold.from(), hold.asset(), body.account(Member.TO), body.amount())
                        .key(key));
    }

    /** Looks the hold up, which may read the disk. */
    Command release(String holdId, Operation body, String key) {
        body.allow(RELEASE);
        Posting hold = placed(holdId);
        return allowed(
                Command.release(hold.entry().seq(), hold.from(), hold.asset()).key(key));
    }

    /** One operation of a batch: names its kind, carries its key, and needs the scope of its kind. */
    Command batched(Operation operation) {
        String name = operation.text(Member.OP);
        String key = operation.key();
        operation.remove(BATCHED);
        return switch (name) {
            case "issue" -> issue(scoped("wallet:issue", operation), key);
            case "transfer" -> transfer(scoped("wallet:transfer", operation), key);
            case "burn" -> burn(scoped("wallet:burn", operation), key);
            case "hold" -> hold(scoped("wallet:hold", operation), key);
            case "capture" -> capture(hold(operation), scoped("wallet:hold", operation), key);
            case "release" -> release(hold(operation), scoped("wallet:hold", operation), key);
            default -> throw Refusals.malformed("unknown op");
        };
    }

    private Operation scoped(String scope, Operation operation) {
        capability.require(scope);
        return operation;
    }

    private static String hold(Operation operation) {
        String id = operation.text(Member.HOLD_ID);
        operation.remove(Member.HOLD_ID.bit());
        return id;
    }

    /** A token for one account may debit only that account, and issue only to it. */
    private Command allowed(Command command) {
        capability.requireAccount(command.op() == Op.ISSUE ? command.to() : command.from());
        capability.requireAsset(command.asset());
        return command;
    }

    private Posting placed(String holdId) {
        if (!HOLD_ID.matcher(holdId).matches()) {
            throw Refusals.malformed("a hold_id is hold_ and 16 hex digits");
        }
        long entry = HexFormat.fromHexDigitsToLong(holdId, "hold_".length(), holdId.length());
        return Answers.ask(() -> ledger.entry(entry))
                .filter(posting -> posting.entry().op() == Op.HOLD)
                .orElseThrow(() -> new ServiceException(CommonError.NOT_FOUND, "no such hold"));
    }

    private static long nonce(Operation body) {
        return body.number(Member.NONCE, Long.MAX_VALUE);
    }
}
