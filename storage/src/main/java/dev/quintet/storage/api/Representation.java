package dev.quintet.storage.api;

import dev.quintet.shared.content.Blake3Tree;
import dev.quintet.shared.content.ContentTree;
import dev.quintet.shared.content.SliceProof;
import dev.quintet.storage.api.condition.ByteRange.Selection;
import dev.quintet.storage.domain.ObjectInfo;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** The heads of answers about an object: what is in them never changes for one address, so caches may keep it for ever. */
record Representation(ObjectInfo object, boolean tellOwner) {
    private static final String CACHE = "public, max-age=31536000, immutable";

    /** 200. */
    void whole(HttpServerResponse response) {
        response.setStatusCode(200);
        common(response);
        content(response, object.size());
    }

    /** 206. */
    void part(HttpServerResponse response, Selection.Part part) {
        response.setStatusCode(206);
        common(response);
        content(response, part.count());
        response.putHeader(HttpHeaders.CONTENT_RANGE, part.of(object.size()));
    }

    /** 304: what a 200 would say about caching, and nothing about the content. */
    void notModified(HttpServerResponse response) {
        response.setStatusCode(304);
        common(response);
    }

    /** Proves the chunks that a part touches. A client that wants to check all it gets asks for whole chunks. */
    static void proof(HttpServerResponse response, ContentTree tree, Selection.Part part) {
        int from = Math.toIntExact(part.first() / Blake3Tree.GROUP_BYTES);
        int to = Math.toIntExact(part.last() / Blake3Tree.GROUP_BYTES) + 1;
        response.putHeader("Content-Proof", SliceProof.of(tree, from, to).toString());
    }

    private void common(HttpServerResponse response) {
        response.putHeader(HttpHeaders.ETAG, "\"" + object.address() + "\"")
                .putHeader(HttpHeaders.CACHE_CONTROL, CACHE)
                .putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING)
                .putHeader(HttpHeaders.ACCEPT_RANGES, "bytes")
                .putHeader("X-Content-Type-Options", "nosniff");
        if (tellOwner && !object.owner().isEmpty()) {
            response.putHeader("Quintet-Owner", object.owner());
        }
    }

    private static void content(HttpServerResponse response, long length) {
        response.putHeader(HttpHeaders.CONTENT_TYPE, "application/octet-stream")
                .putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(length));
    }
}
