package dev.quintet.tools.demo;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One HTTP call: sent as it is, and printed as the curl command that would send the same. */
record Call(String method, String url, Map<String, String> headers, HttpRequest.BodyPublisher body, String bodySource) {

    static Call get(String url) {
        return new Call("GET", url, Map.of(), HttpRequest.BodyPublishers.noBody(), "");
    }

    /** {@code source} is how curl is told the body: a literal, or {@code @file}. */
    static Call send(String method, String url, byte[] body, String source) {
        return new Call(method, url, Map.of(), HttpRequest.BodyPublishers.ofByteArray(body), source);
    }

    Call with(String header, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Call(method, url, more, body, bodySource);
    }

    /** The command, with tokens read from their files, which keeps it short enough to read. */
    String curl(String tokenFile) {
        List<String> words = new ArrayList<>(List.of("curl"));
        if (!method.equals("GET")) {
            words.add("-X " + method);
        }
        headers.forEach((name, value) -> words.add("-H '" + name + ": " + value + "'"));
        if (!tokenFile.isEmpty()) {
            words.add("-H \"Authorization: Bearer $(cat '" + tokenFile + "')\"");
        }
        if (!bodySource.isEmpty()) {
            words.add("--data-binary '" + bodySource + "'");
        }
        words.add("'" + url + "'");
        return String.join(" ", words);
    }
}
