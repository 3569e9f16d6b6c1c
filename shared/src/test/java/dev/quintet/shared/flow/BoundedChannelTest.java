package dev.quintet.shared.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.testkit.ChannelContract;
import dev.quintet.shared.testkit.Gate;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BoundedChannelTest extends ChannelContract {
    private static final Executor THREADS = HandlerThreads.named("bounded-test");

    private BoundedChannel<Integer> channel = new BoundedChannel<>("work", 2);

    @Override
    protected Channel create(int capacity) {
        channel = new BoundedChannel<>("work", capacity);
        return channel;
    }

    @Override
    protected void put(int value) {
        channel.offer(value);
    }

    @Override
    protected Multi<Integer> values() {
        return channel.items(THREADS);
    }

    @Test
    void refusesTheItemThatDoesNotFitAndCountsIt() {
        // Given
        fill();

        // When
        Offer third = channel.offer(3);

        // Then
        assertThat(third).isEqualTo(Offer.FULL);
        assertThat(channel.dropped()).isEqualTo(1);
        assertThat(channel.depth()).isEqualTo(2);
    }

    @Test
    void refusesAfterClose() {
        // When
        channel.close();

        // Then
        assertThat(channel.offer(1)).isEqualTo(Offer.CLOSED);
        assertThat(channel.send(1, soon()).await().atMost(PATIENCE)).isEqualTo(Offer.CLOSED);
        assertThat(channel.dropped()).isZero();
    }

    @Test
    void sendersWaitInLineForRoom() {
        // Given
        fill();
        var third = send(3);
        var fourth = send(4);
        var handled = new ArrayList<Integer>();

        // When
        channel.close();
        channel.consume(1, THREADS, handled::add).await().atMost(PATIENCE);

        // Then
        assertThat(third.awaitItem().getItem()).isEqualTo(Offer.CLOSED);
        assertThat(fourth.awaitItem().getItem()).isEqualTo(Offer.CLOSED);
        assertThat(handled).containsExactly(1, 2);
    }

    @Test
    void aWaitingSenderIsServedWhenAnItemLeaves() {
        // Given
        fill();
        var third = send(3);
        third.assertNotTerminated();

        // When
        var handled = channel.items(THREADS).select().first(3).collect().asList();
        var values = handled.await().atMost(PATIENCE);

        // Then
        assertThat(values).containsExactly(1, 2, 3);
        assertThat(third.awaitItem().getItem()).isEqualTo(Offer.ACCEPTED);
    }

    @Test
    void waitingSendersAreServedInTheOrderTheyCame() {
        // Given
        fill();
        send(3);
        send(4);

        // When
        var handled = channel.items(THREADS).select().first(4).collect().asList();
        var values = handled.await().atMost(PATIENCE);

        // Then
        assertThat(values).containsExactly(1, 2, 3, 4);
    }

    @Test
    void noMoreSendersWaitThanTheChannelHolds() {
        // Given
        fill();
        send(3);
        send(4);

        // When
        var fifth = send(5);

        // Then
        assertThat(fifth.awaitItem().getItem()).isEqualTo(Offer.FULL);
        assertThat(channel.waiting()).isEqualTo(2);
        assertThat(channel.dropped()).isEqualTo(1);
    }

    @Test
    void aSenderGivesUpAtItsDeadline() {
        // Given
        fill();

        // When
        var outcome =
                channel.send(3, Deadline.after(Duration.ofMillis(20))).await().atMost(PATIENCE);

        // Then
        assertThat(outcome).isEqualTo(Offer.FULL);
        assertThat(channel.waiting()).isZero();
        assertThat(channel.dropped()).isEqualTo(1);
    }

    @Test
    void aCancelledSenderLeavesTheLineAndItsItemIsNotHandled() {
        // Given
        fill();
        var third = send(3);
        var fourth = send(4);

        // When
        third.cancel();

        // Then
        assertThat(channel.waiting()).isEqualTo(1);
        assertThat(channel.items(THREADS)
                        .select()
                        .first(3)
                        .collect()
                        .asList()
                        .await()
                        .atMost(PATIENCE))
                .containsExactly(1, 2, 4);
        assertThat(fourth.awaitItem().getItem()).isEqualTo(Offer.ACCEPTED);
    }

    @Test
    void sendingAgainIsSubscribingAgain() {
        // Given
        var send = channel.send(1, soon());

        // When
        var outcomes = List.of(send.await().atMost(PATIENCE), send.await().atMost(PATIENCE));

        // Then
        assertThat(outcomes).containsOnly(Offer.ACCEPTED);
        assertThat(channel.depth()).isEqualTo(2);
    }

    @Test
    void aBlockedSenderIsAnsweredWhenTheChannelCloses() throws Exception {
        // Given
        fill();
        var outcomes = new ConcurrentLinkedQueue<Offer>();
        var sender = Thread.ofVirtual().start(() -> {
            try {
                outcomes.add(channel.sendBlocking(3, soon()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        awaitWaiting(1);

        // When
        channel.close();
        sender.join();

        // Then
        assertThat(outcomes).containsExactly(Offer.CLOSED);
    }

    @Test
    void anInterruptedSenderTakesItsItemBack() throws Exception {
        // Given
        fill();
        var interrupted = new AtomicInteger();
        var sender = Thread.ofVirtual().start(() -> {
            try {
                channel.sendBlocking(3, soon());
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        });
        awaitWaiting(1);

        // When
        sender.interrupt();
        sender.join();

        // Then
        assertThat(interrupted).hasValue(1);
        assertThat(channel.waiting()).isZero();
    }

    @Test
    void noMoreHandlersRunThanWorkersWereAskedFor() throws Exception {
        // Given
        create(8);
        var gate = new Gate(3);
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        for (int i = 0; i < 8; i++) {
            channel.offer(i);
        }
        channel.close();

        // When
        var done = channel.consume(3, THREADS, item -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    gate.pass();
                    running.decrementAndGet();
                })
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        gate.awaitReached();

        // Then
        assertThat(channel.depth()).isEqualTo(5);
        gate.open();
        done.awaitItem(PATIENCE);
        assertThat(most).hasValue(3);
    }

    @Test
    void asManyHandlersRunAsWorkersWereAskedForWhenItemsComeOneByOne() throws Exception {
        // Given
        create(8);
        var gate = new Gate(3);
        var done = channel.consume(3, THREADS, item -> gate.pass())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());

        // When
        channel.offer(1);
        channel.offer(2);
        channel.offer(3);

        // Then: each waits in its handler for the other two.
        gate.awaitReached();
        gate.open();
        channel.close();
        done.awaitItem(PATIENCE);
    }

    @Test
    void theItemOfASenderThatGotRoomHasAWorkerOfItsOwn() throws Exception {
        // Given
        create(1);
        channel.offer(1);
        var second = send(2);
        var gate = new Gate(2);

        // When
        var done = channel.consume(2, THREADS, item -> gate.pass())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());

        // Then
        gate.awaitReached();
        gate.open();
        channel.close();
        done.awaitItem(PATIENCE);
        assertThat(second.awaitItem().getItem()).isEqualTo(Offer.ACCEPTED);
    }

    @Test
    void anExceptionCostsOneItemAndIsCounted() {
        // Given
        fill();
        channel.close();
        var handled = new ArrayList<Integer>();

        // When
        channel.consume(1, THREADS, item -> {
                    if (item == 1) {
                        throw new IllegalStateException("this one fails");
                    }
                    handled.add(item);
                })
                .await()
                .atMost(PATIENCE);

        // Then
        assertThat(handled).containsExactly(2);
        assertThat(channel.failed()).isEqualTo(1);
    }

    @Test
    void anErrorEndsTheConsumptionAndLeavesTheQueueToTheNext() {
        // Given
        fill();
        channel.close();
        var handled = new ArrayList<Integer>();

        // When
        var first = channel.consume(1, THREADS, item -> {
                    throw new AssertionError("broken build");
                })
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        var failure = first.awaitFailure(PATIENCE).getFailure();
        channel.consume(1, THREADS, handled::add).await().atMost(PATIENCE);

        // Then
        assertThat(failure).isInstanceOf(AssertionError.class);
        assertThat(handled).containsExactly(2);
    }

    @Test
    void aSecondConsumerIsRefusedWhileTheFirstIsThere() {
        // Given
        var first = channel.consume(1, THREADS, item -> {}).subscribe().withSubscriber(UniAssertSubscriber.create());

        // When
        var second = channel.consume(1, THREADS, item -> {}).subscribe().withSubscriber(UniAssertSubscriber.create());

        // Then
        second.awaitFailure(PATIENCE).assertFailedWith(IllegalStateException.class);
        first.assertNotTerminated();
    }

    @Test
    void aSuccessorDoesNotOverlapWithTheSingleWriterBeforeIt() throws Exception {
        // Given
        var gate = new Gate();
        channel.offer(1);
        var first = channel.consumeBatches(8, THREADS, batch -> passUninterrupted(gate))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        gate.awaitReached();
        var handled = new ConcurrentLinkedQueue<List<Integer>>();

        // When
        first.cancel();
        var second = channel.consumeBatches(8, THREADS, handled::add)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        channel.offer(2);
        channel.offer(3);
        boolean overlapped = !handled.isEmpty();
        gate.open();
        channel.close();
        second.awaitItem(PATIENCE);

        // Then
        assertThat(overlapped).isFalse();
        assertThat(handled).containsExactly(List.of(2, 3));
    }

    @Test
    void aBatchIsWhateverQueuedUpToItsMaximum() throws Exception {
        // Given
        create(16);
        var gate = new Gate();
        var batches = new ConcurrentLinkedQueue<List<Integer>>();
        channel.offer(0);
        var done = channel.consumeBatches(4, THREADS, batch -> {
                    batches.add(batch);
                    gate.pass();
                })
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        gate.awaitReached();

        // When
        for (int i = 1; i <= 6; i++) {
            channel.offer(i);
        }
        channel.close();
        gate.open();
        done.awaitItem(PATIENCE);

        // Then
        assertThat(batches).containsExactly(List.of(0), List.of(1, 2, 3, 4), List.of(5, 6));
    }

    @Test
    void abortInterruptsTheHandlerAndAnswersWhoWasQueued() throws Exception {
        // Given
        var gate = new Gate();
        var answered = new ArrayList<Integer>();
        channel.onAbort(answered::add);
        channel.offer(1);
        var done = channel.consume(1, THREADS, item -> gate.pass())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        gate.awaitReached();
        channel.offer(2);

        // When
        var rest = channel.abort();

        // Then
        done.awaitItem(PATIENCE);
        assertThat(rest).containsExactly(2);
        assertThat(answered).containsExactly(2);
        assertThat(channel.aborted()).isEqualTo(1);
        assertThat(channel.failed()).isEqualTo(1);
    }

    @Test
    void anInterruptThatCameTooLateDoesNotHitWhatTheThreadDoesNext() throws Exception {
        // Given a handler that does not notice its interrupt
        var reached = new Gate();
        var released = new AtomicInteger();
        var flags = new LinkedBlockingQueue<Boolean>();
        channel.offer(1);
        channel.consume(
                        1,
                        task -> Thread.ofPlatform().start(() -> {
                            task.run();
                            flags.add(Thread.currentThread().isInterrupted());
                        }),
                        item -> {
                            reached.reach();
                            while (released.get() == 0) {
                                Thread.onSpinWait();
                            }
                        })
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        reached.awaitReached();

        // When
        channel.abort();
        released.set(1);

        // Then
        assertThat(flags.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void anExecutorThatRunsOnTheCallerIsRefused() {
        // Given
        var done =
                channel.consume(1, Runnable::run, item -> {}).subscribe().withSubscriber(UniAssertSubscriber.create());

        // When
        Offer offer = channel.offer(1);

        // Then
        assertThat(offer).isEqualTo(Offer.ACCEPTED);
        assertThat(done.awaitFailure(PATIENCE).getFailure()).hasMessageContaining("executor");
        assertThat(channel.depth()).isEqualTo(1);
    }

    private void fill() {
        channel.offer(1);
        channel.offer(2);
    }

    private UniAssertSubscriber<Offer> send(int value) {
        return channel.send(value, soon()).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private void awaitWaiting(int senders) {
        while (channel.waiting() < senders) {
            Thread.onSpinWait();
        }
    }

    private static void passUninterrupted(Gate gate) {
        while (true) {
            try {
                gate.pass();
                return;
            } catch (InterruptedException e) {
                // A handler that does not react to cancellation: exactly the case under test.
            }
        }
    }

    private static Deadline soon() {
        return Deadline.after(PATIENCE);
    }
}
