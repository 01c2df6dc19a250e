// The index of Five Field Kono: the twin of halves.rs. Mine are the first kind,
// theirs the second, on the cells of the whole board.
//
// Given by halves.rs: HALVES, the cells of the odd and of the even half; WAYS, the ways to place the
// opponent's stones on each beside the mover's. Fast memory has binomials.

constexpr u32 BINOMIAL_STRIDE = 8;

struct Board {
    u32 first, second, tag;
};

struct Index {
    // By the rank of the stones of a half: the orbit, and above 22 bits the stabiliser less one.
    const u32 *orbits[2];
    // By orbit: mine, theirs, the stabiliser.
    const u32 *stones[2];
    const u32 *unused;
    // Orbits of the even half.
    u32 width;
    u32 numbers[3];
};

// The number of a subset of the free cells among those of its size.
DEVICE u32 rank_on(const Tables &tables, u32 free, u32 cells) {
    return rank_among(tables.words, BINOMIAL_STRIDE, free, cells);
}

// The slot of a position, and how many symmetries leave the position alone.
DEVICE u64 locate(const Tables &tables, const Index &index, const Board &board, u32 &stabiliser) {
    u32 found[2];
    UNROLL for (u32 half = 0; half < 2; half++) {
        u32 mine = board.first & HALVES[half], theirs = board.second & HALVES[half];
        u32 number = rank_on(tables, HALVES[half], mine) * WAYS[half] +
                     rank_on(tables, HALVES[half] & ~mine, theirs);
        found[half] = read_table(index.orbits[half] + number);
    }
    stabiliser = ((found[0] >> 22) + 1) * ((found[1] >> 22) + 1);
    return (u64)(found[0] & 0x3fffff) * index.width + (found[1] & 0x3fffff);
}

// The position of a slot of a chunk; there are no holes.
DEVICE bool decode(const Tables &, const Index &index, const Chunk &chunk, u32 offset, Board &board,
                   u32 &stabiliser) {
    u32 number = chunk.first_rank + offset;
    u32 classes = number / index.width;
    const u32 *odd = index.stones[0] + 3 * (chunk.first_class + classes);
    const u32 *even = index.stones[1] + 3 * (number - classes * index.width);
    board.tag = 0;
    board.first = read_table(odd) | read_table(even);
    board.second = read_table(odd + 1) | read_table(even + 1);
    stabiliser = read_table(odd + 2) * read_table(even + 2);
    return true;
}
