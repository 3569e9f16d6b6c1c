package dev.quintet.storage.api;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.storage.api.condition.ByteRange.Selection;
import dev.quintet.storage.api.condition.Conditions;
import dev.quintet.storage.api.stream.Download;
import dev.quintet.storage.api.stream.ObjectPieces;
import dev.quintet.storage.domain.ObjectReader;
import dev.quintet.storage.domain.ObjectStore;
import dev.quintet.storage.pipeline.traffic.StreamPool;
import dev.quintet.storage.pipeline.traffic.TrafficMetrics;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;

/** Reads as a worker of the GET pool does them. Each result completes when the answer has been handed over. */
@ApplicationScoped
class ObjectReads {
    private final ObjectStore store;
    private final StreamPool streams;
    private final TrafficMetrics metrics;

    ObjectReads(ObjectStore store, StreamPool streams, TrafficMetrics metrics) {
        this.store = store;
        this.streams = streams;
        this.metrics = metrics;
    }

    /** One read: where its answer goes, what it is about, and what it asks for. */
    record Read(
            RoutingContext routing,
            ContentAddress address,
            Conditions conditions,
            boolean wantsProof,
            boolean tellOwner,
            long startNanos) {}

    CompletableFuture<Void> get(Read read) {
        var reader = store.open(read.address()).orElseThrow(Refusals::absent);
        try {
            var representation = new Representation(reader.info(), read.tellOwner());
            if (!proceeds(read, representation)) {
                reader.close();
                return CompletableFuture.completedFuture(null);
            }
            return send(read, reader, representation);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    CompletableFuture<Void> head(Read read) {
        var object = store.find(read.address()).orElseThrow(Refusals::absent);
        var representation = new Representation(object, read.tellOwner());
        if (proceeds(read, representation)) {
            representation.whole(read.routing().response());
            read.routing().response().end();
        }
        return CompletableFuture.completedFuture(null);
    }

    CompletableFuture<Void> manifest(RoutingContext routing, ContentAddress address) {
        var reader = store.open(address).orElseThrow(Refusals::absent);
        var response = routing.response();
        return Download.begin(
                routing,
                new ManifestPieces(reader),
                streams,
                () -> response.setChunked(true)
                        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json;charset=UTF-8")
                        .putHeader("X-Content-Type-Options", "nosniff"),
                metrics::sent);
    }

    private CompletableFuture<Void> send(Read read, ObjectReader reader, Representation representation) {
        var response = read.routing().response();
        long size = reader.info().size();
        return switch (read.conditions().select(read.address(), size)) {
            case Selection.Unsatisfiable _ -> {
                response.putHeader(HttpHeaders.CONTENT_RANGE, "bytes */" + size);
                throw new ServiceException(StorageError.RANGE_NOT_SATISFIABLE, "the object has no such range");
            }
            case Selection.All _ ->
                Download.begin(
                        read.routing(),
                        new ObjectPieces(reader, 0, size),
                        streams,
                        () -> {
                            representation.whole(response);
                            metrics.got(false, read.startNanos());
                        },
                        metrics::sent);
            case Selection.Part part ->
                Download.begin(
                        read.routing(),
                        new ObjectPieces(reader, part.first(), part.last() + 1),
                        streams,
                        () -> {
                            representation.part(response, part);
                            if (read.wantsProof()) {
                                Representation.proof(response, reader.tree(), part);
                            }
                            metrics.got(true, read.startNanos());
                        },
                        metrics::sent);
        };
    }

    /** Whether the conditions leave anything to send; a 304 is sent here. */
    private static boolean proceeds(Read read, Representation representation) {
        return switch (read.conditions().judge(read.address())) {
            case PROCEED -> true;
            case NOT_MODIFIED -> {
                representation.notModified(read.routing().response());
                read.routing().response().end();
                yield false;
            }
            case PRECONDITION_FAILED ->
                throw new ServiceException(StorageError.PRECONDITION_FAILED, "the object has another tag");
        };
    }
}
