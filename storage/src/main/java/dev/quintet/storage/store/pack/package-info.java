/**
 * A volume's bytes: append-only packs of self-describing records, and the index over them.
 *
 * <p>All numbers big-endian. Everything a pack holds can be told from the pack alone, record by record, so that damage
 * costs the records it hits and no others.
 *
 * <pre>
 * volume   volume                     identity: "quintet-volume 1 (32 hex)"
 *          lock                       held while open
 *          (12 digits).pack           packs, by ordinal; the highest is being written
 *
 * pack     header, 64 bytes           magic "QPACK001" · ordinal u64 · volume 16 bytes · created u64 · 0… · crc32c u32
 *          records                    each at a multiple of 8
 *          footer                     once sealed: an entry of 56 bytes a record
 *            entry                    offset u32 · payload u32 · kind, shard, data, parity · aux u32 · stamp u64 · id 32
 *          trailer, 32 bytes          magic "QPACKEND" · footer offset u64 · entries u32 · footer crc32c u32 · 0 u32 · crc32c u32
 *
 * record   header, 96 bytes           magic "QREC" · crc32c of the rest of the header · kind, shard, data, parity ·
 *                                     payload u32 · aux u32 · 0 u32 · stamp u64 · id 32 · hash 32
 *          payload                    and zeros to the next multiple of 8
 * </pre>
 *
 * <p>Every crc32c is xor the crc32c of the volume's identity, which clients never see.
 */
@NullMarked
package dev.quintet.storage.store.pack;

import org.jspecify.annotations.NullMarked;
