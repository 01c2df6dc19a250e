// What the passes and the games' headers are written in: plain C++ with a handful of words that mean
// one thing on a GPU and another on a processor, where a single thread plays the only block. Tests
// compile everything with an ordinary compiler and so run the very same text without a GPU.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__

#define DEVICE __device__ __forceinline__
#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS_PER_PROCESSOR)
#define PARAMETER const __grid_constant__
#define SHARED __shared__
#define UNROLL _Pragma("unroll")

DEVICE void barrier() { __syncthreads(); }
DEVICE u32 count_ones(u32 bits) { return __popc(bits); }
DEVICE u32 trailing_zeros(u32 bits) { return __ffs(bits) - 1; }
DEVICE u32 rotate_right(u32 bits, u32 by) { return __funnelshift_r(bits, bits, by); }
DEVICE u32 reversed(u32 bits) { return __brev(bits); }
// The value of a slot inside the unit: past the first cache, which the index tables need.
DEVICE u32 read_value(const u16 *value) { return __ldcg(value); }
// The value of an exit, which is seldom asked for twice: the first to go from every cache. Otherwise
// exits drive the index tables from the second one, and take 1.8 times as long.
DEVICE u32 read_once(const u16 *value) { return __ldcs(value); }
DEVICE u32 read_table(const u32 *word) { return __ldg(word); }
DEVICE u64 read_table(const u64 *word) { return __ldg(word); }

#else

#include <cstddef>

#define DEVICE inline
#define KERNEL extern "C" void
#define PARAMETER const
#define SHARED static thread_local
#define UNROLL

struct Extent {
    u32 x;
};
static const Extent threadIdx = {0}, blockIdx = {0}, blockDim = {1}, gridDim = {1};

DEVICE void barrier() {}
DEVICE u32 count_ones(u32 bits) { return __builtin_popcount(bits); }
DEVICE u32 trailing_zeros(u32 bits) { return __builtin_ctz(bits); }
DEVICE u32 rotate_right(u32 bits, u32 by) { return bits >> (by & 31) | bits << (-by & 31); }
DEVICE u32 reversed(u32 bits) {
    u32 other_way = 0;
    for (u32 i = 0; i < 32; i++) other_way |= (bits >> i & 1) << (31 - i);
    return other_way;
}
DEVICE u32 read_value(const u16 *value) { return *value; }
DEVICE u32 read_once(const u16 *value) { return *value; }
DEVICE u32 read_table(const u32 *word) { return *word; }
DEVICE u64 read_table(const u64 *word) { return *word; }

template <class T> DEVICE T atomicAdd(T *at, T value) {
    T before = *at;
    *at += value;
    return before;
}
template <class T> DEVICE T atomicSub(T *at, T value) {
    T before = *at;
    *at -= value;
    return before;
}
template <class T> DEVICE T atomicOr(T *at, T value) {
    T before = *at;
    *at |= value;
    return before;
}
template <class T> DEVICE T atomicMax(T *at, T value) {
    T before = *at;
    if (before < value) *at = value;
    return before;
}
template <class T> DEVICE T atomicMin(T *at, T value) {
    T before = *at;
    if (before > value) *at = value;
    return before;
}

#endif

DEVICE u32 lowest_one(u32 bits) { return bits & (0u - bits); }
DEVICE u32 larger(u32 a, u32 b) { return a > b ? a : b; }
DEVICE u32 smaller(u32 a, u32 b) { return a < b ? a : b; }

// The number of a subset of the free cells among those of its size. The row of the table of binomials
// for n has them for 0, 1, 2, ... elements.
DEVICE u32 rank_among(const u32 *binomials, u32 stride, u32 free, u32 cells) {
    u32 sum = 0;
    binomials++;
    while (cells) {
        u32 cell = lowest_one(cells);
        cells ^= cell;
        sum += binomials[count_ones(free & (cell - 1)) * stride];
        binomials++;
    }
    return sum;
}

// Outcomes in sixteen bits, as hindsight_core::Code has them: a tag and a remoteness.
constexpr u32 TAG_WIN = 0x0000, TAG_TIE = 0x4000, TAG_DRAW = 0x8000, TAG_LOSE = 0xc000;
constexpr u32 TAG_MASK = 0xc000, HOLE = 0xffff;
// The state of a slot about which nothing is known yet; a draw at the end.
constexpr u32 OPEN = TAG_DRAW;

// The words in fast memory: those of the index, and behind them the game's own.
struct Tables {
    const u32 *words;
    const u32 *game;
    // For profiles: slots that this thread looked up elsewhere, and those that it changed there.
    mutable u32 looked_up, changed;
};

// Slots that a block works on together, with what the position of the first says about all. Every
// index cuts its slots in classes of one width.
constexpr u32 CHUNK = 4096;

struct Chunk {
    u64 first;
    u32 length;
    u32 first_class;
    u32 first_rank;
};
