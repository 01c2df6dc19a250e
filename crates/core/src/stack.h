// The index of pieces stacked in columns: hindsight_core::Stacks. Fast memory has binomials.
//
// Given by stack.rs: ROWS, COLUMNS.

struct Board {
    u32 first, second, tag;
};

struct Index {
    // By the heights of the columns as digits: the number of the profile, and whether it is mirrored and
    // symmetric.
    const u32 *profiles;
    // By the number of the profile: the cells with pieces.
    const u32 *occupied;
    // The choices of the first kind in the order of their ranks.
    const u32 *listing;
    const u32 *unused[2];
    // Choices of the first kind.
    u32 width;
    u32 numbers[3];
};

constexpr u32 MIRRORED = 1u << 30, SYMMETRIC = 1u << 31, NUMBER = MIRRORED - 1;

// The cells of the leftmost column.
DEVICE u32 left_column() {
    u32 cells = 0;
    UNROLL for (u32 row = 0; row < ROWS; row++) cells |= 1u << row * COLUMNS;
    return cells;
}

DEVICE u32 profile_of(const Index &index, u32 occupied) {
    u32 code = 0;
    UNROLL for (u32 column = 0; column < COLUMNS; column++) {
        code = code * (ROWS + 1) + count_ones(occupied >> column & left_column());
    }
    return read_table(index.profiles + code);
}

// Left and right exchanged.
DEVICE u32 image(u32 cells) {
    u32 mirrored = 0;
    UNROLL for (u32 column = 0; column < COLUMNS; column++) {
        mirrored |= (cells >> column & left_column()) << (COLUMNS - 1 - column);
    }
    return mirrored;
}

DEVICE u32 rank_on(const Tables &tables, u32 occupied, u32 first) {
    return rank_among(tables.words, ROWS * COLUMNS + 1, occupied, first);
}

// The slot of a position, and how many symmetries leave the position alone.
DEVICE u64 locate(const Tables &tables, const Index &index, const Board &board, u32 &stabiliser) {
    u32 occupied = board.first | board.second, first = board.first;
    u32 profile = profile_of(index, occupied);
    if (profile & MIRRORED) {
        occupied = image(occupied);
        first = image(first);
    }
    u32 rank = rank_on(tables, occupied, first);
    stabiliser = 1;
    if (profile & SYMMETRIC) {
        u32 other = rank_on(tables, occupied, image(first));
        stabiliser = other == rank ? ORDER : 1;
        rank = smaller(rank, other);
    }
    return (u64)(profile & NUMBER) * index.width + rank;
}

// The position of a slot of a chunk; false for a hole.
DEVICE bool decode(const Tables &tables, const Index &index, const Chunk &chunk, u32 offset,
                   Board &board, u32 &stabiliser) {
    u32 number = chunk.first_rank + offset;
    u32 classes = number / index.width;
    u32 rank = number - classes * index.width;
    u32 occupied = read_table(index.occupied + chunk.first_class + classes);
    u32 chosen = read_table(index.listing + rank);
    board.first = 0;
    for (u32 left = occupied; left; chosen >>= 1) {
        u32 cell = lowest_one(left);
        left ^= cell;
        if (chosen & 1) board.first |= cell;
    }
    board.second = occupied ^ board.first;
    board.tag = 0;
    return (u32)locate(tables, index, board, stabiliser) ==
           (chunk.first_class + classes) * index.width + rank;
}
