// Chinese chess: the twin of board.rs, men.rs and bulk.rs. Lists of pieces are those of the index, so that
// the side to move is 0 in one tier of a pair and 1 in the other.

// A tier's parameters: by piece, which capture takes it; by piece, which step forward is its own; the
// captures, with none; and by target, the list's order after half a turn of the board, 0 for no turn.
constexpr u32 TAKEN = 0, FORWARD = 1, CAPTURES = 2, ORDERS = 3;
constexpr u32 QUIET = 0;

DEVICE bool is_empty(const Points &set) { return !(set.low | set.middle | set.high); }

// Takes the lowest point out of a set that has one.
DEVICE u32 take_lowest(Points &set) {
    if (set.low) {
        u32 point = trailing_zeros(set.low);
        set.low &= set.low - 1;
        return point;
    }
    if (set.middle) {
        u32 point = trailing_zeros(set.middle);
        set.middle &= set.middle - 1;
        return 32 + point;
    }
    u32 point = trailing_zeros(set.high);
    set.high &= set.high - 1;
    return 64 + point;
}

// The points that a piece can go to, kings' safety aside; or, backwards, those that it can have come from
// without taking anything, pawns' steps forward left out.
DEVICE Points goings(const Tables &tables, bool backwards, u32 kind, u32 from, const Points &occupied,
                     const Points &own) {
    Points found = {0, 0, 0};
    u32 role = kind >> 1, word = tables.game[POINT_WORDS + from];
    if (role == KNIGHT) {
        for (u32 i = 0; i < 8; i++) {
            if (!(word >> i & 1)) continue;
            u32 jump = tables.game[JUMPS + i];
            u32 to = from + (jump & 0xff) - JUMP_ZERO, leg = (jump >> 8) - JUMP_ZERO;
            u32 over = backwards ? to - leg : from + leg;
            if (has(occupied, over) || has(backwards ? occupied : own, to)) continue;
            flip(found, to);
        }
    } else if (role <= PAWN) {
        u32 steps = tables.game[STEPS + kind * POINTS + from];
        for (u32 i = 0; i < 4; i++, steps >>= 8) {
            u32 to = steps & 0xff;
            if (to == NO_POINT || has(backwards ? occupied : own, to)) continue;
            if (role == BISHOP && has(occupied, (from + to) / 2)) continue;
            bool is_forward = role == PAWN && (to == from + FILES || from == to + FILES);
            if (!(backwards && is_forward)) flip(found, to);
        }
    } else {
        // Pieces that are passed on the way to one that is taken, that one included.
        u32 most = backwards ? 0 : role == ROOK ? 1 : 2;
        for (u32 direction = 0; direction < 4; direction++) {
            // Up, down, right, left.
            u32 step = direction == 0 ? FILES : direction == 1 ? 0u - FILES : direction == 2 ? 1u : ~0u;
            u32 reach = word >> (8 + 4 * direction) & 0xf, at = from, screens = 0;
            for (u32 i = 0; i < reach && screens <= most; i++) {
                at += step;
                bool is_piece = has(occupied, at);
                screens += is_piece;
                if (is_piece ? screens == most && !has(own, at) : screens == 0) flip(found, at);
            }
        }
    }
    return found;
}

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
    // Whether the king is attacked, and the points where a piece that comes or goes could change that.
    bool is_check;
    Points matters;
    // The piece at hand, and where it can go that has not been looked at.
    u32 number;
    Points left;

    DEVICE Moves(const Tier &tier, const Tables &tables, const Board &board)
        : board(board), pieces(pieces_of(tier.own.index)), side(side_to_move(tier.own.index)),
          occupied(occupied_points(board.points, pieces)), own{0, 0, ALWAYS}, number(~0u),
          left{0, 0, 0} {
        for (u32 i = 0; i < pieces; i++) {
            if ((kind_at(board.kinds, i) & 1) == side) flip(own, point_at(board.points, i));
        }
        is_check = attackers(tables, board, pieces, 1 - side, point_at(board.points, side), occupied,
                             NO_POINT, matters);
    }

    DEVICE bool next(const Tables &tables, u32 &to, bool &takes) {
        for (;;) {
            while (is_empty(left)) {
                number++;
                if (number == pieces) return false;
                u32 kind = kind_at(board.kinds, number);
                if ((kind & 1) != side) continue;
                left = goings(tables, false, kind, point_at(board.points, number), occupied, own);
            }
            to = take_lowest(left);
            takes = has(occupied, to);
            u32 from = point_at(board.points, number);
            // Mostly nothing changes for the king. Kings are the first two pieces, by side.
            bool is_same = number != side && !has(matters, from) && (takes || !has(matters, to));
            if (is_same && !is_check) return true;
            u32 king = number == side ? to : point_at(board.points, side);
            Points then = occupied, unused;
            flip(then, from);
            if (!takes) flip(then, to);
            // What is taken attacks no more.
            if (!attackers(tables, board, pieces, 1 - side, king, then, to, unused)) {
                return true;
            }
        }
    }
};

DEVICE u32 primitive(const Tier &tier, const Tables &tables, const Board &board) {
    Moves moves(tier, tables, board);
    u32 to;
    bool takes;
    return moves.next(tables, to, takes) ? OPEN : TAG_LOSE;
}

struct Children {
    const Tier &tier;
    const Tables &tables;
    Moves moves;

    DEVICE Children(const Tier &tier, const Tables &tables, const Board &board)
        : tier(tier), tables(tables), moves(tier, tables, board) {}

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
    // Which pieces attack the other king now, and the points where a piece that comes or goes could change
    // that.
    u32 attacking;
    Points matters;
    u32 number;
    Points left;

    DEVICE Parents(const Tier &tier, const Tables &tables, const Board &board)
        : tier(tier), tables(tables), board(board), pieces(pieces_of(tier.own.index)),
          mover(1 - side_to_move(tier.own.index)), occupied(occupied_points(board.points, pieces)),
          number(~0u), left{0, 0, 0} {
        attacking = attackers(tables, board, pieces, mover, point_at(board.points, 1 - mover),
                              occupied, NO_POINT, matters);
    }

    DEVICE bool next(u32 &target, Board &parent) {
        u32 from;
        for (;;) {
            while (is_empty(left)) {
                number++;
                if (number == pieces) return false;
                u32 kind = kind_at(board.kinds, number), at = point_at(board.points, number);
                if ((kind & 1) != mover) continue;
                left = goings(tables, true, kind, at, occupied, occupied);
            }
            from = take_lowest(left);
            u32 their_king = point_at(board.points, 1 - mover), at = point_at(board.points, number);
            Points then = occupied, unused;
            flip(then, at);
            flip(then, from);
            u32 others = attacking & ~(1u << number);
            if (has(matters, at) || has(matters, from)) {
                others = attackers(tables, board, pieces, mover, their_king, then, at, unused);
            }
            u32 role = kind_at(board.kinds, number) >> 1;
            if (!others && !attacks(line_to_king(tables, role, from, their_king), then)) break;
        }
        target = QUIET;
        u64 points = settled(with_point(board.points, number, from), tier.own.index.alike, number);
        parent.points = seen(points, pieces, tier.parameters[ORDERS]);
        parent.kinds = 0;
        return true;
    }
};
