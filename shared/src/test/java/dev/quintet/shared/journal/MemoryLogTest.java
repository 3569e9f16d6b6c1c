package dev.quintet.shared.journal;

class MemoryLogTest extends RecordLogContract {

    @Override
    RecordLog open() {
        return new MemoryLog(SMALL);
    }
}
