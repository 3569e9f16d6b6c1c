package dev.quintet.tools.verify;

import dev.quintet.shared.content.Blake3Tree;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.content.SliceProof;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * Fetches a part of an object and proves it against the address in its URL, trusting nothing that the server says: not the
 * bytes, not where they stand. Asks for the whole 64 KiB chunks around the part, because only those can be proven.
 */
final class SliceVerifier {
    /** More in one go would be held in memory; ask for it in parts. */
    private static final long SLICE_MAX = 64L << 20;

    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    private SliceVerifier() {}

    /** Bytes {@code first} to {@code last} of the object, both included. */
    record Slice(ContentAddress address, long first, long last, ByteBuffer bytes) {}

    /** @throws VerificationException when the server does not prove what it sends */
    static Slice fetch(URI object, String range) throws IOException, InterruptedException {
        var match = RANGE.matcher(range);
        if (!match.matches()) {
            throw new VerificationException("a range is <first>-<last>, both included");
        }
        long first = Long.parseLong(match.group(1));
        long last = Long.parseLong(match.group(2));
        if (last < first || last - first >= SLICE_MAX) {
            throw new VerificationException("a range is at least one byte and at most " + SLICE_MAX);
        }
        return fetch(object, first, last);
    }

    private static Slice fetch(URI object, long first, long last) throws IOException, InterruptedException {
        var address = address(object);
        long from = first - first % Blake3Tree.GROUP_BYTES;
        long to = last - last % Blake3Tree.GROUP_BYTES + Blake3Tree.GROUP_BYTES - 1;
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(object)
                    .header("Range", "bytes=" + from + "-" + to)
                    .header("Want-Content-Proof", "b3");
            var answer = client.send(request.build(), BodyHandlers.ofByteArray());
            return verify(address, first, last, answer);
        }
    }

    private static Slice verify(ContentAddress address, long first, long last, HttpResponse<byte[]> answer) {
        if (answer.statusCode() != 206) {
            throw new VerificationException("the server answered " + answer.statusCode() + ", not with a part");
        }
        var proof = answer.headers()
                .firstValue("Content-Proof")
                .flatMap(SliceProof::tryParse)
                .orElseThrow(() -> new VerificationException("the server sent no proof"));
        long from = (long) proof.firstGroup() * Blake3Tree.GROUP_BYTES;
        if (from != first - first % Blake3Tree.GROUP_BYTES || !proof.verifies(address, answer.body())) {
            throw new VerificationException("the bytes are not those of " + address + " at " + first);
        }
        long end = Math.min(last + 1, from + answer.body().length);
        if (end <= first) {
            throw new VerificationException("the object ends before " + first);
        }
        return new Slice(
                address,
                first,
                end - 1,
                ByteBuffer.wrap(answer.body(), (int) (first - from), (int) (end - first))
                        .slice());
    }

    private static ContentAddress address(URI object) {
        String path = String.valueOf(object.getPath());
        return ContentAddress.tryParse(path.substring(path.lastIndexOf('/') + 1))
                .orElseThrow(() -> new VerificationException("the URL does not end in an address"));
    }
}
