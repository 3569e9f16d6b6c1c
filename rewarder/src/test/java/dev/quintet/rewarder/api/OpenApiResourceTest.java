package dev.quintet.rewarder.api;

import dev.quintet.shared.testkit.OpenApiContract;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

/** docs/openapi/rewarder.yaml is what the rewarder serves. */
@QuarkusTest
@TestProfile(RewarderProfile.class)
class OpenApiResourceTest extends OpenApiContract {}
