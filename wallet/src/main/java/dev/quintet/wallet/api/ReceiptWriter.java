package dev.quintet.wallet.api;

import dev.quintet.wallet.domain.ledger.Posting;
import dev.quintet.wallet.domain.ledger.Receipt;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Writes an entry as its receipt. Here and not earlier, so that the committer spends no time on it. */
@Provider
@Produces(MediaType.APPLICATION_JSON)
public class ReceiptWriter implements MessageBodyWriter<Posting> {

    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
        return type == Posting.class;
    }

    @Override
    public void writeTo(
            Posting posting,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType media,
            MultivaluedMap<String, Object> headers,
            OutputStream out)
            throws IOException {
        out.write(Receipt.bytes(posting));
    }
}
