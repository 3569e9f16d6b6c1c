package dev.quintet.gateway.domain.drr;

import org.jspecify.annotations.Nullable;

/**
 * Who must not wait longer than until when: a hashed wheel of intrusive lists. Adding and removing are O(1); a sweep
 * looks only at the slots that time has passed, and leaves those whose turn on the wheel has not come.
 */
final class WaitWheel {
    static final int NOWHERE = -1;
    /** How late a sweep may find somebody; small against the shortest sensible wait. */
    static final long SLOT_NANOS = 4_000_000;

    private static final int SLOTS = 512;

    private final @Nullable Turn[] slots = new Turn[SLOTS];
    private long swept;
    private boolean started;

    void add(Turn turn, long now) {
        if (!started) {
            swept = now / SLOT_NANOS;
            started = true;
        }
        // One slot later than exact: nobody is dropped before its time, and none lands in a slot already swept.
        long tick = Math.max(turn.waitUntil / SLOT_NANOS + 1, swept + 1);
        int slot = (int) Math.floorMod(tick, (long) SLOTS);
        Turn head = slots[slot];
        turn.slot = slot;
        turn.slotPrevious = null;
        turn.slotNext = head;
        if (head != null) {
            head.slotPrevious = turn;
        }
        slots[slot] = turn;
    }

    void remove(Turn turn) {
        if (turn.slotNext != null) {
            turn.slotNext.slotPrevious = turn.slotPrevious;
        }
        if (turn.slotPrevious != null) {
            turn.slotPrevious.slotNext = turn.slotNext;
        } else {
            slots[turn.slot] = turn.slotNext;
        }
        turn.slot = NOWHERE;
        turn.slotNext = null;
        turn.slotPrevious = null;
    }

    /** Somebody whose wait is over, still on the wheel; null once there is none. */
    @Nullable
    Turn expired(long now) {
        if (!started) {
            return null;
        }
        long tick = now / SLOT_NANOS;
        swept = Math.max(swept, tick - SLOTS);
        for (; swept < tick; swept++) {
            for (Turn turn = slots[(int) Math.floorMod(swept + 1, (long) SLOTS)]; turn != null; turn = turn.slotNext) {
                if (turn.waitUntil - now <= 0) {
                    return turn;
                }
            }
        }
        return null;
    }
}
