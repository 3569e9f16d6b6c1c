package dev.quintet.wallet.domain;

/** How much of an asset was ever issued and burned, and how many accounts have held it. */
public record Supply(Amount issued, Amount burned, long accounts) {
    public static final Supply NONE = new Supply(Amount.ZERO, Amount.ZERO, 0);

    /** What is in the accounts: conservation says so. */
    public Amount circulating() {
        return issued.minus(burned);
    }

    public Supply issue(Amount amount) {
        return new Supply(issued.plus(amount), burned, accounts);
    }

    public Supply burn(Amount amount) {
        return new Supply(issued, burned.plus(amount), accounts);
    }

    public Supply open() {
        return new Supply(issued, burned, accounts + 1);
    }
}
