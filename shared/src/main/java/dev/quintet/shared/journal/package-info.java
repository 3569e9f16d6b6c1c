/**
 * One embedded journal, used by everything that must survive a crash.
 *
 * <p>Start with {@link dev.quintet.shared.journal.RecordLog}: append, sync, read, snapshot, prune. {@link
 * dev.quintet.shared.journal.SegmentedLog} keeps it in files, {@link dev.quintet.shared.journal.MemoryLog} in memory for
 * amnesia. A committer that batches by itself (validate, append many, sync once, answer) uses a log directly; many
 * independent producers share one through {@link dev.quintet.shared.journal.Journal}, which commits in groups.
 *
 * <p>On disk, all numbers big-endian:
 *
 * <pre>
 * directory   lock                           held while open
 *             0000000000000001.log …         segments, numbered without gaps
 *             snapshot-(20 digits).snap      state after that sequence
 *             *.tmp                          under construction; deleted when opened
 *
 * segment     header, 64 bytes               synced, zeros behind it, before the file gets its name
 *               magic "QJOURNAL" · version u32 · file bytes u32 · journal u64 · ordinal u64 · 0… · crc32c u32
 *             frames                         from offset 64
 *             zeros                          to the end of the file
 *
 * frame       crc32c u32                     of all that follows in the frame, xor the header's crc32c
 *             kind (2 bits), length (30)     RECORD 0 · START 1 · END 2 · SEAL 3
 *             index u32                      records before it in the segment
 *             lag u32                        its sequence minus the last synced one; at least 1
 *             payload                        START: first sequence u64, chain u32; END, SEAL: nothing
 *
 * snapshot    header, 64 bytes
 *               magic "QSNAPSHT" · version u32 · 0 u32 · journal u64 · sequence u64 · length u64 · crc32c u32 · 0… · crc32c u32
 *             content
 * </pre>
 *
 * <p>A segment is START, records, END; the last one ends with its last record, or with a SEAL if the log was closed. The
 * chain value folds every frame's checksum since the journal began, so a segment continues exactly one predecessor.
 *
 * <p>{@link dev.quintet.shared.journal.Recovery} explains what a crash may leave and what it may not; docs/journal.md
 * says the same for operators.
 */
@NullMarked
package dev.quintet.shared.journal;

import org.jspecify.annotations.NullMarked;
