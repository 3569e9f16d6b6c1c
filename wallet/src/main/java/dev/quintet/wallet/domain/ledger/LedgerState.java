package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Balance;
import dev.quintet.wallet.domain.Canonical;
import dev.quintet.wallet.domain.Digest;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.Supply;
import dev.quintet.wallet.domain.table.DigestFilter;
import dev.quintet.wallet.domain.table.KeyRing;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything the ledger knows, changed only by {@link #apply}. One writer; readers are let in between applications by
 * whoever owns the state, and see what was last published: nothing that the log could still lose.
 */
public final class LedgerState {
    public static final long DAY_MILLIS = 86_400_000L;

    final Accounts accounts;
    final Assets assets;
    final Balances balances = new Balances();
    final Holds holds = new Holds();
    final KeyRing keys;
    /** The issues of all time: they have no nonce, so only the log knows whether an old one comes again. */
    final DigestFilter issues = new DigestFilter();

    private final Canonical canonical = new Canonical();
    private long seq;
    private long at;
    private byte[] root = new byte[Entry.ROOT_BYTES];
    /** Has the root when there is one; copied out only when somebody asks. */
    private @Nullable Entry newest;

    private long publishedSeq;
    private byte[] publishedRoot = root;

    /**
     * An empty ledger.
     *
     * @param keysMax how many idempotency keys are remembered; more than the commands of one group, because the archive
     *     that answers for forgotten ones knows only what is durable
     * @param seed spreads names over hash tables; no influence on any result
     */
    public LedgerState(int keysMax, long seed) {
        this.keys = new KeyRing(keysMax);
        this.accounts = new Accounts(seed);
        this.assets = new Assets(seed);
    }

    /** Makes the entry's changes. The same for an entry accepted now and for one read from the log. */
    public void apply(Entry entry) {
        if (entry.seq() != seq + 1) {
            throw new LedgerCorruption("entry " + entry.seq() + " does not follow " + seq);
        }
        introduce(entry);
        switch (entry.op()) {
            case ISSUE -> {
                assets.set(entry.asset(), assets.supply(entry.asset()).issue(entry.amount()));
                balances.credit(opened(entry.to(), entry.asset()), entry);
            }
            case TRANSFER -> {
                balances.debit(spend(entry), entry);
                balances.credit(opened(entry.to(), entry.asset()), entry);
            }
            case BURN -> {
                balances.debit(spend(entry), entry);
                assets.set(entry.asset(), assets.supply(entry.asset()).burn(entry.amount()));
            }
            case HOLD -> {
                balances.hold(spend(entry), entry);
                holds.add(new Hold(entry.seq(), entry.from(), entry.asset(), entry.amount(), entry.expiresAt()));
            }
            case CAPTURE -> {
                balances.unhold(existing(entry), holds.end(entry.number()).amount(), entry);
                balances.debit(existing(entry), entry);
                balances.credit(opened(entry.to(), entry.asset()), entry);
            }
            case RELEASE, EXPIRE ->
                balances.unhold(existing(entry), holds.end(entry.number()).amount(), entry);
        }
        seq = entry.seq();
        at = entry.at();
        newest = entry;
    }

    /** Remembers under which key the entry was requested. */
    void remember(Digest key, Entry entry) {
        var txid = entry.txid();
        if (entry.op() == Op.ISSUE) {
            issues.add(txid.hi(), txid.lo());
        }
        keys.add(new KeyRing.Key(key.hi(), key.lo(), txid.hi(), txid.lo(), entry.seq(), entry.at()));
    }

    /** Applies an entry read from the log, key included. */
    public void replay(Entry entry) {
        apply(entry);
        if (entry.op() != Op.EXPIRE) {
            var family = entry.op().family();
            String scope = family == Op.Family.ISSUE ? assets.name(entry.asset()) : accounts.name(entry.from());
            remember(canonical.key(family, scope, entry.key()), entry);
        }
    }

    /** Lets readers see everything applied so far; false when balances and supplies no longer add up. */
    public boolean publish() {
        accounts.publish();
        boolean conserved = balances.publish(assets);
        assets.publish();
        publishedSeq = seq;
        publishedRoot = root();
        return conserved;
    }

    /** The state as it is now, to be read by another thread. */
    public LedgerImage freeze() {
        return new LedgerImage(this);
    }

    /** The root after the newest entry, published or not. */
    public byte[] lastRoot() {
        return root().clone();
    }

    public long seq() {
        return seq;
    }

    /** The time of the newest entry; entries never go back in time. */
    long at() {
        return at;
    }

    byte[] root() {
        if (newest != null) {
            root = newest.root();
            newest = null;
        }
        return root;
    }

    public long publishedSeq() {
        return publishedSeq;
    }

    public byte[] publishedRoot() {
        return publishedRoot.clone();
    }

    /** The published balance; of nothing when the account or asset is unknown. */
    public Balance balance(String account, String asset) {
        int owner = accounts.find(account);
        long nonce = owner == 0 ? 0 : accounts.publishedNonce(owner);
        int what = assets.find(asset);
        int row = owner == 0 || what == 0 ? Balances.ABSENT : balances.find(owner, what);
        if (row == Balances.ABSENT) {
            return new Balance(Amount.ZERO, Amount.ZERO, nonce, 0);
        }
        var total = balances.publishedTotal(row);
        return new Balance(total, total.minus(balances.publishedHeld(row)), nonce, balances.publishedNewest(row));
    }

    public Supply supply(String asset) {
        return assets.published(assets.find(asset));
    }

    public String accountName(int account) {
        return accounts.name(account);
    }

    public String assetName(int asset) {
        return assets.name(asset);
    }

    public int accountNumber(String account) {
        return accounts.find(account);
    }

    /** What became of a key: the entry it led to, if it is still remembered and durable. */
    public Optional<KeyRing.Key> key(Op.Family family, String scope, String key) {
        var digest = new Canonical().key(family, scope, key);
        return keys.get(digest.hi(), digest.lo()).filter(found -> found.seq() <= publishedSeq);
    }

    /** Whether a key of the last {@code ttlMillis} may have been forgotten early, because too many came after it. */
    public boolean forgotKeysWithin(long ttlMillis, long now) {
        return keys.evicted() > 0 && now - keys.oldestAt() < ttlMillis;
    }

    /** Adds up every published balance and compares with the supplies: what no single group could show. */
    public boolean conserved() {
        return balances.conserved(assets);
    }

    public int openHolds() {
        return holds.size();
    }

    public int accountCount() {
        return accounts.size();
    }

    public long evictedKeys() {
        return keys.evicted();
    }

    /** From here on everything can be taken back. */
    void mark() {
        accounts.mark();
        assets.mark();
        balances.mark();
        holds.mark();
        keys.mark();
    }

    void keep() {
        accounts.keep();
        balances.keep();
        holds.keep();
        keys.keep();
    }

    void rollback(long seqAtMark, long atMark, byte[] rootAtMark) {
        accounts.rollback();
        assets.rollback();
        balances.rollback();
        holds.rollback();
        keys.rollback();
        seq = seqAtMark;
        at = atMark;
        root = rootAtMark;
        newest = null;
    }

    /** Sets where the log stands; the rest of a snapshot is restored piece by piece. */
    void restore(long seq, long at, byte[] root) {
        this.seq = seq;
        this.at = at;
        this.root = root;
    }

    private void introduce(Entry entry) {
        if (entry.introducesAsset() && assets.add(entry.assetName()) != entry.asset()) {
            throw new LedgerCorruption("entry " + entry.seq() + " introduces its asset out of order");
        }
        if (entry.introducesTo() && accounts.add(entry.toName()) != entry.to()) {
            throw new LedgerCorruption("entry " + entry.seq() + " introduces its account out of order");
        }
    }

    /** Uses the nonce and counts the amount towards the day; answers the debited row. */
    private int spend(Entry entry) {
        int row = existing(entry);
        accounts.use(entry.from(), entry.number());
        balances.spend(row, entry.at() / DAY_MILLIS, entry);
        return row;
    }

    private int existing(Entry entry) {
        int row = balances.find(entry.from(), entry.asset());
        if (row == Balances.ABSENT) {
            throw new LedgerCorruption("entry " + entry.seq() + " debits a balance that does not exist");
        }
        return row;
    }

    private int opened(int account, int asset) {
        int row = balances.find(account, asset);
        if (row == Balances.ABSENT) {
            row = balances.open(account, asset);
            assets.set(asset, assets.supply(asset).open());
        }
        return row;
    }
}
