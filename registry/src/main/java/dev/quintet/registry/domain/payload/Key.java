package dev.quintet.registry.domain.payload;

import java.util.regex.Pattern;

/** The name of a descriptor: unique within its kind. Ordered by kind, then by id. */
public record Key(Kind kind, String id) implements Comparable<Key> {
    // It stands in paths and needs no escape in JSON.
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@~-]{0,127}");

    /** The signer set in force; every log begins with it. */
    public static final Key SIGNERS = new Key(Kind.SIGNERS, "root");

    /** Not greater than any key of the kind. */
    public static Key firstOf(Kind kind) {
        return new Key(kind, "0");
    }

    public Key {
        if (!ID.matcher(id).matches()) {
            throw new MalformedException(
                    "an id is 1 to 128 of A-Z a-z 0-9 . _ : @ ~ - and begins with a letter or digit");
        }
    }

    @Override
    public int compareTo(Key other) {
        int order = kind.compareTo(other.kind);
        return order != 0 ? order : id.compareTo(other.id);
    }

    @Override
    public String toString() {
        return kind.wire() + "/" + id;
    }
}
