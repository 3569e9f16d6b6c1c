package dev.quintet.rewarder.domain.usage;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.rewarder.domain.number.Uint128;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a snapshot (NDJSON) from a stream, checks every line and stops at the first that is wrong. Memory is one buffer besides
 * the columns, whatever the stream brings.
 */
public final class UsageReader {
    public static final String SCHEMA = "quintet.usage.v1";
    public static final Pattern EPOCH = Pattern.compile("[A-Za-z0-9:._-]{1,64}");

    /** A line with the longest account and numbers has under 600 bytes; the rest is room for spaces. */
    static final int LINE_BYTES_MAX = 4_096;

    private static final int BUFFER_BYTES = 256 << 10;
    private static final Pattern ASSET = Pattern.compile("[a-z0-9_-]{1,32}");
    private static final Set<String> HEADER = Set.of("schema", "epoch", "pool_minor", "asset");
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION, true);

    private final InputStream in;
    private final int payeesMax;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int start;
    private int end;
    private long line;

    private UsageReader(InputStream in, int payeesMax) {
        this.in = in;
        this.payeesMax = payeesMax;
    }

    /** The whole snapshot; fails with the first line that breaks the schema. */
    public static Usage read(InputStream in, int payeesMax) throws IOException, SnapshotException {
        return new UsageReader(in, payeesMax).read();
    }

    private Usage read() throws IOException, SnapshotException {
        int stop = nextLine();
        if (stop < 0) {
            throw new SnapshotException(1, "", "the snapshot is empty");
        }
        var usage = new Usage(header(stop), payeesMax);
        var scanner = new LineScanner(buffer);
        for (start = stop + 1, stop = nextLine(); stop >= 0; start = stop + 1, stop = nextLine()) {
            String problem = scanner.scan(start, stop);
            if (problem == null) {
                problem = add(usage, scanner);
            }
            if (problem != null) {
                throw new SnapshotException(line, scanner.accountText(), problem);
            }
        }
        return usage;
    }

    private static @Nullable String add(Usage usage, LineScanner scanner) {
        byte[] bytes = scanner.bytes();
        if (!usage.follows(bytes, scanner.accountFrom(), scanner.accountTo())) {
            return "accounts are not unique and sorted bytewise";
        }
        return usage.add(bytes, scanner.accountFrom(), scanner.accountTo(), scanner.values())
                ? null
                : "more contributors than this service takes";
    }

    /** Where the line that begins at {@code start} ends; negative when there is none. */
    private int nextLine() throws IOException, SnapshotException {
        line++;
        int at = start;
        while (true) {
            for (; at < end; at++) {
                if (buffer[at] == '\n') {
                    return checked(at);
                }
            }
            if (end - start > LINE_BYTES_MAX) {
                throw new SnapshotException(line, "", "the line is too long");
            }
            if (end == buffer.length) {
                System.arraycopy(buffer, start, buffer, 0, end - start);
                at -= start;
                end -= start;
                start = 0;
            }
            int count = in.read(buffer, end, buffer.length - end);
            if (count < 0) {
                return start == end ? -1 : lastLine();
            }
            end += count;
        }
    }

    private int checked(int at) throws SnapshotException {
        if (at - start > LINE_BYTES_MAX) {
            throw new SnapshotException(line, "", "the line is too long");
        }
        return at;
    }

    private int lastLine() throws SnapshotException {
        // A whole line ends with a line feed; without it nobody knows whether the rest was cut off.
        throw new SnapshotException(line, "", "the snapshot ends within a line");
    }

    private UsageHeader header(int stop) throws SnapshotException {
        JsonNode json;
        try {
            json = JSON.readTree(buffer, start, stop - start);
        } catch (JsonProcessingException e) {
            throw new SnapshotException(1, "", "the first line is not JSON");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        if (!json.isObject() || json.size() != HEADER.size() || !HEADER.stream().allMatch(json::has)) {
            throw new SnapshotException(1, "", "the first line must have schema, epoch, pool_minor and asset");
        }
        if (!json.path("schema").asText().equals(SCHEMA)) {
            throw new SnapshotException(1, "", "the schema is not " + SCHEMA);
        }
        String epoch = text(json, "epoch", EPOCH);
        String asset = text(json, "asset", ASSET);
        var pool = Uint128.parse(
                json.path("pool_minor").isTextual() ? json.path("pool_minor").textValue() : "");
        if (pool.isEmpty()) {
            throw new SnapshotException(1, "", "pool_minor is not an amount");
        }
        return new UsageHeader(epoch, pool.get(), asset);
    }

    private static String text(JsonNode json, String member, Pattern pattern) throws SnapshotException {
        var value = json.path(member);
        if (!value.isTextual() || !pattern.matcher(value.textValue()).matches()) {
            throw new SnapshotException(1, "", member + " is not " + pattern);
        }
        return value.textValue();
    }
}
