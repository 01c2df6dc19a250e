// Chinese chess: the twin of board.rs, men.rs and bulk.rs. Lists of pieces are those of the index, so that
// the side to move is 0 in one tier of a pair and 1 in the other.

// A tier's parameters: by piece, which capture takes it; by piece, which step forward is its own; the
// captures, with none; and by target, the list's order after half a turn of the board, 0 for no turn.
constexpr u32 TAKEN = 0, FORWARD = 1, CAPTURES = 2, ORDERS = 3;
constexpr u32 QUIET = 0;

// How a knight jumps, and the point beside it that blocks.
DEVICE int jump_of(u32 number) {
    switch (number) {
    case 0: return 19;
    case 1: return 17;
    case 2: return -17;
    case 3: return -19;
    case 4: return 11;
    case 5: return -7;
    case 6: return 7;
    default: return -11;
    }
}

DEVICE int leg_of(u32 number) {
    return number < 2 ? 9 : number < 4 ? -9 : number < 6 ? 1 : -1;
}

// The points that a piece can go to, kings' safety aside; or, backwards, those that it can have come from
// without taking anything, pawns' steps forward left out.
struct Goings {
    bool backwards;
    u32 role, from;
    // Steps that are left, as points in bytes; or jumps, as bits.
    u32 list;
    // Along lines: the next direction, points left in this one, where we are, pieces passed.
    u32 direction, left, at, screens;

    // None at all.
    DEVICE Goings()
        : backwards(false), role(KING), from(0), list(~0u), direction(4), left(0), at(0),
          screens(0) {}

    DEVICE Goings(const Tables &tables, bool backwards, u32 kind, u32 from)
        : backwards(backwards), role(kind >> 1), from(from), list(0), direction(4), left(0), at(0),
          screens(0) {
        if (role <= PAWN) {
            list = tables.game[STEPS + kind * POINTS + from];
        } else if (role == KNIGHT) {
            list = tables.game[POINT_WORDS + from] & 0xff;
        } else {
            direction = 0;
        }
    }

    DEVICE bool next(const Tables &tables, const Points &occupied, const Points &own, u32 &to,
                     bool &takes) {
        if (role <= PAWN) {
            while ((list & 0xff) != 0xff) {
                to = list & 0xff;
                list = list >> 8 | 0xff000000;
                if (has(own, to) || (role == BISHOP && has(occupied, (from + to) / 2))) continue;
                takes = has(occupied, to);
                bool is_forward = role == PAWN && (to == from + FILES || from == to + FILES);
                if (backwards && (takes || is_forward)) continue;
                return true;
            }
            return false;
        }
        if (role == KNIGHT) {
            while (list) {
                u32 number = trailing_zeros(list);
                list &= list - 1;
                to = from + (u32)jump_of(number);
                u32 over = backwards ? to - (u32)leg_of(number) : from + (u32)leg_of(number);
                if (has(occupied, over) || has(own, to)) continue;
                takes = has(occupied, to);
                if (backwards && takes) continue;
                return true;
            }
            return false;
        }
        for (;;) {
            while (!left) {
                if (direction == 4) return false;
                left = tables.game[POINT_WORDS + from] >> (8 + 4 * direction) & 0xf;
                at = from;
                screens = 0;
                direction++;
            }
            left--;
            // Up, down, right, left.
            at += direction == 1 ? FILES : direction == 2 ? 0u - FILES : direction == 3 ? 1u : ~0u;
            to = at;
            if (!has(occupied, at)) {
                if (screens) continue;
                takes = false;
                return true;
            }
            screens++;
            if (backwards) {
                left = 0;
            } else if (screens == (role == ROOK ? 1u : 2u)) {
                left = 0;
                takes = true;
                if (!has(own, at)) return true;
            }
        }
    }
};

// The list with another side's view of the board, if the order of its pieces is given.
DEVICE u64 seen(u64 points, u32 pieces, u32 order) {
    if (!order) return points;
    u64 turned = ~0ull;
    for (u32 i = 0; i < pieces; i++) {
        turned = with_point(turned, i, POINTS - 1 - point_at(points, order >> 4 * i & 0xf));
    }
    return turned;
}

// The legal moves of the side to move, by piece and point.
struct Moves {
    Board board;
    u32 pieces, side;
    Points occupied, own;
    u32 number;
    Goings goings;

    DEVICE Moves(const Tier &tier, const Board &board)
        : board(board), pieces(pieces_of(tier.own.index)), side(side_to_move(tier.own.index)),
          occupied(occupied_points(board.points, pieces)), own{0, 0, ALWAYS}, number(~0u) {
        for (u32 i = 0; i < pieces; i++) {
            if ((kind_at(board.kinds, i) & 1) == side) flip(own, point_at(board.points, i));
        }
    }

    DEVICE bool next(const Tables &tables, u32 &to, bool &takes) {
        for (;;) {
            while (!goings.next(tables, occupied, own, to, takes)) {
                do {
                    number++;
                    if (number == pieces) return false;
                } while ((kind_at(board.kinds, number) & 1) != side);
                goings = Goings(tables, false, kind_at(board.kinds, number),
                                point_at(board.points, number));
            }
            u32 from = point_at(board.points, number);
            u32 king = number == side ? to : point_at(board.points, side);
            Points then = occupied;
            flip(then, from);
            if (!takes) flip(then, to);
            // What is taken attacks no more.
            if (!attacks_king(tables, board, pieces, 1 - side, king, then, to, number, from)) {
                return true;
            }
        }
    }
};

DEVICE u32 primitive(const Tier &tier, const Tables &tables, const Board &board) {
    Moves moves(tier, board);
    u32 to;
    bool takes;
    return moves.next(tables, to, takes) ? OPEN : TAG_LOSE;
}

struct Children {
    const Tier &tier;
    const Tables &tables;
    Moves moves;

    DEVICE Children(const Tier &tier, const Tables &tables, const Board &board)
        : tier(tier), tables(tables), moves(tier, board) {}

    DEVICE bool next(u32 &target, Board &child) {
        u32 to;
        bool takes;
        if (!moves.next(tables, to, takes)) return false;
        u32 number = moves.number, pieces = moves.pieces, kind = kind_at(moves.board.kinds, number);
        u64 points = moves.board.points;
        u32 alike = tier.own.index.alike, from = point_at(points, number);
        target = QUIET;
        if (kind >> 1 == PAWN && (to == from + FILES || from == to + FILES)) {
            target = (tier.parameters[FORWARD] >> 4 * number & 0xf) * tier.parameters[CAPTURES];
        }
        if (takes) {
            u32 taken = 0;
            while (point_at(points, taken) != to) taken++;
            target += tier.parameters[TAKEN] >> 4 * taken & 0xf;
            u64 before = (1ull << 8 * taken) - 1;
            u32 alike_before = (1u << taken) - 1;
            points = (points & before) | (points >> 8 & ~before) | 0xffull << 56;
            // The one behind the gap is like the one before it if the taken one was like both.
            u32 across = alike & alike >> 1 & 1u << taken;
            alike = (alike & alike_before) | across | (alike >> 1 & ~alike_before & ~(1u << taken));
            number -= taken < number;
            pieces--;
        }
        points = settled(with_point(points, number, to), alike, number);
        child.points = seen(points, pieces, tier.parameters[ORDERS + target]);
        child.kinds = 0;
        return true;
    }
};

// Moves that take nothing and are no pawn's step forward, undone. The position before must look legal.
struct Parents {
    const Tier &tier;
    const Tables &tables;
    Board board;
    u32 pieces, mover;
    Points occupied;
    u32 number;
    Goings goings;

    DEVICE Parents(const Tier &tier, const Tables &tables, const Board &board)
        : tier(tier), tables(tables), board(board), pieces(pieces_of(tier.own.index)),
          mover(1 - side_to_move(tier.own.index)), occupied(occupied_points(board.points, pieces)),
          number(~0u) {}

    DEVICE bool next(u32 &target, Board &parent) {
        const Points none = {0, 0, 0};
        u32 from;
        bool takes;
        for (;;) {
            while (!goings.next(tables, occupied, none, from, takes)) {
                do {
                    number++;
                    if (number == pieces) return false;
                } while ((kind_at(board.kinds, number) & 1) != mover);
                goings = Goings(tables, true, kind_at(board.kinds, number),
                                point_at(board.points, number));
            }
            u32 their_king = point_at(board.points, 1 - mover);
            Points then = occupied;
            flip(then, point_at(board.points, number));
            flip(then, from);
            if (!attacks_king(tables, board, pieces, mover, their_king, then, NO_POINT, number, from)) {
                break;
            }
        }
        target = QUIET;
        u64 points = settled(with_point(board.points, number, from), tier.own.index.alike, number);
        parent.points = seen(points, pieces, tier.parameters[ORDERS]);
        parent.kinds = 0;
        return true;
    }
};
