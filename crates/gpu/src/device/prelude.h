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
// A value that is seldom asked for twice: past the first cache, which the index tables need.
DEVICE u32 read_value(const u16 *value) { return __ldcg(value); }
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
DEVICE u32 read_value(const u16 *value) { return *value; }
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

// Outcomes in sixteen bits, as hindsight_core::Code has them: a tag and a remoteness.
constexpr u32 TAG_WIN = 0x0000, TAG_TIE = 0x4000, TAG_DRAW = 0x8000, TAG_LOSE = 0xc000;
constexpr u32 TAG_MASK = 0xc000, HOLE = 0xffff;
// The state of a slot about which nothing is known yet; a draw at the end.
constexpr u32 OPEN = TAG_DRAW;

// Two kinds of pieces as masks of cells, and a label.
struct Board {
    u32 first, second, label;
};

// The orbit index of a tier: hindsight_core::OrbitIndex<2>, laid out for the device.
struct Index {
    const u32 *words;
    const u32 *representatives;
    const u64 *stabilisers;
    const u8 *labels;
    // The arrangements of the kind that is not the pivot, in the order of their ranks.
    const u32 *listing;
    u32 width;
    u32 subsets;
    u32 pivot;
    u32 unused;
};

// The values of a tier. For every chunk of its slots `due` has four words, by the tags of codes: a
// bit for every remoteness (modulo 64) of wins, ties and loses among them. A draw has none, so its
// word tells of slots without a move left whose exits are to be looked at again.
struct Table {
    u16 *values;
    u64 *due;
    // While positions are reached: the turns that slots are reached with.
    u8 *marks;
    Index index;
    u32 is_inside;
    u32 is_known;
};

constexpr u32 PARAMETERS = 8, TARGETS = 4;

struct Tier {
    Table own;
    u64 slots;
    u32 parameters[PARAMETERS];
    Table targets[TARGETS];
};

enum Trouble : u32 {
    NO_TROUBLE = 0,
    UNKNOWN_TIER = 1,
    NO_MOVES = 2,
    TOO_MANY_INSIDE = 3,
    TOO_MANY_UNMOVES = 4,
    NO_VALUE = 5,
    WRONG_VALUE = 6,
};

// What a kernel has to say.
struct Report {
    u32 deepest;
    u32 deepest_tie;
    u32 trouble;
    u32 news;
    u64 trouble_slot;
    u64 positions;
    u64 moves;
};

// Everything that a kernel is told.
struct Launch {
    Tier tier;
    const u32 *tables;
    Report *report;
    u64 *counts;
    u32 level;
    // How the state of an undecided slot is cut: the count of inside moves, above it the largest
    // remoteness among the exits, all ones standing for "look again".
    u32 count_mask;
    u32 worst_shift;
    u32 worst_max;
};
