/**
 * The rules of the log: payloads in canonical form, artifacts and their chain, proposals, approvals and the quorum, the
 * folded descriptors at every version. Pure: clock, disk and signatures come from outside.
 */
@NullMarked
package dev.quintet.registry.domain;

import org.jspecify.annotations.NullMarked;
