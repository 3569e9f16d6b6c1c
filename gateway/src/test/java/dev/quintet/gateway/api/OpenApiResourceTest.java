package dev.quintet.gateway.api;

import dev.quintet.shared.testkit.OpenApiContract;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

@QuarkusTest
@TestProfile(UsageProfile.class)
class OpenApiResourceTest extends OpenApiContract {}
