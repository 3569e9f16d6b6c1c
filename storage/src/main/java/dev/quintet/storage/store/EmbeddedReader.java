package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentTree;
import dev.quintet.storage.domain.ObjectInfo;
import dev.quintet.storage.domain.ObjectReader;
import java.nio.ByteBuffer;
import java.util.Objects;

/** One object being read; its chunks stay on the volumes for as long. */
final class EmbeddedReader implements ObjectReader {
    private final EmbeddedStore store;
    private final ObjectIndex.Found object;
    private final ObjectInfo info;
    private final byte[] cvs;
    private boolean open = true;

    EmbeddedReader(EmbeddedStore store, ObjectIndex.Found object, ObjectInfo info) {
        this.store = store;
        this.object = object;
        this.info = info;
        this.cvs = tree().cvs();
        store.intents().reading(object.manifest());
    }

    @Override
    public ObjectInfo info() {
        return info;
    }

    @Override
    public ContentTree tree() {
        return object.manifest().tree();
    }

    @Override
    public ByteBuffer chunk(int index) {
        Objects.checkIndex(index, tree().groups());
        var content = object.content();
        if (content != null) {
            return content.duplicate();
        }
        return store.readChunk(object.manifest(), cvs, index);
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            store.intents().read(object.manifest());
        }
    }
}
