package dev.quintet.shared.flow;

/** Handles one item (or batch) on a worker thread; may block. An exception costs this item, an {@link Error} the process. */
@FunctionalInterface
public interface Handler<T> {
    void handle(T item) throws Exception;
}
