package dev.quintet.gateway.front;

import dev.quintet.gateway.domain.drr.Drop;
import dev.quintet.gateway.domain.route.Route;
import dev.quintet.gateway.domain.tenant.TenantTable;
import dev.quintet.gateway.domain.upstream.Shedding;
import dev.quintet.gateway.pipeline.Guest;
import dev.quintet.gateway.pipeline.Outcome;
import dev.quintet.gateway.upstream.Answer;
import dev.quintet.gateway.upstream.Failure;
import dev.quintet.gateway.upstream.LoopPools;
import dev.quintet.gateway.upstream.UpstreamConnection;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.CorrelationId;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request from its head to the last byte of its answer. It ends exactly once, in {@link #end}, whatever ended it, and
 * then holds no slot, no connection, no timer and no buffer. Runs on its client's event loop only.
 */
final class Exchange extends Guest implements Answer {
    /** Below this a missed deadline says more about the caller's patience than about the upstream. */
    private static final long PATIENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private enum Stage {
        ADMITTING,
        WAITING,
        CONNECTING,
        FORWARDING,
        ANSWERING,
        OVER
    }

    private final FrontParts parts;
    private final LoopPools pools;
    private final Client client;
    private final HttpRequest request;
    private final String corrId;
    private final long start = System.nanoTime();
    private final boolean keepAlive;

    private Stage stage = Stage.ADMITTING;
    private @Nullable Route route;
    private @Nullable BodyGuard guard;
    private @Nullable OutboundRequest outbound;
    private @Nullable UpstreamConnection connection;
    private @Nullable ScheduledFuture<?> timer;
    private long deadline;
    private long asked;
    private long served;
    private long servedBefore;
    private int tries;
    private boolean received;
    private boolean slot;
    private boolean closing;
    private boolean broken;
    private int status;
    private @Nullable String tenant;
    private @Nullable String owner;

    Exchange(FrontParts parts, LoopPools pools, Client client, HttpRequest request) {
        this.parts = parts;
        this.pools = pools;
        this.client = client;
        this.request = request;
        var headers = request.headers();
        this.corrId = CorrelationId.choose(headers.get(CorrelationId.HEADER, headers.get(CorrelationId.ALIAS)));
        this.keepAlive = client.http2() || HttpUtil.isKeepAlive(request);
    }

    /** Admits the request: forwards, queues or refuses it. */
    void begin() {
        try {
            if (admit()) {
                ask();
            }
        } catch (ServiceException refusal) {
            refuse(refusal);
        }
    }

    private boolean admit() {
        var http = parts.common().current().http();
        int now = parts.meters().begin();
        if (parts.draining().getAsBoolean()) {
            closing = true;
            throw Refusals.draining();
        }
        if (now > http.inflightMax()) {
            parts.meters().rejected("inflight");
            throw new ServiceException(CommonError.BUSY, "too many requests are being worked on");
        }
        closing = true; // Whoever frames one request badly has spoilt what follows it.
        RequestRules.check(request, client.http2());
        closing = false;
        arm(RequestRules.budgetMillis(request.headers(), http.deadlineMax().toMillis()));
        var matched = Admission.route(parts, request);
        route = matched;
        Admission.method(matched, request);
        guard = Admission.body(matched, request, http);
        tenant = Admission.tenant(parts, matched, request);
        outbound = new OutboundRequest(parts, client, request, corrId);
        outbound.toStorage(toStorage());
        stage = Stage.WAITING;
        slot = parts.desk().enter(this, Admission.ticket(matched, request, tenant, client.key(), deadline));
        return slot;
    }

    /** The next piece of the request's body; takes it over. */
    void receive(HttpContent piece) {
        boolean last = piece instanceof LastHttpContent;
        received |= last;
        var outbound = this.outbound;
        if (stage == Stage.OVER || guard == null || outbound == null) {
            piece.release();
            return;
        }
        try {
            if (piece.decoderResult().isFailure()) {
                throw RequestRules.bad("the body is badly framed");
            }
            guard.pass(piece.content(), last);
        } catch (ServiceException refusal) {
            piece.release();
            closing = true;
            refuse(refusal);
            return;
        }
        outbound.pass(piece, stage == Stage.FORWARDING ? connection : null);
    }

    /** The client's bytes have all been looked at for now. */
    void receivedAll() {
        if (connection != null) {
            connection.flush();
        }
    }

    void clientWritable() {
        if (connection != null) {
            connection.reading(true);
        }
    }

    void clientGone() {
        if (stage != Stage.OVER) {
            end(FrontMeters.ABORTED, Outcome.UNKNOWN);
        }
    }

    /** At the end of a drain: says so if anything can still be said. */
    void cutOff() {
        closing = true;
        refuse(Refusals.draining());
    }

    @Override
    protected EventLoop loop() {
        return client.loop();
    }

    @Override
    protected void served() {
        slot = true;
        if (stage == Stage.OVER) {
            leave(Outcome.UNKNOWN);
            return;
        }
        parts.desk().address(this);
        ask();
    }

    @Override
    protected void refused(Drop reason) {
        refuse(Refusals.dropped(reason, retryAfterSeconds()));
    }

    private void ask() {
        var chosen = endpoint;
        if (chosen == null) {
            refuse(Refusals.unavailable());
            return;
        }
        tries++;
        asked = System.nanoTime();
        stage = Stage.CONNECTING;
        pools.of(chosen.address())
                .take(this, parts.config().current().upstream().connectTimeout());
    }

    @Override
    public void connected(UpstreamConnection made) {
        var outbound = this.outbound;
        if (stage != Stage.CONNECTING || outbound == null) {
            made.abort();
            return;
        }
        connection = made;
        stage = Stage.FORWARDING;
        outbound.start(made, deadline - asked);
    }

    @Override
    public void writable() {
        client.reading(true);
    }

    @Override
    public void head(HttpResponse answer) {
        stage = Stage.ANSWERING;
        cancelTimer();
        watchStalls(answer);
        owner = answer.headers().get(ForwardHeaders.OWNER);
        ForwardHeaders.answer(answer.headers(), corrId);
        boolean toHead = request.method().equals(HttpMethod.HEAD);
        boolean old = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        boolean delimited = Pieces.delimit(answer, toHead, old);
        closing |= !delimited || !keepAlive || !received || parts.draining().getAsBoolean();
        status = answer.status().code();
        client.head(answer, toHead, closing);
    }

    @Override
    public void body(HttpContent piece) {
        served += piece.content().readableBytes();
        client.write(piece);
        if (piece instanceof LastHttpContent) {
            connection = null;
            client.flush();
            meter();
            boolean sick = status >= 502 && status <= 504;
            end(Integer.toString(status), sick ? Outcome.FAILED : Outcome.ANSWERED);
        } else if (!client.isWritable() && connection != null) {
            connection.reading(false);
        }
    }

    /** Who used what, for the rewards. */
    private void meter() {
        if (status < 400 && guard != null) {
            boolean stored = toStorage() && Shedding.isWrite(request.method().name());
            String user = tenant == null ? TenantTable.ANONYMOUS : tenant;
            parts.usage().count(user, owner, served, stored ? guard.received() : 0);
        }
    }

    private boolean toStorage() {
        return route != null && route.upstream().equals("storage");
    }

    @Override
    public void paused() {
        client.flush();
    }

    @Override
    public void failed(Failure failure) {
        connection = null;
        if (stage == Stage.ANSWERING) {
            client.abort();
            end(FrontMeters.ABORTED, Outcome.FAILED);
        } else if (stage != Stage.OVER && !repeat()) {
            broken = true;
            refuse(failure == Failure.UNREACHABLE ? Refusals.unavailable() : Refusals.broken(failure));
        }
    }

    private boolean repeat() {
        var upstream = parts.config().current().upstream();
        var failed = endpoint;
        long delay = Repeats.delayNanos(upstream, tries);
        if (failed == null || outbound == null || !outbound.repeatable() || tries >= upstream.tries()) {
            return false;
        }
        if (deadline - System.nanoTime() <= delay || parts.desk().again(this, failed) == null) {
            return false;
        }
        parts.meters().retried();
        stage = Stage.WAITING;
        var _ = client.loop().schedule(this::askAgain, delay, TimeUnit.NANOSECONDS);
        return true;
    }

    private void askAgain() {
        if (stage == Stage.WAITING) {
            ask();
        }
    }

    /** Answers in place of an upstream; once an answer has begun only cutting it off is left. */
    private void refuse(ServiceException failure) {
        if (stage == Stage.OVER) {
            return;
        }
        parts.meters().refused(failure.code(), label());
        if (stage == Stage.ANSWERING) {
            client.abort();
            end(FrontMeters.ABORTED, Outcome.UNKNOWN);
            return;
        }
        closing |= !keepAlive || request.decoderResult().isFailure() || !Pieces.skippable(request, received);
        client.head(Answers.problem(failure, corrId), request.method().equals(HttpMethod.HEAD), closing);
        client.flush();
        boolean late = asked != 0 && System.nanoTime() - asked > PATIENT_NANOS;
        boolean blamed = broken || (failure.code() == CommonError.TIMEOUT && late);
        end(Integer.toString(failure.code().status()), blamed ? Outcome.FAILED : Outcome.UNKNOWN);
    }

    private void end(String label, Outcome outcome) {
        boolean queued = stage == Stage.WAITING && !slot;
        stage = Stage.OVER;
        cancelTimer();
        if (connection != null) {
            connection.abort();
            connection = null;
        }
        if (outbound != null) {
            outbound.release();
        }
        if (guard != null) {
            guard.close();
        }
        if (slot) {
            leave(outcome);
        } else if (queued) {
            parts.desk().cancel(this);
        }
        if (route != null && route.upstream().equals(FrontServer.SELF)) {
            parts.meters().endElsewhere();
        } else {
            parts.meters().end(label(), request.method().name(), label, System.nanoTime() - start);
        }
        client.over(received, closing);
    }

    private void leave(Outcome outcome) {
        slot = false;
        long now = System.nanoTime();
        long bytes = served + (guard == null ? 0 : guard.received());
        int cost = route == null ? 1 : Admission.cost(route, bytes);
        parts.desk().leave(this, cost, asked == 0 ? 0 : now - asked, outcome);
    }

    private void arm(long millis) {
        deadline = start + TimeUnit.MILLISECONDS.toNanos(millis);
        if (millis == 0) {
            throw Refusals.timeout();
        }
        timer = client.loop().schedule(this::expired, millis, TimeUnit.MILLISECONDS);
    }

    private void expired() {
        refuse(received || !OutboundRequest.hasBody(request) ? Refusals.timeout() : Refusals.slowBody());
    }

    /** A stream of events may pause; any other answer that stops coming is cut off. */
    private void watchStalls(HttpResponse answer) {
        if (!Pieces.isEventStream(answer)) {
            long patience = parts.common().current().http().readTimeout().toMillis();
            timer = client.loop().scheduleWithFixedDelay(this::lookForStall, patience, patience, TimeUnit.MILLISECONDS);
        }
    }

    private void lookForStall() {
        if (served == servedBefore && client.isWritable()) {
            parts.meters().timedOut("upstream_body");
            client.abort();
            end(FrontMeters.ABORTED, Outcome.FAILED);
        }
        servedBefore = served;
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private String label() {
        return route == null ? FrontMeters.UNMATCHED : route.pathPrefix();
    }
}
