// The index of boards in two parts: the twin of parted.rs.
//
// Given by parted.rs: PARTS, the cells of each part; WAYS, the ways to place the second kind on each beside
// the first. Fast memory has binomials.

constexpr u32 BINOMIAL_STRIDE = 8;

struct Board {
    u32 first, second, tag;
};

struct Index {
    // By the rank of the pieces of a part: the orbit, and above 22 bits the stabiliser less one.
    const u32 *orbits[2];
    // By orbit: the pieces of both kinds on the whole board, the stabiliser.
    const u32 *occupants[2];
    const u32 *unused;
    // Orbits of the second part.
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
    UNROLL for (u32 part = 0; part < 2; part++) {
        u32 first = board.first & PARTS[part], second = board.second & PARTS[part];
        u32 number = rank_on(tables, PARTS[part], first) * WAYS[part] +
                     rank_on(tables, PARTS[part] & ~first, second);
        found[part] = read_table(index.orbits[part] + number);
    }
    stabiliser = ((found[0] >> 22) + 1) * ((found[1] >> 22) + 1);
    return (u64)(found[0] & 0x3fffff) * index.width + (found[1] & 0x3fffff);
}

// The position of a slot of a chunk; there are no holes.
DEVICE bool decode(const Tables &, const Index &index, const Chunk &chunk, u32 offset, Board &board,
                   u32 &stabiliser) {
    u32 number = chunk.first_rank + offset;
    u32 classes = number / index.width;
    const u32 *one = index.occupants[0] + 3 * (chunk.first_class + classes);
    const u32 *other = index.occupants[1] + 3 * (number - classes * index.width);
    board.tag = 0;
    board.first = read_table(one) | read_table(other);
    board.second = read_table(one + 1) | read_table(other + 1);
    stabiliser = read_table(one + 2) * read_table(other + 2);
    return true;
}
