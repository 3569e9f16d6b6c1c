package dev.quintet.shared.testkit.architecture.careless.store;

import dev.quintet.shared.testkit.architecture.careless.domain.CarelessRule;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.microprofile.faulttolerance.Retry;

/** Holds its lock over everything, buffers without end and retries where it must not. */
@SuppressWarnings("all")
public class CarelessStore implements CarelessRule {
    private final ReentrantLock lock = new ReentrantLock();
    final Queue<Integer> bounded = new LinkedBlockingQueue<>(1);
    final Queue<Integer> endless = new LinkedBlockingQueue<>();
    final Queue<Integer> linked = new ConcurrentLinkedQueue<>();

    @Override
    @Retry
    public byte[] read() {
        try {
            return Files.readAllBytes(Path.of("x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void writesUnderLock() throws IOException {
        lock.lock();
        try {
            Files.write(Path.of("x"), new byte[0]);
        } finally {
            lock.unlock();
        }
    }

    void waitsTwoCallsAway() {
        lock.lock();
        try {
            one();
        } finally {
            lock.unlock();
        }
    }

    void subscribesUnderLock() {
        lock.lock();
        try {
            Uni.createFrom().item(1).subscribe().with(item -> {});
        } finally {
            lock.unlock();
        }
    }

    void writesAfterUnlocking() throws IOException {
        lock.lock();
        try {
            endless.add(1);
        } finally {
            lock.unlock();
        }
        Files.write(Path.of("x"), new byte[0]);
    }

    synchronized void alone() {}

    Object overflow() {
        return Multi.createFrom().item(1).onOverflow();
    }

    private void one() {
        two();
    }

    private void two() {
        CompletableFuture.runAsync(() -> {}).join();
    }
}
