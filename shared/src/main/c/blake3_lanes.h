/*
 * BLAKE3 on LANES inputs side by side: vector element i of every variable belongs to input i.
 * Included once per instruction set; the includer defines LANES (4, 8 or 16), NAME(x) and, where
 * the set has a byte shuffle, BYTE_SHUFFLE.
 */

typedef uint32_t NAME(vec) __attribute__((vector_size(4 * LANES)));
typedef uint32_t NAME(loose) __attribute__((vector_size(4 * LANES), aligned(1), may_alias));
typedef uint64_t NAME(wide) __attribute__((vector_size(4 * LANES)));
#define VEC NAME(vec)
#define WIDE NAME(wide)

#define SHIFT_RIGHT_ROTATE(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#ifdef BYTE_SHUFFLE
/* Two rotations are byte moves; where a byte shuffle exists it beats two shifts and an or. */
typedef uint8_t NAME(bytes) __attribute__((vector_size(4 * LANES)));
static inline VEC NAME(rotate16)(VEC x) {
    NAME(bytes) move;
    for (int i = 0; i < 4 * LANES; i++) move[i] = (uint8_t) ((i & ~3) | ((i + 2) & 3));
    return (VEC) __builtin_shuffle((NAME(bytes)) x, move);
}
static inline VEC NAME(rotate8)(VEC x) {
    NAME(bytes) move;
    for (int i = 0; i < 4 * LANES; i++) move[i] = (uint8_t) ((i & ~3) | ((i + 1) & 3));
    return (VEC) __builtin_shuffle((NAME(bytes)) x, move);
}
#define ROTATE16(x) NAME(rotate16)(x)
#define ROTATE8(x) NAME(rotate8)(x)
#else
#define ROTATE16(x) SHIFT_RIGHT_ROTATE(x, 16)
#define ROTATE8(x) SHIFT_RIGHT_ROTATE(x, 8)
#endif

/* Interleaving within each 128-bit part, and of whole parts; each is one instruction of its set. */
#if LANES == 16
#define LOW32(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define HIGH32(a, b) __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define LOW64(a, b) (VEC) __builtin_shufflevector((WIDE) a, (WIDE) b, 0, 8, 2, 10, 4, 12, 6, 14)
#define HIGH64(a, b) (VEC) __builtin_shufflevector((WIDE) a, (WIDE) b, 1, 9, 3, 11, 5, 13, 7, 15)
#define EVEN128(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
#define ODD128(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31)
#elif LANES == 8
#define LOW32(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define HIGH32(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define LOW64(a, b) (VEC) __builtin_shufflevector((WIDE) a, (WIDE) b, 0, 4, 2, 6)
#define HIGH64(a, b) (VEC) __builtin_shufflevector((WIDE) a, (WIDE) b, 1, 5, 3, 7)
#define EVEN128(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define ODD128(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#else
#define LOW32(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH32(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define LOW64(a, b) (VEC) __builtin_shufflevector((WIDE) a, (WIDE) b, 0, 2)
#define HIGH64(a, b) (VEC) __builtin_shufflevector((WIDE) a, (WIDE) b, 1, 3)
#endif

/* Rows of LANES words in, columns out: r[w] becomes word w of every input. */
static inline __attribute__((always_inline)) void NAME(transpose)(VEC r[LANES]) {
    VEC u[LANES];
    for (int k = 0; k < LANES; k += 4) {
        VEC a = LOW32(r[k], r[k + 1]), b = HIGH32(r[k], r[k + 1]);
        VEC c = LOW32(r[k + 2], r[k + 3]), d = HIGH32(r[k + 2], r[k + 3]);
        u[k] = LOW64(a, c);
        u[k + 1] = HIGH64(a, c);
        u[k + 2] = LOW64(b, d);
        u[k + 3] = HIGH64(b, d);
    }
    for (int j = 0; j < 4; j++) {
#if LANES == 16
        VEC a = EVEN128(u[j], u[4 + j]), b = ODD128(u[j], u[4 + j]);
        VEC c = EVEN128(u[8 + j], u[12 + j]), d = ODD128(u[8 + j], u[12 + j]);
        r[j] = EVEN128(a, c);
        r[4 + j] = EVEN128(b, d);
        r[8 + j] = ODD128(a, c);
        r[12 + j] = ODD128(b, d);
#elif LANES == 8
        r[j] = EVEN128(u[j], u[4 + j]);
        r[4 + j] = ODD128(u[j], u[4 + j]);
#else
        r[j] = u[j];
#endif
    }
}

#define G(a, b, c, d, x, y) \
    do { \
        v[a] += v[b] + m[x]; \
        v[d] = ROTATE16(v[d] ^ v[a]); \
        v[c] += v[d]; \
        v[b] = SHIFT_RIGHT_ROTATE(v[b] ^ v[c], 12); \
        v[a] += v[b] + m[y]; \
        v[d] = ROTATE8(v[d] ^ v[a]); \
        v[c] += v[d]; \
        v[b] = SHIFT_RIGHT_ROTATE(v[b] ^ v[c], 7); \
    } while (0)

static inline __attribute__((always_inline)) void NAME(round)(VEC v[16], const VEC m[16], const uint8_t s[16]) {
    G(0, 4, 8, 12, s[0], s[1]);
    G(1, 5, 9, 13, s[2], s[3]);
    G(2, 6, 10, 14, s[4], s[5]);
    G(3, 7, 11, 15, s[6], s[7]);
    G(0, 5, 10, 15, s[8], s[9]);
    G(1, 6, 11, 12, s[10], s[11]);
    G(2, 7, 8, 13, s[12], s[13]);
    G(3, 4, 9, 14, s[14], s[15]);
}

/* Hashes LANES inputs of j->blocks blocks each, j->stride bytes apart, into 8 * LANES words at out. */
static __attribute__((noinline)) void NAME(hash)(const struct job *j, const uint8_t *in, uint64_t counter, uint32_t *out) {
    VEC h[8], low, high, zero = {0};
    for (int w = 0; w < 8; w++) h[w] = zero + j->key[w];
    for (int i = 0; i < LANES; i++) {
        uint64_t n = counter + (j->counting ? (uint64_t) i : 0);
        low[i] = (uint32_t) n;
        high[i] = (uint32_t) (n >> 32);
    }
    for (unsigned block = 0; block < j->blocks; block++) {
        VEC m[16], v[16];
        for (int part = 0; part < 16; part += LANES) {
            for (int i = 0; i < LANES; i++)
                m[part + i] = *(const NAME(loose) *) (in + i * j->stride + block * BLOCK + 4 * part);
            NAME(transpose)(m + part);
        }
        /* The same block of the next inputs: input in memory, not in cache, would take 1.7 times as long without it. */
        for (int i = 0; i < LANES; i++) __builtin_prefetch(in + (LANES + i) * j->stride + block * BLOCK, 0, 2);
        uint32_t flags = j->flags | (block == 0 ? j->first : 0) | (block + 1 == j->blocks ? j->last : 0);
        for (int w = 0; w < 8; w++) v[w] = h[w];
        for (int w = 0; w < 4; w++) v[8 + w] = zero + IV[w];
        v[12] = low;
        v[13] = high;
        v[14] = zero + BLOCK;
        v[15] = zero + flags;
        NAME(round)(v, m, SCHEDULE[0]);
        NAME(round)(v, m, SCHEDULE[1]);
        NAME(round)(v, m, SCHEDULE[2]);
        NAME(round)(v, m, SCHEDULE[3]);
        NAME(round)(v, m, SCHEDULE[4]);
        NAME(round)(v, m, SCHEDULE[5]);
        NAME(round)(v, m, SCHEDULE[6]);
        for (int w = 0; w < 8; w++) h[w] = v[w] ^ v[8 + w];
    }
    for (int i = 0; i < LANES; i++)
        for (int w = 0; w < 8; w++) out[8 * i + w] = h[w][i];
}

#undef VEC
#undef WIDE
#undef G
#undef ROTATE16
#undef ROTATE8
#undef SHIFT_RIGHT_ROTATE
#undef LOW32
#undef HIGH32
#undef LOW64
#undef HIGH64
#undef EVEN128
#undef ODD128
#undef LANES
#undef NAME
#undef BYTE_SHUFFLE
