package dev.quintet.registry.domain.payload;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a proposal wants to change. {@code canonical} is its RFC 8785 text and everything else follows from it.
 *
 * @param address the BLAKE3 of the canonical text: {@code payload_b3}, what approvals sign
 */
public record Payload(
        String canonical,
        ContentAddress address,
        List<Descriptor> puts,
        List<Key> removes,
        Optional<Expectation> expectHead,
        Optional<Supersede> supersede) {

    /** The head that a proposer insists on. */
    public record Expectation(long version, ContentAddress hash) {
        public boolean matches(long atVersion, ContentAddress withHash) {
            return version == atVersion && hash.equals(withHash);
        }
    }

    static ContentAddress address(String canonical) {
        return ContentAddress.of(Blake3.hash(canonical.getBytes(StandardCharsets.UTF_8)), 0);
    }

    /** The address alone, for what is kept about a proposal that is done with. */
    public Payload slim() {
        return new Payload("", address, List.of(), List.of(), Optional.empty(), Optional.empty());
    }

    /** Every key it touches. */
    public Stream<Key> keys() {
        return Stream.concat(puts.stream().map(Descriptor::key), removes.stream());
    }

    /** The body it puts under this key. */
    public Optional<String> body(Key key) {
        return puts.stream()
                .filter(put -> put.key().equals(key))
                .map(Descriptor::body)
                .findFirst();
    }
}
