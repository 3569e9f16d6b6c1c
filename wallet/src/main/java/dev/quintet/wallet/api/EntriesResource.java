package dev.quintet.wallet.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.ledger.Posting;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

/**
 * An account's entries, newest first, by following each entry's link to the one before it. The balance after the newest
 * is the balance now; going back, each entry's own effect gives the balance before it, and the cursor carries it on.
 */
@Path("/v1/accounts/{account}/entries")
@Produces(MediaType.APPLICATION_JSON)
public class EntriesResource {
    private static final int LIMIT_MAX = 1_000;
    private static final int LIMIT = 100;
    private static final Pattern CURSOR = Pattern.compile("([1-9][0-9]{0,18})\\.(0|[1-9][0-9]{0,38})");

    private final Ledger ledger;
    private final Capability capability;

    EntriesResource(Ledger ledger, Capability capability) {
        this.ledger = ledger;
        this.capability = capability;
    }

    /** One entry from this account's side; {@code balanceMinor} is the total after it. */
    public record Line(
            long seq,
            String txid,
            String op,
            String effect,
            String amountMinor,
            @JsonUnwrapped After after) {}

    /** The balance an entry left, and when. */
    public record After(String balanceMinor, Instant ts) {}

    /** A page; {@code next} is the cursor of the following one, absent on the last. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Page(
            String account,
            String asset,
            List<Line> entries,
            @Nullable String next) {}

    /** Where a walk stands: the next entry to show and the balance after it. */
    private record Position(long seq, Amount balance) {}

    @GET
    @RequiresScope("wallet:read")
    @RunOnVirtualThread
    public Page entries(
            @RestPath String account,
            @RestQuery @Nullable String asset,
            @RestQuery @Nullable String after,
            @RestQuery Optional<Integer> limit) {
        String whose = Operation.account(account);
        String what = Operation.asset(asset);
        capability.requireAccount(whose);
        capability.requireAsset(what);
        int count = limit.orElse(LIMIT);
        if (count < 1 || count > LIMIT_MAX) {
            throw Refusals.malformed("limit must be 1 to " + LIMIT_MAX);
        }
        return Answers.ask(() -> page(whose, what, after == null ? newest(whose, what) : cursor(after), count));
    }

    private Page page(String account, String asset, Position start, int count) {
        var lines = new ArrayList<Line>();
        var at = start;
        while (at.seq() > 0 && lines.size() < count) {
            var posting = ledger.entry(at.seq())
                    .filter(found -> found.asset().equals(asset)
                            && (found.from().equals(account) || found.to().equals(account)))
                    .orElseThrow(() -> Refusals.malformed("after is not a cursor of this account and asset"));
            lines.add(line(posting, account, at.balance()));
            at = before(posting, account, at.balance());
        }
        return new Page(account, asset, lines, at.seq() == 0 ? null : at.seq() + "." + at.balance());
    }

    private Position newest(String account, String asset) {
        var balance = ledger.balance(account, asset);
        return new Position(balance.newest(), balance.total());
    }

    private static Position cursor(String after) {
        var matcher = CURSOR.matcher(after);
        if (!matcher.matches()) {
            throw Refusals.malformed("after is not a cursor");
        }
        try {
            return new Position(
                    Long.parseLong(matcher.group(1)),
                    Amount.parse(matcher.group(2)).orElseThrow());
        } catch (RuntimeException e) {
            throw Refusals.malformed("after is not a cursor");
        }
    }

    private static Line line(Posting posting, String account, Amount balance) {
        var entry = posting.entry();
        return new Line(
                entry.seq(),
                "tx_" + entry.txid(),
                entry.op().wire(),
                effect(posting, account),
                entry.amount().toString(),
                new After(balance.toString(), Instant.ofEpochMilli(entry.at())));
    }

    private static String effect(Posting posting, String account) {
        return switch (posting.entry().op()) {
            case HOLD -> "hold";
            case RELEASE, EXPIRE -> "release";
            case ISSUE, TRANSFER, BURN, CAPTURE -> posting.to().equals(account) ? "credit" : "debit";
        };
    }

    private static Position before(Posting posting, String account, Amount balance) {
        var entry = posting.entry();
        boolean debited = posting.from().equals(account);
        long previous = debited ? entry.previousFrom() : entry.previousTo();
        if (entry.op() == Op.HOLD || entry.op() == Op.RELEASE || entry.op() == Op.EXPIRE) {
            return new Position(previous, balance);
        }
        try {
            return new Position(previous, debited ? balance.plus(entry.amount()) : balance.minus(entry.amount()));
        } catch (ArithmeticException e) {
            throw Refusals.malformed("after is not a cursor of this account and asset");
        }
    }
}
