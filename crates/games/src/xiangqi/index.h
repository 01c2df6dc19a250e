// The index of Chinese chess: the twin of core's region.rs and of men.rs, and what makes a slot a hole.
//
// A list of pieces is eight bytes, the points, in the order of kinds; the kinds themselves are half a byte
// each and the same for all positions of a tier. Fast memory has, one part behind the other, what
// device.rs puts there:
//
// - LOCALS: for every region, by point, its number within the region;
// - CELLS: for every region, by number, the point;
// - BINOMIALS, by the larger number;
// - POINT_WORDS, by point: the jumps of a knight on an empty board (8 bits), how many points lie in
//   each of the four directions (4 bits each), the number of the point among those of the palaces;
// - MIRRORED, by point;
// - STEPS, for the first four roles, by side and point: up to four points, others 255;
// - BETWEEN, by palace point and point: the points between on a common line, three words; elsewhere
//   the two that are always occupied;
// - JUMPS, by the number of a knight's jump: how far it goes, and above 8 bits the way to the point that
//   blocks it, both more than they are by JUMP_ZERO;
// - LEGS, by palace point and point: the point that blocks a knight's attack on the palace point, or one
//   that is always occupied; above 8 bits likewise for a pawn of the other side, a point that is always
//   empty where it attacks.

// A list has a byte for each piece of a position.
constexpr u32 MOST_PIECES = 8;
constexpr u32 POINTS = 90, FILES = 9, NO_POINT = 255;
constexpr u32 KING = 0, BISHOP = 2, PAWN = 3, KNIGHT = 4, CANNON = 5, ROOK = 6;

struct Board {
    u64 points;
    u32 kinds;
};

struct Index {
    const u32 *words;
    const u64 *representatives;
    const u32 *stabilisers;
    // Four words each: where its pieces stand in the list, how many, which pieces before always stand in
    // the region, which sometimes, the number of the region; ways; ways of all behind; the first byte of
    // its listing. Four of the pivot, then the others.
    const u32 *kinds;
    const u32 *listing;
    // Ways of all kinds but the pivot's.
    u32 width;
    u32 men;
    // Pieces, pieces of the pivot, kinds beside the pivot, the side to move: half a byte each.
    u32 shape;
    // A bit for every piece that is of the same kind as the one before it.
    u32 alike;
};

constexpr u32 PIVOT_KINDS = 4, KIND_WORDS = 4;

// Sets of points in three words. Of occupied points the two highest bits are set, and those between them
// and the last point are not.
struct Points {
    u32 low, middle, high;
};

constexpr u32 ALWAYS = 0xc0000000;

DEVICE u32 word_of(const Points &set, u32 point) {
    return point < 32 ? set.low : point < 64 ? set.middle : set.high;
}

DEVICE bool has(const Points &set, u32 point) { return word_of(set, point) >> (point & 31) & 1; }

DEVICE void flip(Points &set, u32 point) {
    u32 bit = 1u << (point & 31);
    set.low ^= point < 32 ? bit : 0;
    set.middle ^= point >= 32 && point < 64 ? bit : 0;
    set.high ^= point >= 64 ? bit : 0;
}

DEVICE u32 point_at(u64 points, u32 number) { return (u32)(points >> 8 * number) & 0xff; }
DEVICE u32 kind_at(u32 kinds, u32 number) { return kinds >> 4 * number & 0xf; }
DEVICE u32 pieces_of(const Index &index) { return index.shape & 0xf; }
DEVICE u32 side_to_move(const Index &index) { return index.shape >> 12; }

DEVICE u64 with_point(u64 points, u32 number, u32 point) {
    u32 shift = 8 * number;
    return (points & ~(0xffull << shift)) | (u64)point << shift;
}

// Exchanges a piece with the one behind it.
DEVICE u64 exchanged(u64 points, u32 number) {
    u32 two = (u32)(points >> 8 * number) & 0xffff;
    u32 other_way = two >> 8 | (two & 0xff) << 8;
    return points ^ (u64)(two ^ other_way) << 8 * number;
}

// Puts a piece in its place among those of its kind; `alike` tells which pieces are of the kind of the
// one before.
DEVICE u64 settled(u64 points, u32 alike, u32 at) {
    u32 point = point_at(points, at);
    while (alike >> at & 1 && point_at(points, at - 1) > point) {
        at--;
        points = exchanged(points, at);
    }
    while (alike >> (at + 1) & 1 && point_at(points, at + 1) < point) {
        points = exchanged(points, at);
        at++;
    }
    return points;
}

DEVICE Points occupied_points(u64 points, u32 pieces) {
    Points set = {0, 0, ALWAYS};
    for (u32 i = 0; i < pieces; i++) flip(set, point_at(points, i));
    return set;
}

// How a piece can attack a king: it does if so many of some points are occupied.
struct Line {
    Points points;
    u32 pieces;
};

// Kings attack one another along an open file.
DEVICE Line line_to_king(const Tables &tables, u32 role, u32 from, u32 king) {
    u32 at = (tables.game[POINT_WORDS + king] >> 24) * POINTS + from;
    Line line = {{0, 0, 0}, 0};
    if (role == KNIGHT || role == PAWN) {
        u32 word = tables.game[LEGS + at];
        flip(line.points, role == KNIGHT ? word & 0xff : word >> 8);
    } else if (role == KING || role == CANNON || role == ROOK) {
        const u32 *between = tables.game + BETWEEN + 3 * at;
        line.points = Points{between[0], between[1], between[2]};
        line.pieces = role == CANNON ? 1 : 0;
    } else {
        // Advisors and bishops never get there.
        line.pieces = 1;
    }
    return line;
}

DEVICE bool attacks(const Line &line, const Points &occupied) {
    return count_ones(line.points.low & occupied.low) +
               count_ones(line.points.middle & occupied.middle) +
               count_ones(line.points.high & occupied.high) ==
           line.pieces;
}

// Which pieces of a side attack the other's king on a point, a bit for each; one on the point `without`
// does not count. Also finds the points where a piece that comes or goes could change that.
//
// Written without a loop and without an early return, because with both the driver's compiler (580.159, for
// sm_90) made the wrong code where a side has a knight and a rook or cannon: without optimisation the same
// text was right. The example `inspect` of hindsight-gpu tells whether a GPU's answers are the rules'.
DEVICE u32 attackers(const Tables &tables, const Board &board, u32 pieces, u32 side, u32 king,
                     const Points &occupied, u32 without, Points &matters) {
    u32 found = 0;
    matters = Points{0, 0, 0};
    UNROLL for (u32 i = 0; i < MOST_PIECES; i++) {
        u32 kind = kind_at(board.kinds, i), point = point_at(board.points, i);
        if (i >= pieces || (kind & 1) != side || point == without) continue;
        Line line = line_to_king(tables, kind >> 1, point, king);
        matters.low |= line.points.low;
        matters.middle |= line.points.middle;
        matters.high |= line.points.high;
        found |= attacks(line, occupied) ? 1u << i : 0;
    }
    return found;
}

DEVICE u32 pieces_before(u64 points, u32 which, u32 cell) {
    u32 count = 0;
    while (which) {
        count += point_at(points, trailing_zeros(which)) < cell;
        which &= which - 1;
    }
    return count;
}

// The number of a kind's cells among the ways to place it.
DEVICE u32 rank_of_kind(const Tables &tables, u32 kind, u64 points) {
    u32 first = kind & 0xf, pieces = kind >> 4 & 0xf, always = kind >> 8 & 0xff;
    const u32 *locals = tables.game + LOCALS + (kind >> 24) * POINTS;
    u32 sum = 0;
    for (u32 i = 0; i < pieces; i++) {
        u32 cell = point_at(points, first + i);
        u32 free = locals[cell] - pieces_before(points, always, cell);
        sum += tables.game[BINOMIALS + free * BINOMIAL_STRIDE + i + 1];
    }
    return sum;
}

DEVICE u32 rank_of_others(const Tables &tables, const Index &index, u64 points) {
    u32 number = 0, count = index.shape >> 8 & 0xf;
    const u32 *kinds = index.kinds + PIVOT_KINDS * KIND_WORDS;
    for (u32 i = 0; i < count; i++, kinds += KIND_WORDS) {
        number = number * read_table(kinds + 1) + rank_of_kind(tables, read_table(kinds), points);
    }
    return number;
}

// The mirror image of the pieces behind the pivot, those of a kind in order again.
DEVICE u64 mirrored_others(const Tables &tables, const Index &index, u64 points) {
    u32 first = index.shape >> 4 & 0xf, pieces = pieces_of(index);
    for (u32 i = first; i < pieces; i++) {
        points = with_point(points, i, tables.game[MIRRORED + point_at(points, i)]);
        for (u32 at = i; index.alike >> at & 1 && point_at(points, at - 1) > point_at(points, at);
             at--) {
            points = exchanged(points, at - 1);
        }
    }
    return points;
}

// The least rank of a list whose pivot may be its own mirror image, and how many symmetries leave the
// list alone.
DEVICE u32 least_rank(const Tables &tables, const Index &index, u32 of_class, u64 points,
                      u32 number, u32 &stabiliser) {
    stabiliser = 1;
    if (!read_table(index.stabilisers + of_class)) return number;
    u32 other = rank_of_others(tables, index, mirrored_others(tables, index, points));
    stabiliser += other == number;
    return smaller(other, number);
}

// The slot of a position, and how many symmetries leave the position alone.
DEVICE u64 locate(const Tables &tables, const Index &index, const Board &board, u32 &stabiliser) {
    u64 points = board.points;
    u32 key = 0;
    UNROLL for (u32 i = 0; i < PIVOT_KINDS; i++) {
        const u32 *kind = index.kinds + i * KIND_WORDS;
        key = key * read_table(kind + 1) + rank_of_kind(tables, read_table(kind), points);
    }
    u32 word = read_table(index.words + key), of_class = word & ((1u << 26) - 1);
    if (word >> 26) {
        u64 pivot = (1ull << 8 * (index.shape >> 4 & 0xf)) - 1;
        points = (points & ~pivot) | (read_table(index.representatives + of_class) & pivot);
        points = mirrored_others(tables, index, points);
    }
    u32 number = rank_of_others(tables, index, points);
    number = least_rank(tables, index, of_class, points, number, stabiliser);
    return (u64)of_class * index.width + number;
}

// Puts the pieces of a kind in the list by their number; false when one stands on another piece.
DEVICE bool unrank(const Tables &tables, const Index &index, const u32 *kinds, u32 number,
                   u64 &points) {
    u32 kind = read_table(kinds);
    u32 first = kind & 0xf, pieces = kind >> 4 & 0xf, always = kind >> 8 & 0xff;
    const u32 *cells = tables.game + CELLS + (kind >> 24) * POINTS;
    for (u32 i = 0; i < pieces; i++) {
        u32 free = number;
        if (pieces > 1) {
            u32 at = read_table(kinds + 3) + number * pieces + i;
            free = read_table(index.listing + at / 4) >> 8 * (at % 4) & 0xff;
        }
        // The cell with so many free ones before it: taken ones before it push it up.
        u32 local = free, cell;
        for (;;) {
            cell = cells[local];
            u32 pushed = free + pieces_before(points, always, cell + 1);
            if (pushed == local) break;
            local = pushed;
        }
        for (u32 others = kind >> 16 & 0xff; others; others &= others - 1) {
            if (point_at(points, trailing_zeros(others)) == cell) return false;
        }
        points = with_point(points, first + i, cell);
    }
    return true;
}

// The position of a slot of a chunk; false for a hole, which is a slot where the player to move could take
// the king as well.
DEVICE bool decode(const Tables &tables, const Index &index, const Chunk &chunk, u32 offset,
                   Board &board, u32 &stabiliser) {
    u32 number = chunk.first_rank + offset;
    u32 classes = number / index.width;
    u32 of_class = chunk.first_class + classes;
    number -= classes * index.width;
    board.kinds = index.men;
    board.points = read_table(index.representatives + of_class);
    u32 count = index.shape >> 8 & 0xf, rest = number;
    const u32 *kinds = index.kinds + PIVOT_KINDS * KIND_WORDS;
    for (u32 i = 0; i < count; i++, kinds += KIND_WORDS) {
        u32 behind = read_table(kinds + 2), digit = rest / behind;
        rest -= digit * behind;
        if (!unrank(tables, index, kinds, digit, board.points)) return false;
    }
    if (least_rank(tables, index, of_class, board.points, number, stabiliser) != number) return false;
    u32 pieces = pieces_of(index), side = side_to_move(index);
    Points occupied = occupied_points(board.points, pieces), matters;
    u32 king = point_at(board.points, 1 - side);
    return !attackers(tables, board, pieces, side, king, occupied, NO_POINT, matters);
}
