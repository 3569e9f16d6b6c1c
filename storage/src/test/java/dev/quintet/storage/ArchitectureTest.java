package dev.quintet.storage;

import dev.quintet.shared.testkit.architecture.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {
    ArchitectureTest() {
        super("storage");
    }
}
