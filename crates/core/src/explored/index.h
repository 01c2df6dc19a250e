// The index of an explored game: positions are the numbers of their slots. Besides, the lists of
// explored.rs.

struct Board {
    u32 number;
};

struct Index {
    // By position: where its children begin, and those of all positions.
    const u32 *begins, *children;
    // The same for its parents.
    const u32 *parent_begins, *parents;
    // By position: the code if the game is over there, else OPEN.
    const u32 *ends;
    // All positions are one class.
    u32 width;
    u32 unused[3];
};

DEVICE u64 locate(const Tables &, const Index &, const Board &board, u32 &stabiliser) {
    stabiliser = 1;
    return board.number;
}

DEVICE bool decode(const Tables &, const Index &, const Chunk &chunk, u32 offset, Board &board,
                   u32 &stabiliser) {
    board.number = (u32)chunk.first + offset;
    stabiliser = 1;
    return true;
}
