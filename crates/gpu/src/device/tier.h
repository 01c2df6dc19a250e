// A tier and what a kernel is told. Laid out as in launch.rs; PARAMETERS and TARGETS are given by
// whoever compiles this.

// The values of a tier. For every chunk of its slots `due` has four words, by the tags of codes: a
// bit for every remoteness (modulo 64) of wins, ties and loses among them. A draw has none, so its
// word tells of slots without a move left whose exits are to be looked at again.
struct Table {
    u16 *values;
    u64 *due;
    // While positions are reached: the turns that slots are reached with.
    u8 *marks;
    // While draws are told apart: for every slot its value, and under the tag of a draw the number of its
    // label; the latest time at which an exit wins; and what moves here are worth, by numbers of labels.
    // The values are then the states of a round, and `due` is as in rounds.h.
    u16 *labels;
    u16 *worst;
    const u16 *worths;
    Index index;
    u32 is_inside;
    u32 is_known;
};

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
    EVEN_WIN = 6,
    WRONG_VALUE = 7,
    WRONG_LABEL = 8,
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
    // With PROFILE: what the kernel's threads looked up and changed, two numbers.
    u64 *looks;
    u32 level;
    // How the state of an undecided slot is cut: the count of inside moves, above it the largest
    // remoteness among the exits, all ones standing for "look again". Half of it, if told so: then
    // it is odd.
    u32 count_mask;
    u32 worst_shift;
    u32 worst_max;
    u32 worst_halved;
    // While positions are reached: whether moves keep the turn, as in puzzles.
    u32 keeps_turn;
};

DEVICE Chunk chunk_of(const Tier &tier, u64 number) {
    Chunk chunk;
    chunk.first = number * CHUNK;
    u64 left = tier.slots - chunk.first;
    chunk.length = left < CHUNK ? (u32)left : CHUNK;
    u64 of_class = chunk.first / tier.own.index.width;
    chunk.first_class = (u32)of_class;
    chunk.first_rank = (u32)(chunk.first - of_class * tier.own.index.width);
    return chunk;
}
