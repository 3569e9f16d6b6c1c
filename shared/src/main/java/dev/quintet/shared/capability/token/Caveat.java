package dev.quintet.shared.capability.token;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * One restriction on a token. The text form is exact: what does not parse to the letter is refused, never guessed at.
 */
public sealed interface Caveat {

    /** What stands in the token; {@link #parse} reads it back as an equal caveat. */
    String text();

    /** Reads one caveat; refused with UNKNOWN_CAVEAT if its kind is unknown or its value malformed. */
    static Caveat parse(String text) {
        int space = text.indexOf(' ');
        if (space < 0) {
            throw new RefusedTokenException(Refusal.UNKNOWN_CAVEAT);
        }
        return switch (text.substring(0, space)) {
            case "scope" -> read(text, ScopeIn.PREFIX, ScopeIn::parse);
            case "tenant" -> read(text, TenantIs.PREFIX, TenantIs::new);
            case "account" -> read(text, AccountIs.PREFIX, AccountIs::new);
            case "asset" -> read(text, AssetIs.PREFIX, AssetIs::new);
            case "path_prefix" -> read(text, PathPrefix.PREFIX, PathPrefix::new);
            case "before" -> read(text, Before.PREFIX, value -> new Before(Rfc3339.parse(value)));
            case String _ -> throw new RefusedTokenException(Refusal.UNKNOWN_CAVEAT);
        };
    }

    /** The operation's scope is one of these. */
    record ScopeIn(Set<String> scopes) implements Caveat {
        private static final String PREFIX = "scope in ";

        public ScopeIn {
            scopes = Collections.unmodifiableSet(new LinkedHashSet<>(scopes));
            check(!scopes.isEmpty() && scopes.stream().allMatch(TokenText::isScope));
        }

        private static ScopeIn parse(String list) {
            return new ScopeIn(new LinkedHashSet<>(Arrays.asList(list.split(",", -1))));
        }

        @Override
        public String text() {
            return PREFIX + String.join(",", scopes);
        }
    }

    record TenantIs(String tenant) implements Caveat {
        private static final String PREFIX = "tenant = ";

        public TenantIs {
            check(TokenText.isTenant(tenant));
        }

        @Override
        public String text() {
            return PREFIX + tenant;
        }
    }

    record AccountIs(String account) implements Caveat {
        private static final String PREFIX = "account = ";

        public AccountIs {
            check(TokenText.isAccount(account));
        }

        @Override
        public String text() {
            return PREFIX + account;
        }
    }

    record AssetIs(String asset) implements Caveat {
        private static final String PREFIX = "asset = ";

        public AssetIs {
            check(TokenText.isAsset(asset));
        }

        @Override
        public String text() {
            return PREFIX + asset;
        }
    }

    /** The request's path is this one or below it, by whole segments. */
    record PathPrefix(String prefix) implements Caveat {
        private static final String PREFIX = "path_prefix = ";

        public PathPrefix {
            check(RequestPath.isPrefix(prefix));
        }

        @Override
        public String text() {
            return PREFIX + prefix;
        }
    }

    /** The request arrives strictly before this moment. */
    record Before(Instant end) implements Caveat {
        private static final String PREFIX = "before = ";

        @Override
        public String text() {
            return PREFIX + end;
        }
    }

    private static Caveat read(String text, String prefix, Function<String, Caveat> value) {
        check(text.startsWith(prefix));
        return value.apply(text.substring(prefix.length()));
    }

    private static void check(boolean wellFormed) {
        if (!wellFormed) {
            throw new RefusedTokenException(Refusal.UNKNOWN_CAVEAT);
        }
    }
}
