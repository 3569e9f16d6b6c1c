package dev.quintet.gateway.domain.drr;

import org.jspecify.annotations.Nullable;

/** Flows in the order of their turns; every step is O(1), leaving from the middle too. */
final class Ring {
    private @Nullable Flow head;
    private @Nullable Flow tail;

    @Nullable
    Flow head() {
        return head;
    }

    void add(Flow flow) {
        flow.ring = this;
        flow.next = null;
        flow.previous = tail;
        if (tail == null) {
            head = flow;
        } else {
            tail.next = flow;
        }
        tail = flow;
    }

    void remove(Flow flow) {
        if (flow.previous == null) {
            head = flow.next;
        } else {
            flow.previous.next = flow.next;
        }
        if (flow.next == null) {
            tail = flow.previous;
        } else {
            flow.next.previous = flow.previous;
        }
        flow.ring = null;
        flow.next = null;
        flow.previous = null;
    }
}
