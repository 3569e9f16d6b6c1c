package dev.quintet.shared.http;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The test application of the edge: a second here is what five are in a service. */
public class SampleProfile implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quarkus.application.name", "sample",
                "quarkus.application.version", "1.2.3",
                "quintet.amnesia", "true",
                "quintet.http.body-max", "64K",
                "quintet.http.decoded-max", "256K",
                "quintet.http.read-timeout", "500ms",
                "quintet.http.write-timeout", "500ms",
                "quintet.http.idle-timeout", "1s",
                "quintet.http.deadline-max", "2s");
    }
}
