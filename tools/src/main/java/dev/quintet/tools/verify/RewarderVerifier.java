package dev.quintet.tools.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.CanonicalJson;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Computes a run once more from its sealed files, in plain SQL on DuckDB, and compares: addresses, policy hash, every payout, totals,
 * the Merkle-sum root and the commitment. Shares nothing with the rewarder but the formats. Names the first payee that differs.
 */
final class RewarderVerifier {
    /** DuckDB's HUGEINT is signed: products must stay below 2^127, or it stops with an error rather than with a wrong answer. */
    @SuppressWarnings("InlineFormatString") // Forty lines of SQL read better on their own.
    private static final String SPLIT = """
            create table usage as select account, bytes_stored, bytes_served, uptime_seconds, requests
              from read_json('%1$s', format='newline_delimited', columns={schema:'varchar', account:'varchar',
                bytes_stored:'hugeint', bytes_served:'hugeint', uptime_seconds:'hugeint', requests:'hugeint'})
              where account is not null;
            create table scored as select account, bytes_stored*%2$s + bytes_served*%3$s + uptime_seconds*%4$s
              + requests*%5$s as score from usage;
            create table eligible as select account, score from scored
              where %6$s::hugeint * score // (select sum(score)::hugeint from scored) >= %7$s::hugeint;
            create table ranked as select account, score,
              row_number() over w as place,
              coalesce(sum(score) over (order by score desc, account rows between unbounded preceding and 1 preceding), 0)::hugeint
                as above,
              (select sum(score)::hugeint from eligible) as total
              from eligible window w as (order by score desc, account);
            create table capped as select account from ranked
              where %8$s > 0 and %6$s::hugeint >= (place - 1)::hugeint * %8$s::hugeint
                and score * (%6$s::hugeint - (place - 1)::hugeint * %8$s::hugeint) >= %8$s::hugeint * (total - above);
            create table rest as select e.account, e.score,
              %6$s::hugeint - (select count(*) from capped)::hugeint * %8$s::hugeint as pool,
              sum(e.score) over ()::hugeint as total
              from eligible e where e.account not in (select account from capped);
            create table shares as select account, pool * score // total as share, pool * score %% total as remainder, pool
              from rest where total > 0;
            create table split as select account, share + case when %9$s and
              row_number() over (order by remainder desc, account) <= pool - (select sum(share)::hugeint from shares)
              then 1 else 0 end as amount from shares;
            create table amounts as
              select u.account, case when c.account is not null then %8$s::hugeint else coalesce(s.amount, 0) end as amount, d.score
              from usage u join scored d using (account) left join split s using (account) left join capped c using (account);
            create table claimed as select account, amount_minor::hugeint as amount, score::hugeint as score
              from read_json('%10$s', format='newline_delimited',
                columns={account:'varchar', amount_minor:'varchar', score:'varchar'});
            """;

    private final RunFiles files;
    private final JsonNode manifest;
    private final JsonNode policy;

    private RewarderVerifier(RunFiles files) {
        this.files = files;
        this.manifest = files.readManifest();
        this.policy = files.readPolicy();
    }

    /** What was confirmed. */
    record Report(String epoch, long payees, String payout, String commitment) {}

    /** Throws {@link IllegalStateException} with the first contradiction. */
    static Report verify(RunFiles files) throws SQLException {
        return new RewarderVerifier(files).verify();
    }

    private Report verify() throws SQLException {
        same("the inputs' address", manifest.path("inputs").asText(), RunFiles.address(files.inputs()));
        same("the payouts' address", manifest.path("payouts").asText(), RunFiles.address(files.payouts()));
        same("the policy's hash", manifest.path("policy").path("hash").asText(), hash(CanonicalJson.bytes(policy)));
        same(
                "the run key",
                manifest.path("run_key").asText(),
                hash(utf8("quintet:rewarder:run:v1\n"
                        + manifest.path("epoch").asText() + "\n"
                        + manifest.path("policy").path("hash").asText() + "\n"
                        + manifest.path("inputs").asText() + "\n")));
        var unsigned = ((ObjectNode) manifest.deepCopy()).without(List.of("commitment"));
        same(
                "the commitment",
                manifest.path("commitment").asText(),
                hash(utf8("quintet:rewarder:commitment:v1\n"
                        + new String(CanonicalJson.bytes(unsigned), StandardCharsets.UTF_8))));
        try (var database = DriverManager.getConnection("jdbc:duckdb:")) {
            split(database);
            compare(database);
            return totals(database);
        }
    }

    private void split(Connection database) throws SQLException {
        var weights = policy.path("weights");
        var pool = new BigInteger(inputsPool(database));
        if (policy.hasNonNull("pool_cap_minor")) {
            pool = pool.min(new BigInteger(policy.path("pool_cap_minor").asText()));
        }
        same("the pool", manifest.path("totals").path("pool_minor").asText(), pool.toString());
        String sql = SPLIT.formatted(
                quoted(files.inputs().toString()),
                weights.path("bytes_stored").asLong(),
                weights.path("bytes_served").asLong(),
                weights.path("uptime_seconds").asLong(),
                weights.path("requests").asLong(),
                pool,
                policy.path("min_payout_minor").asText("0"),
                policy.path("max_payout_minor").asText("0"),
                policy.path("rounding").asText().equals("largest_remainder"),
                quoted(files.payouts().toString()));
        try (var statement = database.createStatement()) {
            statement.execute("set preserve_insertion_order = true");
            for (String one : sql.split(";", -1)) {
                if (!one.isBlank()) {
                    statement.execute(one);
                }
            }
        }
    }

    private String inputsPool(Connection database) throws SQLException {
        return single(
                database,
                "select pool_minor from read_json('" + quoted(files.inputs().toString())
                        + "', format='newline_delimited', columns={schema:'varchar', pool_minor:'varchar'}) where schema is not null");
    }

    private static void compare(Connection database) throws SQLException {
        String sql = "select coalesce(a.account, c.account) as account, a.amount as ours, c.amount as theirs"
                + " from amounts a full join claimed c using (account)"
                + " where a.amount is distinct from c.amount or a.score is distinct from c.score"
                + " order by coalesce(a.account, c.account) limit 1";
        try (var statement = database.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            if (rows.next()) {
                throw new IllegalStateException("payee " + rows.getString(1) + " differs: computed " + rows.getString(2)
                        + ", paid " + rows.getString(3));
            }
        }
    }

    private Report totals(Connection database) throws SQLException {
        String payout = single(database, "select coalesce(sum(amount), 0)::hugeint from amounts");
        String payees = single(database, "select count(*) from amounts");
        var totals = manifest.path("totals");
        same("the payouts' sum", totals.path("payout_minor").asText(), payout);
        same(
                "the residual",
                totals.path("residual_minor").asText(),
                new BigInteger(totals.path("pool_minor").asText())
                        .subtract(new BigInteger(payout))
                        .toString());
        same("the number of payees", manifest.path("payees").asText(), payees);
        same("the Merkle root", manifest.path("merkle_root").asText(), root(database));
        return new Report(
                manifest.path("epoch").asText(),
                Long.parseLong(payees),
                payout,
                manifest.path("commitment").asText());
    }

    /** A node: total and hash, 48 bytes. */
    private static String root(Connection database) throws SQLException {
        var level = new ArrayList<byte[]>();
        try (var statement = database.createStatement();
                ResultSet rows =
                        statement.executeQuery("select account, amount::varchar from amounts order by account")) {
            while (rows.next()) {
                byte[] amount = fixed(new BigInteger(rows.getString(2)));
                var leaf = new ByteArrayOutputStream();
                leaf.write(0);
                leaf.writeBytes(amount);
                leaf.writeBytes(utf8(rows.getString(1)));
                level.add(node(amount, Blake3.hash(leaf.toByteArray())));
            }
        }
        List<byte[]> nodes = level;
        while (nodes.size() > 1) {
            var above = new ArrayList<byte[]>();
            for (int i = 0; i < nodes.size(); i += 2) {
                above.add(i + 1 < nodes.size() ? parent(nodes.get(i), nodes.get(i + 1)) : nodes.get(i));
            }
            nodes = above;
        }
        return "b3:" + HexFormat.of().formatHex(nodes.getFirst(), 16, 48);
    }

    private static byte[] parent(byte[] left, byte[] right) {
        var input = new ByteArrayOutputStream();
        input.write(1);
        input.writeBytes(left);
        input.writeBytes(right);
        var sum = new BigInteger(1, left, 0, 16).add(new BigInteger(1, right, 0, 16));
        return node(fixed(sum), Blake3.hash(input.toByteArray()));
    }

    private static byte[] node(byte[] sum, byte[] hash) {
        byte[] node = new byte[48];
        System.arraycopy(sum, 0, node, 0, 16);
        System.arraycopy(hash, 0, node, 16, 32);
        return node;
    }

    private static byte[] fixed(BigInteger amount) {
        byte[] minimal = amount.toByteArray();
        byte[] fixed = new byte[16];
        int skip = Math.max(0, minimal.length - 16);
        System.arraycopy(minimal, skip, fixed, 16 - (minimal.length - skip), minimal.length - skip);
        return fixed;
    }

    private static String single(Connection database, String sql) throws SQLException {
        try (var statement = database.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            if (!rows.next()) {
                throw new IllegalStateException("the inputs have no header");
            }
            return rows.getString(1);
        }
    }

    private static String quoted(String text) {
        return text.replace("'", "''");
    }

    private static String hash(byte[] bytes) {
        return "b3:" + HexFormat.of().formatHex(Blake3.hash(bytes));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void same(String what, String claimed, String computed) {
        if (!claimed.equals(computed)) {
            throw new IllegalStateException(what + " differs: computed " + computed + ", the manifest says " + claimed);
        }
    }
}
