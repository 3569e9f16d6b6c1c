/*
 * The BLAKE3 kernel behind dev.quintet.shared.content.NativeKernel: one call hashes one slice of at
 * most 64 KiB to its chaining value. It allocates nothing, keeps no state and needs no library.
 * Slices, counters and levels are checked by the Java side; the committed binary is made by build.sh.
 */
#include <jni.h>
#include <stddef.h>
#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the kernel reads words in place and needs a little-endian machine"
#endif

enum { BLOCK = 64, CHUNK = 1024, SLICE_MAX = 65536 };
enum { CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8, MODES = 0x70 };
/* The caller's flags carry the instruction set above BLAKE3's own eight bits. */
enum { LEVEL_SHIFT = 8 };

static const uint32_t IV[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint8_t SCHEDULE[7][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8},
    {3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1},
    {10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6},
    {12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4},
    {9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7},
    {11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13}};

/* Equal inputs at equal distances: chunks (16 blocks, counted) or parents (1 block, not counted). */
struct job {
    const uint32_t *key;
    size_t stride;
    unsigned blocks;
    int counting, level;
    uint32_t flags, first, last;
};

#define LANES 4
#define NAME(x) base_##x
#include "blake3_lanes.h"

#ifdef __x86_64__
#pragma GCC push_options
#pragma GCC target("sse4.1")
#define LANES 4
#define NAME(x) sse41_##x
#define BYTE_SHUFFLE
#include "blake3_lanes.h"
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2")
#define LANES 8
#define NAME(x) avx2_##x
#define BYTE_SHUFFLE
#include "blake3_lanes.h"
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl")
#define LANES 16
#define NAME(x) avx512_##x
#include "blake3_lanes.h"
#pragma GCC pop_options
#endif

typedef void hash_lanes(const struct job *, const uint8_t *, uint64_t, uint32_t *);

enum { LEVEL_BASE, LEVEL_SSE41, LEVEL_AVX2, LEVEL_AVX512 };

/* The widest instruction set of this processor. */
static int level_max(void) {
#ifdef __x86_64__
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("sse4.1")) return LEVEL_BASE;
    if (!__builtin_cpu_supports("avx2")) return LEVEL_SSE41;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl")) return LEVEL_AVX2;
    return LEVEL_AVX512;
#else
    return LEVEL_BASE;
#endif
}

static const struct {
    hash_lanes *sixteen, *eight, *four;
} SETS[] = {
    {NULL, NULL, base_hash},
#ifdef __x86_64__
    {NULL, NULL, sse41_hash},
    {NULL, avx2_hash, sse41_hash},
    {avx512_hash, avx2_hash, sse41_hash},
#endif
};

#define ROTATE(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define G(a, b, c, d, x, y) \
    do { \
        v[a] += v[b] + (x); \
        v[d] = ROTATE(v[d] ^ v[a], 16); \
        v[c] += v[d]; \
        v[b] = ROTATE(v[b] ^ v[c], 12); \
        v[a] += v[b] + (y); \
        v[d] = ROTATE(v[d] ^ v[a], 8); \
        v[c] += v[d]; \
        v[b] = ROTATE(v[b] ^ v[c], 7); \
    } while (0)

static inline __attribute__((always_inline)) void round1(uint32_t v[16], const uint32_t m[16], const uint8_t s[16]) {
    G(0, 4, 8, 12, m[s[0]], m[s[1]]);
    G(1, 5, 9, 13, m[s[2]], m[s[3]]);
    G(2, 6, 10, 14, m[s[4]], m[s[5]]);
    G(3, 7, 11, 15, m[s[6]], m[s[7]]);
    G(0, 5, 10, 15, m[s[8]], m[s[9]]);
    G(1, 6, 11, 12, m[s[10]], m[s[11]]);
    G(2, 7, 8, 13, m[s[12]], m[s[13]]);
    G(3, 4, 9, 14, m[s[14]], m[s[15]]);
}

/* One compression; only the first 8 words of its output are ever needed. */
static void compress(uint32_t h[8], const uint8_t *block, uint32_t length, uint64_t counter, uint32_t flags) {
    uint32_t m[16], v[16];
    __builtin_memcpy(m, block, BLOCK);
    for (int w = 0; w < 8; w++) v[w] = h[w];
    for (int w = 0; w < 4; w++) v[8 + w] = IV[w];
    v[12] = (uint32_t) counter;
    v[13] = (uint32_t) (counter >> 32);
    v[14] = length;
    v[15] = flags;
    round1(v, m, SCHEDULE[0]);
    round1(v, m, SCHEDULE[1]);
    round1(v, m, SCHEDULE[2]);
    round1(v, m, SCHEDULE[3]);
    round1(v, m, SCHEDULE[4]);
    round1(v, m, SCHEDULE[5]);
    round1(v, m, SCHEDULE[6]);
    for (int w = 0; w < 8; w++) h[w] = v[w] ^ v[8 + w];
}

/* One chunk of 0 to 1024 bytes; `root` is ROOT when it is the whole input. */
static void chunk(const uint32_t key[8], uint32_t flags, const uint8_t *in, size_t length, uint64_t counter,
        uint32_t root, uint32_t *out) {
    uint32_t h[8], start = CHUNK_START;
    for (int w = 0; w < 8; w++) h[w] = key[w];
    while (length > BLOCK) {
        compress(h, in, BLOCK, counter, flags | start);
        in += BLOCK;
        length -= BLOCK;
        start = 0;
    }
    uint8_t block[BLOCK] = {0};
    for (size_t i = 0; i < length; i++) block[i] = in[i];
    compress(h, block, (uint32_t) length, counter, flags | start | CHUNK_END | root);
    for (int w = 0; w < 8; w++) out[w] = h[w];
}

/* `count` equal inputs, as wide as the level and the count allow. */
static void many(const struct job *j, const uint8_t *in, size_t count, uint64_t counter, uint32_t *out) {
    static const size_t widths[3] = {16, 8, 4};
    hash_lanes *const lanes[3] = {SETS[j->level].sixteen, SETS[j->level].eight, SETS[j->level].four};
    for (int i = 0; i < 3; i++) {
        while (lanes[i] && count >= widths[i]) {
            lanes[i](j, in, counter, out);
            in += widths[i] * j->stride;
            counter += j->counting ? widths[i] : 0;
            out += 8 * widths[i];
            count -= widths[i];
        }
    }
    for (; count; count--, in += j->stride, counter += j->counting, out += 8) {
        if (j->counting)
            chunk(j->key, j->flags, in, CHUNK, counter, 0, out);
        else {
            uint32_t h[8];
            for (int w = 0; w < 8; w++) h[w] = j->key[w];
            compress(h, in, BLOCK, 0, j->flags);
            for (int w = 0; w < 8; w++) out[w] = h[w];
        }
    }
}

/*
 * The chaining value of a slice that starts at chunk `counter`: leaves first, then layer by layer,
 * an odd value moving up unpaired, which is exactly BLAKE3's left-heavy tree. The key in cv is replaced.
 */
static void slice(uint32_t cv[8], uint32_t call, const uint8_t *in, size_t length, uint64_t counter) {
    uint32_t root = call & ROOT, mode = call & MODES;
    int level = (int) (call >> LEVEL_SHIFT);
    if (length <= CHUNK) {
        chunk(cv, mode, in, length, counter, root, cv);
        return;
    }
    uint32_t cvs[SLICE_MAX / CHUNK * 8] __attribute__((aligned(64)));
    struct job leaves = {cv, CHUNK, CHUNK / BLOCK, 1, level, mode, CHUNK_START, CHUNK_END};
    size_t full = length / CHUNK, rest = length % CHUNK, count = full;
    many(&leaves, in, full, counter, cvs);
    if (rest) {
        chunk(cv, mode, in + full * CHUNK, rest, counter + full, 0, cvs + 8 * full);
        count++;
    }
    struct job parents = {cv, BLOCK, 1, 0, level, mode | PARENT, 0, 0};
    while (count > 2) {
        size_t pairs = count / 2;
        /* In place: a batch's output lies at or before the input it was made from. */
        many(&parents, (const uint8_t *) cvs, pairs, 0, cvs);
        if (count & 1)
            for (int w = 0; w < 8; w++) cvs[8 * pairs + w] = cvs[16 * pairs + w];
        count = pairs + (count & 1);
    }
    compress(cv, (const uint8_t *) cvs, BLOCK, 0, mode | PARENT | root);
}

#ifndef SOURCE_SHA256
#define SOURCE_SHA256 "unknown"
#endif
/* Lets a test find a committed binary that was not rebuilt after a change of its source. */
__attribute__((used)) static const char SOURCE_MARK[] = "quintet-blake3-source:" SOURCE_SHA256;

JNIEXPORT jint JNICALL Java_dev_quintet_shared_content_NativeKernel_levelMax(JNIEnv *env, jclass type) {
    (void) env;
    (void) type;
    return level_max();
}

JNIEXPORT void JNICALL Java_dev_quintet_shared_content_NativeKernel_hashArray(
        JNIEnv *env, jclass type, jintArray cv, jint flags, jbyteArray in, jint offset, jint length, jlong counter) {
    (void) type;
    jint state[8];
    (*env)->GetIntArrayRegion(env, cv, 0, 8, state);
    uint8_t *bytes = (*env)->GetPrimitiveArrayCritical(env, in, NULL);
    if (!bytes) return; /* OutOfMemoryError is pending. */
    slice((uint32_t *) state, (uint32_t) flags, bytes + offset, (size_t) length, (uint64_t) counter);
    (*env)->ReleasePrimitiveArrayCritical(env, in, bytes, JNI_ABORT);
    (*env)->SetIntArrayRegion(env, cv, 0, 8, state);
}

JNIEXPORT jboolean JNICALL Java_dev_quintet_shared_content_NativeKernel_hashBuffer(
        JNIEnv *env, jclass type, jintArray cv, jint flags, jobject in, jint offset, jint length, jlong counter) {
    (void) type;
    uint8_t *bytes = (*env)->GetDirectBufferAddress(env, in);
    if (!bytes) return JNI_FALSE;
    jint state[8];
    (*env)->GetIntArrayRegion(env, cv, 0, 8, state);
    slice((uint32_t *) state, (uint32_t) flags, bytes + offset, (size_t) length, (uint64_t) counter);
    (*env)->SetIntArrayRegion(env, cv, 0, 8, state);
    return JNI_TRUE;
}
