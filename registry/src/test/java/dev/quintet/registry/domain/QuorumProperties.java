package dev.quintet.registry.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.registry.Payloads;
import dev.quintet.registry.Signers;
import dev.quintet.registry.domain.Outcome.Accepted;
import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random histories of proposals, approvals, key rotations, revocations, expiries and commits, judged by the machine and
 * by a plain model that knows nothing of it: sets of names and integers.
 */
class QuorumProperties {
    private static final List<String> PEOPLE = List.of("alpha", "beta", "gamma", "delta", "epsilon");
    private static final Machine.Limits LIMITS = new Machine.Limits(1_000, 1 << 20);
    private static final int STEPS = 120;

    @Property(tries = 150)
    void nothingIsCommittedWithoutAQuorumOfTheSignersInForce(@ForAll long seed) {
        new History(seed).run();
    }

    private static final class History {
        private final Random random;
        private final RegistryState state = new RegistryState();
        private final List<String> ids = new ArrayList<>();
        private final Map<String, Model> models = new HashMap<>();
        private final Map<String, Long> changed = new HashMap<>();
        private Map<String, String> keys;
        private int m;
        private long version = 1;
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        /** What the model knows of a proposal: its key, its signers' keys at the time of approval, its fate. */
        private static final class Model {
            private final String key;
            private final long base;
            private final Instant expires;
            private final List<String> newSigners;
            private final int newM;
            private final Map<String, String> approvals = new HashMap<>();
            private boolean committed;

            Model(String key, long base, Instant expires, List<String> newSigners, int newM) {
                this.key = key;
                this.base = base;
                this.expires = expires;
                this.newSigners = newSigners;
                this.newM = newM;
            }
        }

        History(long seed) {
            random = new Random(seed);
            var first = someSigners();
            m = 1 + random.nextInt(first.size());
            keys = byName(first);
            apply(Machine.genesis(Payloads.signers(m, first), now));
            changed.put("signers", 1L);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                now = now.plusSeconds(random.nextInt(600));
                switch (random.nextInt(10)) {
                    case 0, 1 -> propose();
                    case 2, 3, 4, 5, 6 -> approve();
                    default -> commit();
                }
                assertThat(state.head().version()).isEqualTo(version);
                assertThat(state.signers().m()).isEqualTo(m);
            }
        }

        private void propose() {
            boolean rotation = random.nextInt(4) == 0;
            List<String> signers = rotation ? someSigners() : List.of();
            int newM = rotation ? 1 + random.nextInt(signers.size()) : 0;
            String key = rotation ? "signers" : "svc" + random.nextInt(3);
            Payload payload = rotation ? Payloads.signers(newM, signers) : Payloads.put(key, random.nextInt(100));
            String id = "p" + ids.size();
            var expires = now.plusSeconds(3_600 + random.nextInt(7_200));
            apply(accepted(judge(new Command.Propose(id, payload, expires, Origin.SELF))));
            ids.add(id);
            models.put(id, new Model(key, version, expires, signers, newM));
        }

        private void approve() {
            if (ids.isEmpty()) {
                return;
            }
            String id = ids.get(random.nextInt(ids.size()));
            var model = Objects.requireNonNull(models.get(id));
            String name = PEOPLE.get(random.nextInt(PEOPLE.size()));
            String key = name + (random.nextInt(4) == 0 ? "2" : "");
            var approval = new Approval(Signers.id(name), Signers.publicKey(key), "sig", now);

            var outcome = judge(new Command.Approve(id, approval, Origin.SELF));

            boolean expected = !model.committed
                    && now.isBefore(model.expires)
                    && key.equals(keys.get(name))
                    && !key.equals(model.approvals.get(name));
            assertThat(outcome instanceof Accepted)
                    .as("%s by %s: %s", id, key, outcome)
                    .isEqualTo(expected);
            if (outcome instanceof Accepted(Event event)) {
                apply(event);
                model.approvals.put(name, key);
            }
        }

        private void commit() {
            if (ids.isEmpty()) {
                return;
            }
            String id = ids.get(random.nextInt(ids.size()));
            var model = Objects.requireNonNull(models.get(id));

            var outcome = judge(new Command.Commit(id, Origin.SELF));

            if (model.committed) {
                assertThat(outcome).isInstanceOf(Outcome.Replayed.class);
                return;
            }
            Set<String> counting = model.approvals.entrySet().stream()
                    .filter(approval -> approval.getValue().equals(keys.get(approval.getKey())))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            boolean expected = now.isBefore(model.expires)
                    && changed.getOrDefault(model.key, 0L) <= model.base
                    && counting.size() >= m;
            assertThat(outcome instanceof Accepted)
                    .as("%s with %s: %s", id, counting, outcome)
                    .isEqualTo(expected);
            if (outcome instanceof Accepted(Event.Committed committed)) {
                check(committed.artifact(), counting);
                apply(committed);
                take(model);
            }
        }

        private void check(Artifact artifact, Set<String> counting) {
            assertThat(artifact.head().version()).isEqualTo(version + 1);
            assertThat(artifact.previous()).isEqualTo(state.head().hash());
            assertThat(Artifact.hashHolds(artifact.bytes())).isTrue();
            assertThat(ArtifactReader.read(artifact.bytes()).head()).isEqualTo(artifact.head());
            String text = new String(artifact.bytes(), java.nio.charset.StandardCharsets.UTF_8);
            String approvals = text.substring(0, text.indexOf("\"committed_at\""));
            for (String name : PEOPLE) {
                assertThat(approvals.contains("\"signer_id\":\"" + Signers.id(name) + "\"}"))
                        .isEqualTo(counting.contains(name));
            }
        }

        private void take(Model model) {
            version++;
            model.committed = true;
            changed.put(model.key, version);
            if (!model.newSigners.isEmpty()) {
                keys = byName(model.newSigners);
                m = model.newM;
            }
        }

        private List<String> someSigners() {
            var names = new HashSet<String>();
            int wanted = 1 + random.nextInt(PEOPLE.size());
            for (String name : PEOPLE) {
                if (names.size() < wanted) {
                    names.add(name + (random.nextInt(3) == 0 ? "2" : ""));
                }
            }
            return List.copyOf(names);
        }

        private static Map<String, String> byName(List<String> signers) {
            return signers.stream().collect(Collectors.toMap(key -> key.replaceAll("\\d", ""), key -> key));
        }

        private Outcome judge(Command command) {
            return Machine.judge(state, command, now, LIMITS);
        }

        private void apply(Event event) {
            state.apply(event);
            state.publish();
        }

        private static Event accepted(Outcome outcome) {
            assertThat(outcome).isInstanceOf(Accepted.class);
            return ((Accepted) outcome).event();
        }
    }
}
