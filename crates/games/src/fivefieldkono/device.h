// Five Field Kono: the twin of fivefieldkono.rs.
//
// Given by device.rs: BOARD and TURN_SHIFT, HOME, GOAL, STUCK (the code of a player without a move) and
// the DIAGONALS (upper ends of the steps, distance).

// The board turned by half a turn.
DEVICE u32 turned(u32 cells) { return reversed(cells) >> TURN_SHIFT; }

DEVICE u32 steps_along(u32 diagonal, u32 stones, u32 empty) {
    u32 found = 0;
    UNROLL for (u32 i = 0; i < 2; i++) {
        u32 distance = DIAGONALS[i][1];
        u32 ends = (stones & empty >> distance) | (empty & stones >> distance);
        if (i == diagonal) found = DIAGONALS[i][0] & ends;
    }
    return found;
}

DEVICE u32 primitive(const Tier &, const Tables &, const Board &board) {
    if (board.second == HOME) return TAG_LOSE;
    if (board.first == GOAL) return TAG_WIN;
    u32 empty = BOARD & ~(board.first | board.second);
    return steps_along(0, board.first, empty) | steps_along(1, board.first, empty) ? OPEN : STUCK;
}

// The steps of some stones, as the cells that they change.
struct Steps {
    u32 stones, empty;
    u32 upper, diagonal;

    DEVICE Steps(u32 stones, u32 empty)
        : stones(stones), empty(empty), upper(steps_along(0, stones, empty)), diagonal(0) {}

    DEVICE bool next(u32 &step) {
        if (!upper) {
            if (diagonal) return false;
            diagonal = 1;
            upper = steps_along(1, stones, empty);
            if (!upper) return false;
        }
        u32 cell = lowest_one(upper);
        upper ^= cell;
        step = cell | cell << (diagonal ? DIAGONALS[1][1] : DIAGONALS[0][1]);
        return true;
    }
};

// The board is turned once for all moves.
struct Children {
    Board opposite;
    Steps steps;

    DEVICE Children(const Tier &, const Tables &, const Board &board)
        : opposite{turned(board.second), turned(board.first)},
          steps(opposite.second, BOARD & ~(opposite.first | opposite.second)) {}

    DEVICE bool next(u32 &target, Board &child) {
        u32 step;
        if (!steps.next(step)) return false;
        target = 0;
        child.first = opposite.first;
        child.second = opposite.second ^ step;
        return true;
    }
};

// A step can be taken back.
struct Parents {
    Board opposite;
    Steps steps;

    DEVICE Parents(const Tier &, const Tables &, const Board &board)
        : opposite{turned(board.second), turned(board.first)},
          steps(opposite.first, BOARD & ~(opposite.first | opposite.second)) {}

    DEVICE bool next(u32 &target, Board &parent) {
        u32 step;
        if (!steps.next(step)) return false;
        target = 0;
        parent.first = opposite.first ^ step;
        parent.second = opposite.second;
        return true;
    }
};
