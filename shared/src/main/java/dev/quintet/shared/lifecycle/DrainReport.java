package dev.quintet.shared.lifecycle;

import java.time.Duration;
import java.util.List;

/** How a drain went: the last line of a process's log. */
public record DrainReport(
        Duration took, int tasksDrained, List<String> tasksAborted, long itemsDrained, long itemsAborted) {

    /** Nothing that was accepted is lost. */
    public boolean clean() {
        return tasksAborted.isEmpty() && itemsAborted == 0;
    }

    public String line() {
        return "drain took_ms=%d tasks_drained=%d tasks_aborted=%d%s items_drained=%d items_aborted=%d"
                .formatted(
                        took.toMillis(),
                        tasksDrained,
                        tasksAborted.size(),
                        tasksAborted.isEmpty() ? "" : " " + tasksAborted,
                        itemsDrained,
                        itemsAborted);
    }
}
