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

DEVICE bool is_forward(u32 kind, u32 from, u32 to) {
    return kind >> 1 == PAWN && (to == from + FILES || from == to + FILES);
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
            if (!(backwards && is_forward(kind, from, to))) flip(found, to);
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

DEVICE Points both(const Points &a, const Points &b) {
    return Points{a.low & b.low, a.middle & b.middle, a.high & b.high};
}

DEVICE Points without(const Points &a, const Points &b) {
    return Points{a.low & ~b.low, a.middle & ~b.middle, a.high & ~b.high};
}

DEVICE u32 count_points(const Points &set) {
    return count_ones(set.low) + count_ones(set.middle) + count_ones(set.high);
}

// A position and how a side attacks the other's king.
struct View {
    Board board;
    u32 pieces, side;
    Points occupied;
    // Which pieces of the other side attack, and the points where a piece that comes or goes could change
    // that.
    u32 attacking;
    Points matters;

    // With the king of `side`.
    DEVICE View(const Tier &tier, const Tables &tables, const Board &board, u32 side)
        : board(board), pieces(pieces_of(tier.own.index)), side(side),
          occupied(occupied_points(board.points, pieces)) {
        attacking = attackers(tables, board, pieces, 1 - side, point_at(board.points, side), occupied,
                              NO_POINT, matters);
    }
};

// Where a piece of the side to move can go. Threads of a warp look at the same piece, of different positions,
// at the same time: what all of them do is cheap, and what few of them do is in loops of its own.
DEVICE Points legal_goings(const Tables &tables, const View &view, const Points &own, u32 number) {
    u32 kind = kind_at(view.board.kinds, number), from = point_at(view.board.points, number);
    Points all = goings(tables, false, kind, from, view.occupied, own);
    // Kings are the first two pieces, by side.
    bool is_king = number == view.side;
    Points legal = {0, 0, 0};
    if (!is_king && !view.attacking && !has(view.matters, from)) {
        // What takes a piece leaves its point occupied.
        legal = without(all, without(view.matters, view.occupied));
    }
    Points left = without(all, legal);
    while (!is_empty(left)) {
        u32 to = take_lowest(left);
        u32 king = is_king ? to : point_at(view.board.points, view.side);
        Points then = view.occupied, unused;
        flip(then, from);
        if (!has(view.occupied, to)) flip(then, to);
        // What is taken attacks no more.
        if (!attackers(tables, view.board, view.pieces, 1 - view.side, king, then, to, unused)) {
            flip(legal, to);
        }
    }
    return legal;
}

DEVICE Points own_points(const View &view) {
    Points own = {0, 0, ALWAYS};
    for (u32 i = 0; i < view.pieces; i++) {
        if ((kind_at(view.board.kinds, i) & 1) == view.side) flip(own, point_at(view.board.points, i));
    }
    return own;
}

DEVICE u32 primitive(const Tier &tier, const Tables &tables, const Board &board) {
    View view(tier, tables, board, side_to_move(tier.own.index));
    Points own = own_points(view);
    bool can_move = false;
    for (u32 i = 0; i < view.pieces && !can_move; i++) {
        if ((kind_at(board.kinds, i) & 1) != view.side) continue;
        can_move = !is_empty(legal_goings(tables, view, own, i));
    }
    return can_move ? OPEN : TAG_LOSE;
}

// The position after a piece went to a point, and its target.
DEVICE Board after(const Tier &tier, const View &view, u32 number, u32 to, u32 &target) {
    u32 pieces = view.pieces, alike = tier.own.index.alike;
    u32 kind = kind_at(view.board.kinds, number);
    u64 points = view.board.points;
    target = QUIET;
    if (is_forward(kind, point_at(points, number), to)) {
        target = (tier.parameters[FORWARD] >> 4 * number & 0xf) * tier.parameters[CAPTURES];
    }
    if (has(view.occupied, to)) {
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
    return Board{seen(points, pieces, tier.parameters[ORDERS + target]), 0};
}

// The walks over neighbours are those of hindsight-gpu's passes.h.
#define OWN_VISITS

template <class Visit>
DEVICE void each_child(const Tier &tier, const Tables &tables, const Board &board, Visit visit) {
    View view(tier, tables, board, side_to_move(tier.own.index));
    Points own = own_points(view);
    for (u32 i = 0; i < view.pieces; i++) {
        if ((kind_at(board.kinds, i) & 1) != view.side) continue;
        Points left = legal_goings(tables, view, own, i);
        while (!is_empty(left)) {
            u32 target;
            Board child = after(tier, view, i, take_lowest(left), target);
            visit(target, child);
        }
    }
}

template <class Visit>
DEVICE void each_exit(const Tier &tier, const Tables &tables, const Board &board, u32 &inside,
                      Visit visit) {
    View view(tier, tables, board, side_to_move(tier.own.index));
    Points own = own_points(view);
    for (u32 i = 0; i < view.pieces; i++) {
        u32 kind = kind_at(board.kinds, i), from = point_at(board.points, i);
        if ((kind & 1) != view.side) continue;
        Points left = legal_goings(tables, view, own, i);
        if (tier.targets[QUIET].is_inside) {
            // Quiet moves need not be looked at one by one.
            Points quiet = without(left, view.occupied);
            if (kind >> 1 == PAWN) {
                u32 ahead = kind & 1 ? from - FILES : from + FILES;
                if (ahead < POINTS && has(quiet, ahead)) flip(quiet, ahead);
            }
            inside += count_points(quiet);
            left = without(left, quiet);
        }
        while (!is_empty(left)) {
            u32 target;
            Board child = after(tier, view, i, take_lowest(left), target);
            visit(target, child);
        }
    }
}

// Moves that take nothing and are no pawn's step forward, undone. The position before must look legal.
template <class Visit>
DEVICE void each_parent(const Tier &tier, const Tables &tables, const Board &board, Visit visit) {
    u32 side = side_to_move(tier.own.index), king = point_at(board.points, side);
    View view(tier, tables, board, side);
    for (u32 i = 0; i < view.pieces; i++) {
        u32 kind = kind_at(board.kinds, i), at = point_at(board.points, i);
        if ((kind & 1) == side) continue;
        Points all = goings(tables, true, kind, at, view.occupied, view.occupied);
        // The others must not attack: those that do now, unless something changes for them.
        Points left = {0, 0, 0}, unsure = all;
        if (!has(view.matters, at)) {
            if (!(view.attacking & ~(1u << i))) left = without(all, view.matters);
            unsure = both(all, view.matters);
        }
        while (!is_empty(unsure)) {
            u32 from = take_lowest(unsure);
            Points then = view.occupied, unused;
            flip(then, at);
            flip(then, from);
            if (!attackers(tables, board, view.pieces, 1 - side, king, then, at, unused)) {
                flip(left, from);
            }
        }
        while (!is_empty(left)) {
            u32 from = take_lowest(left);
            Points then = view.occupied;
            flip(then, at);
            flip(then, from);
            // Nor must the piece itself.
            if (attacks(line_to_king(tables, kind >> 1, from, king), then)) continue;
            u64 points = settled(with_point(board.points, i, from), tier.own.index.alike, i);
            visit(QUIET, Board{seen(points, view.pieces, tier.parameters[ORDERS]), 0});
        }
    }
}
