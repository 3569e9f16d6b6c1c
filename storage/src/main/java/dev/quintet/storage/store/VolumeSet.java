package dev.quintet.storage.store;

import dev.quintet.storage.domain.Maintenance.VolumeInfo;
import dev.quintet.storage.domain.Maintenance.VolumeState;
import dev.quintet.storage.domain.Rendezvous;
import dev.quintet.storage.store.pack.Volume;
import dev.quintet.storage.store.pack.VolumeFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The volumes as configured, whichever of them are there. */
final class VolumeSet implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(VolumeSet.class);

    private final List<Slot> slots = new ArrayList<>();
    private final Opener opener;

    /** Opens the volume in a place. */
    @FunctionalInterface
    interface Opener {
        Volume open(String name, VolumeFiles files) throws IOException;
    }

    /** One configured place and the volume in it, if there is one. */
    static final class Slot implements Rendezvous.Candidate {
        private final String name;
        private final VolumeFiles files;
        private volatile @Nullable Volume volume;
        private volatile double weight = 1;

        private Slot(String name, VolumeFiles files) {
            this.name = name;
            this.files = files;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public double weight() {
            return weight;
        }

        @Nullable
        Volume volume() {
            return volume;
        }

        VolumeState state() {
            var known = volume;
            if (known == null) {
                return VolumeState.LOST;
            }
            return known.failed() ? VolumeState.FAILED : known.full() ? VolumeState.FULL : VolumeState.HEALTHY;
        }
    }

    /** Opens every volume; one that cannot be opened counts as lost, unless somebody else has it. */
    VolumeSet(Map<String, VolumeFiles> places, Opener opener) throws IOException {
        this.opener = opener;
        for (var place : places.entrySet()) {
            var slot = new Slot(place.getKey(), place.getValue());
            slots.add(slot);
            open(slot);
        }
    }

    List<Slot> slots() {
        return slots;
    }

    /** The volumes that can be read. */
    List<Volume> volumes() {
        var present = new ArrayList<Volume>(slots.size());
        for (var slot : slots) {
            var volume = slot.volume;
            if (volume != null) {
                present.add(volume);
            }
        }
        return present;
    }

    /** The volumes that take writes now, best first for a key. */
    List<Volume> writable(long a, long b) {
        var healthy = slots.stream()
                .filter(slot -> slot.state() == VolumeState.HEALTHY)
                .toList();
        return Rendezvous.rank(healthy, a, b).stream()
                .map(Slot::volume)
                .filter(java.util.Objects::nonNull)
                .toList();
    }

    boolean allHealthy() {
        return slots.stream().allMatch(slot -> slot.state() == VolumeState.HEALTHY);
    }

    boolean anyFull() {
        return slots.stream().anyMatch(slot -> slot.state() == VolumeState.FULL);
    }

    /** Looks after each volume: gone, replaced, back, with room again. Answers whether any came, went or changed. */
    boolean check() {
        boolean changed = false;
        for (var slot : slots) {
            var before = slot.state();
            var volume = slot.volume;
            if (volume == null) {
                changed |= slot.files.present() && tryOpen(slot);
            } else if (!volume.inPlace()) {
                LOG.warnf("volume %s is gone or was replaced", slot.name);
                slot.volume = null;
                volume.close();
                changed = true;
                if (slot.files.present()) {
                    tryOpen(slot);
                }
            } else if (volume.failed()) {
                slot.volume = null;
                volume.close();
                changed |= tryOpen(slot);
            } else {
                volume.lookForRoom();
            }
            changed |= before != slot.state();
        }
        return changed;
    }

    List<VolumeInfo> infos() {
        return slots.stream().map(VolumeSet::info).toList();
    }

    @Override
    public void close() {
        for (var slot : slots) {
            var volume = slot.volume;
            if (volume != null) {
                volume.close();
            }
        }
    }

    private boolean tryOpen(Slot slot) {
        try {
            open(slot);
            LOG.infof("volume %s is open", slot.name);
            return true;
        } catch (IOException e) {
            LOG.debugf(e, "volume %s cannot be opened", slot.name);
            return false;
        }
    }

    private void open(Slot slot) throws IOException {
        slot.volume = opener.open(slot.name, slot.files);
        slot.weight = Math.max(1, slot.files.totalBytes());
    }

    private static VolumeInfo info(Slot slot) {
        var volume = slot.volume;
        if (volume == null) {
            return new VolumeInfo(slot.name, VolumeState.LOST, 0, 0, 0, 0, 0);
        }
        long live = volume.liveBytes();
        return new VolumeInfo(
                slot.name,
                slot.state(),
                volume.pieces().size() + (long) volume.objects().size(),
                volume.packCount(),
                live,
                Math.max(0, volume.totalBytes() - live),
                volume.freeBytes());
    }
}
