package dev.quintet.shared.flow;

/** The four channel types, with what each does when full, in the words of the documents. */
public enum ChannelKind {
    BOUNDED("refuse: offer answers FULL, send waits to its deadline"),
    EVICTING("drop the oldest, answer its caller"),
    BROADCAST("a slow subscriber loses its oldest and is told how many"),
    WATCH("keep only the latest");

    private final String overflow;

    ChannelKind(String overflow) {
        this.overflow = overflow;
    }

    public String overflow() {
        return overflow;
    }
}
