package dev.quintet.storage.pipeline;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.storage.store.pace.Governor;
import jakarta.inject.Singleton;

/** Where repairs wait, and what holds them back. */
@Singleton
record RepairFlow(BoundedChannel<RepairJob> repair, UrgentRepairs urgent, Governor governor) {}
