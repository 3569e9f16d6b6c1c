package dev.quintet.wallet.api;

import dev.quintet.shared.testkit.OpenApiContract;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

@QuarkusTest
@TestProfile(WalletProfile.class)
class OpenApiResourceTest extends OpenApiContract {}
