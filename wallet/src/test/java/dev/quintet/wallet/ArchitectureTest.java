package dev.quintet.wallet;

import dev.quintet.shared.testkit.architecture.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {
    ArchitectureTest() {
        super("wallet");
    }
}
