// The index of marks that are put down in turn: hindsight_core::PlacedOrbits. Fast memory has binomials.
//
// Given by placed.rs: CELLS.

struct Board {
    u32 first, second, tag;
};

struct Index {
    // By the rank of the marks: the orbit, and above 22 bits the stabiliser less one.
    const u32 *orbits;
    // By orbit: the marks of each kind, and the stabiliser.
    const u32 *marks;
    const u32 *unused[3];
    // All orbits are one class.
    u32 width;
    // How many ways the second kind has beside the first.
    u32 ways;
    u32 numbers[2];
};

// The slot of a position, and how many symmetries leave the position alone.
DEVICE u64 locate(const Tables &tables, const Index &index, const Board &board, u32 &stabiliser) {
    const u32 cells = (1u << CELLS) - 1;
    u32 rank = rank_among(tables.words, CELLS + 1, cells, board.first) * index.ways +
               rank_among(tables.words, CELLS + 1, cells & ~board.first, board.second);
    u32 found = read_table(index.orbits + rank);
    stabiliser = (found >> 22) + 1;
    return found & 0x3fffff;
}

// The position of a slot of a chunk; there are no holes.
DEVICE bool decode(const Tables &, const Index &index, const Chunk &chunk, u32 offset, Board &board,
                   u32 &stabiliser) {
    const u32 *marks = index.marks + 3 * (chunk.first_rank + offset);
    board.first = read_table(marks);
    board.second = read_table(marks + 1);
    board.tag = 0;
    stabiliser = read_table(marks + 2);
    return true;
}
