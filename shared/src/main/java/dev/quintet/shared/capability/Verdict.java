package dev.quintet.shared.capability;

import dev.quintet.shared.capability.token.Grant;
import dev.quintet.shared.capability.token.Refusal;

/** What a verification found. */
public sealed interface Verdict {

    /**
     * The token is genuine and holds for this path and moment; scope and resource restrictions are the grant's to
     * answer.
     */
    record Granted(Grant grant) implements Verdict {}

    record Refused(Refusal reason) implements Verdict {}
}
