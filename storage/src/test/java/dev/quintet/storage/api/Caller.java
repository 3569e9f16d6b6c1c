package dev.quintet.storage.api;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.content.ContentTree;
import io.restassured.RestAssured;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Talks to the storage with a token, byte for byte: no client library that adds or decodes anything. */
final class Caller {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final AtomicLong SEED = new AtomicLong();

    private final String token;

    Caller(String... caveats) {
        Macaroon macaroon = Macaroon.mint(RootKey.parse(StorageProfile.ROOT_KEY));
        for (String caveat : caveats) {
            macaroon = macaroon.attenuate(Caveat.parse(caveat));
        }
        this.token = macaroon.serialize();
    }

    static Caller withEveryScope() {
        return new Caller("scope in storage:write,storage:delete,storage:owner,storage:admin");
    }

    /** Bytes that no other test has stored. */
    static byte[] fresh(int size) {
        byte[] bytes = new byte[size];
        new Random(SEED.incrementAndGet() * 7919).nextBytes(bytes);
        return bytes;
    }

    static String address(byte[] content) {
        return ContentTree.of(content).address().toString();
    }

    static URI base() {
        return URI.create("http://127.0.0.1:" + RestAssured.port);
    }

    String token() {
        return token;
    }

    HttpResponse<byte[]> send(String method, String path, byte[] body, String... headers) {
        return send(method, path, BodyPublishers.ofByteArray(body), headers);
    }

    HttpResponse<byte[]> send(String method, String path, BodyPublisher body, String... headers) {
        var all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Authorization", "Bearer " + token));
        return bare(method, path, body, all.toArray(String[]::new));
    }

    HttpResponse<byte[]> get(String path, String... headers) {
        return send("GET", path, BodyPublishers.noBody(), headers);
    }

    HttpResponse<byte[]> put(byte[] content) {
        return send("PUT", "/o/" + address(content), content);
    }

    /** Stores bytes of this size that are new, and answers their path. */
    String stored(byte[] content) {
        var answer = put(content);
        if (answer.statusCode() != 201) {
            throw new AssertionError(answer.statusCode() + " " + text(answer));
        }
        return "/o/" + address(content);
    }

    /** Without a token. */
    static HttpResponse<byte[]> anonymous(String method, String path, String... headers) {
        return bare(method, path, BodyPublishers.noBody(), headers);
    }

    static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static HttpResponse<byte[]> bare(String method, String path, BodyPublisher body, String... headers) {
        var request = HttpRequest.newBuilder(base().resolve(path)).method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
