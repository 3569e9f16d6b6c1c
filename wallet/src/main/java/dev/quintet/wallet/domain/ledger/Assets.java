package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Supply;
import dev.quintet.wallet.domain.table.NameTable;
import java.util.ArrayList;
import java.util.List;

/** Asset names and supplies: few, so plain objects; the published list is what readers see. */
final class Assets {
    private final NameTable names;
    private final List<Supply> supplies = new ArrayList<>(List.of(Supply.NONE)); // Number 0 is none.
    private List<Supply> published = List.copyOf(supplies);
    private List<Supply> atMark = List.of();
    private boolean changed;

    Assets(long seed) {
        this.names = new NameTable(seed);
    }

    int find(String name) {
        return names.find(name);
    }

    int add(String name) {
        supplies.add(Supply.NONE);
        changed = true;
        return names.add(name);
    }

    String name(int asset) {
        return names.name(asset);
    }

    int size() {
        return names.size();
    }

    Supply supply(int asset) {
        return supplies.get(asset);
    }

    void set(int asset, Supply supply) {
        supplies.set(asset, supply);
        changed = true;
    }

    /** The supply readers see; nothing for an asset that is not durable yet. */
    Supply published(int asset) {
        return asset < published.size() ? published.get(asset) : Supply.NONE;
    }

    /** Whether what circulates changed by exactly that much, modulo 2^128, since it was published. */
    boolean grewBy(int asset, long hi, long lo) {
        Amount now = supply(asset).circulating();
        Amount before = published(asset).circulating();
        return now.lo() - before.lo() == lo && now.hi() - before.hi() - Amount.borrow(now.lo(), before.lo()) == hi;
    }

    void publish() {
        if (changed) {
            published = List.copyOf(supplies);
            changed = false;
        }
    }

    void mark() {
        atMark = List.copyOf(supplies);
    }

    void rollback() {
        supplies.clear();
        supplies.addAll(atMark);
        names.truncate(atMark.size() - 1);
    }

    NameTable.Image freezeNames() {
        return names.freeze();
    }

    List<Supply> list() {
        return List.copyOf(supplies);
    }

    void restore(String name, Supply supply) {
        set(add(name), supply);
        publish();
    }
}
