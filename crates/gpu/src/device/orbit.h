// From slots to positions and back, as hindsight_core::OrbitIndex does it.
//
// Given by whoever compiles this: CELLS, ORDER (symmetries), TAGS.

// Two kinds of pieces as masks of cells, and a tag.
struct Board {
    u32 first, second, tag;
};

// The orbit index of a tier: hindsight_core::OrbitIndex<2>, laid out for the device.
struct Index {
    const u32 *words;
    const u32 *representatives;
    const u64 *stabilisers;
    const u8 *tags;
    // The arrangements of the kind that is not the pivot, in the order of their ranks.
    const u32 *listing;
    // Arrangements of that kind: slots of a class.
    u32 width;
    u32 subsets;
    u32 pivot;
    u32 unused;
};

// Cells are looked up in three parts of so many bits.
constexpr u32 PART = (CELLS + 2) / 3, LAST_PART = CELLS - 2 * PART;
constexpr u32 PART_SIZE = 1u << PART, LAST_SIZE = 1u << LAST_PART, PART_MASK = PART_SIZE - 1;
constexpr u32 BOARD_MASK = (1u << CELLS) - 1;

// The words of the tables in fast memory, one part behind the other; built by words.rs.
constexpr u32 IMAGE_STRIDE = 2 * PART_SIZE + LAST_SIZE;
constexpr u32 RANKS = ORDER * IMAGE_STRIDE;
constexpr u32 MIDDLE_RANKS = RANKS + PART_SIZE;
constexpr u32 LAST_RANKS = MIDDLE_RANKS + (PART + 1) * PART_SIZE;
constexpr u32 BINOMIALS = LAST_RANKS + (2 * PART + 1) * LAST_SIZE;
constexpr u32 BINOMIAL_STRIDE = CELLS + 1;
constexpr u32 GAME_TABLES = BINOMIALS + (CELLS + 1) * BINOMIAL_STRIDE;

constexpr u32 CLASS_MASK = (1u << 25) - 1, STABILISED = 1u << 25, SYMMETRY_SHIFT = 26;

DEVICE u32 image(const Tables &tables, u32 symmetry, u32 cells) {
    const u32 *images = tables.words + symmetry * IMAGE_STRIDE;
    return images[cells & PART_MASK] | images[PART_SIZE + (cells >> PART & PART_MASK)] |
           images[2 * PART_SIZE + (cells >> 2 * PART)];
}

// The number of a subset among those of its size.
DEVICE u32 rank(const Tables &tables, u32 cells) {
    u32 before_last = count_ones(cells & ((1u << 2 * PART) - 1));
    u32 before_middle = count_ones(cells & PART_MASK);
    return tables.words[RANKS + (cells & PART_MASK)] +
           tables.words[MIDDLE_RANKS + before_middle * PART_SIZE + (cells >> PART & PART_MASK)] +
           tables.words[LAST_RANKS + before_last * LAST_SIZE + (cells >> 2 * PART)];
}

// The number of a subset of the free cells among those of its size.
DEVICE u32 rank_on(const Tables &tables, u32 free, u32 cells) {
    return rank_among(tables.words + BINOMIALS, BINOMIAL_STRIDE, free, cells);
}

// Spreads the low bits over the free cells.
DEVICE u32 scatter(u32 bits, u32 free) {
    u32 spread = 0;
    UNROLL for (u32 cell = 0; cell < CELLS; cell++) {
        u32 is_free = free >> cell & 1;
        spread |= (bits & is_free) << cell;
        bits >>= is_free;
    }
    return spread;
}

// The least image of the cells under the symmetries that fix a class's representative, and how many
// of them, with the identity, leave the cells alone.
DEVICE u32 least_image(const Tables &tables, u64 symmetries, u32 cells, u32 &stabiliser) {
    u32 least = cells;
    stabiliser = 1;
    for (u32 symmetry = 0; symmetries; symmetry++, symmetries >>= 1) {
        if (symmetries & 1) {
            u32 moved = image(tables, symmetry, cells);
            stabiliser += moved == cells;
            least = smaller(least, moved);
        }
    }
    return least;
}

// The slot of a position, and how many symmetries leave the position alone.
DEVICE u64 locate(const Tables &tables, const Index &index, const Board &board, u32 &stabiliser) {
    u32 pivot = index.pivot ? board.second : board.first;
    u32 other = index.pivot ? board.first : board.second;
    u32 number = rank(tables, pivot);
    if (TAGS > 1) number += board.tag * index.subsets;
    u32 word = read_table(index.words + number);
    u32 of_class = word & CLASS_MASK, symmetry = word >> SYMMETRY_SHIFT;
    u32 free = BOARD_MASK & ~image(tables, symmetry, pivot);
    other = image(tables, symmetry, other);
    stabiliser = 1;
    if (word & STABILISED) {
        u64 symmetries = read_table(index.stabilisers + of_class);
        other = least_image(tables, symmetries, other, stabiliser);
    }
    return (u64)of_class * index.width + rank_on(tables, free, other);
}

// The position of a slot of a chunk; false for a hole.
DEVICE bool decode(const Tables &tables, const Index &index, const Chunk &chunk, u32 offset,
                   Board &board, u32 &stabiliser) {
    u32 number = chunk.first_rank + offset;
    u32 classes = number / index.width;
    u32 of_class = chunk.first_class + classes;
    u32 pivot = read_table(index.representatives + of_class);
    u32 listed = read_table(index.listing + (number - classes * index.width));
    u32 other = scatter(listed, BOARD_MASK & ~pivot);
    board.first = index.pivot ? other : pivot;
    board.second = index.pivot ? pivot : other;
    board.tag = TAGS > 1 ? index.tags[of_class] : 0;
    u64 symmetries = read_table(index.stabilisers + of_class);
    stabiliser = 1;
    return !symmetries || least_image(tables, symmetries, other, stabiliser) == other;
}
