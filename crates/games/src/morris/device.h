// The morris family: the twin of board.rs and morris.rs. Mine are the first kind, theirs the second.
//
// Given by device.rs: POINTS, the JOINS (lower points and distance), the MILLS, TAKES_ANY and
// FULL_BOARD, the code of a board without a free point.

// A tier's parameters.
constexpr u32 TOO_FEW = 0, PLACES = 1, WALKS = 2, THEY_WALKED = 3;
// How stones on the board go.
constexpr u32 SLIDE = 1, FLY = 2;
// Where moves lead; with a capture, one more.
constexpr u32 PLACED = 0, WALKED = 2;

DEVICE u32 slides_over(u32 lower, u32 distance, u32 stones, u32 free) {
    return lower & ((stones & free >> distance) | (free & stones >> distance));
}

DEVICE u32 in_mills(u32 stones) {
    u32 points = 0;
    UNROLL for (u32 i = 0; i < MILL_COUNT; i++) {
        if ((stones & MILLS[i]) == MILLS[i]) points |= MILLS[i];
    }
    return points;
}

// The points that lack only one stone to complete a mill.
DEVICE u32 completions(u32 stones) {
    u32 points = 0;
    UNROLL for (u32 i = 0; i < MILL_COUNT; i++) {
        u32 missing = MILLS[i] & ~stones;
        if (!(missing & (missing - 1))) points |= missing;
    }
    return points;
}

DEVICE bool is_in_mill(u32 stones, u32 point) {
    bool is_in = false;
    UNROLL for (u32 i = 0; i < MILL_COUNT; i++) {
        is_in |= MILLS[i] & point && (stones & MILLS[i]) == MILLS[i];
    }
    return is_in;
}

DEVICE u32 removable(u32 stones) {
    u32 loose = stones & ~in_mills(stones);
    return !loose || TAKES_ANY ? stones : loose;
}

DEVICE u32 primitive(const Tier &tier, const Tables &, const Board &board) {
    if (tier.parameters[TOO_FEW]) return TAG_LOSE;
    u32 free = POINTS & ~(board.first | board.second);
    if (!free) return FULL_BOARD;
    if (tier.parameters[PLACES] || tier.parameters[WALKS] == FLY) return OPEN;
    u32 slides = 0;
    UNROLL for (u32 i = 0; i < JOIN_COUNT; i++) {
        slides |= slides_over(JOINS[i][0], JOINS[i][1], board.first, free);
    }
    return slides ? OPEN : TAG_LOSE;
}

// The ways in which stones get to free points: first from the hand, then over the board.
struct Steps {
    u32 stones, free, walks;
    // The steps at hand: lower points of slides over one distance, or the points to get to.
    u32 points;
    u32 distance, from;
    // Joins that were gone through.
    u32 joins;

    DEVICE Steps(u32 stones, u32 free, u32 places, u32 walks)
        : stones(stones), free(free), walks(walks), points(places ? free : 0), distance(0), from(0),
          joins(0) {}

    // The points that change, and the point that is entered; `from` and `distance` are zero for a
    // stone from the hand.
    DEVICE bool next(u32 &step, u32 &to) {
        while (!points) {
            if (walks == SLIDE) {
                if (joins == JOIN_COUNT) return false;
                u32 lower = 0;
                UNROLL for (u32 i = 0; i < JOIN_COUNT; i++) {
                    if (i == joins) {
                        lower = JOINS[i][0];
                        distance = JOINS[i][1];
                    }
                }
                points = slides_over(lower, distance, stones, free);
                joins++;
            } else if (walks == FLY && stones) {
                from = lowest_one(stones);
                stones ^= from;
                points = free;
            } else {
                return false;
            }
        }
        u32 point = lowest_one(points);
        points ^= point;
        step = distance ? point | point << distance : point | from;
        to = step & free;
        return true;
    }
};

struct Children {
    Board board;
    Steps steps;
    u32 closing, takeable;
    // Captures that are left of a step that closes a mill.
    u32 captures;
    u32 after;
    u32 kind;

    DEVICE Children(const Tier &tier, const Tables &, const Board &board)
        : board(board), steps(board.first, POINTS & ~(board.first | board.second),
                              tier.parameters[PLACES], tier.parameters[WALKS]),
          closing(completions(board.first)), takeable(removable(board.second)), captures(0),
          after(0), kind(0) {}

    DEVICE bool next(u32 &target, Board &child) {
        child.label = 0;
        if (!captures) {
            u32 step, to;
            if (!steps.next(step, to)) return false;
            after = board.first ^ step;
            kind = steps.distance | steps.from ? WALKED : PLACED;
            if (to & closing && is_in_mill(after, to)) captures = takeable;
            if (!captures) {
                target = kind;
                child.first = board.second;
                child.second = after;
                return true;
            }
        }
        u32 taken = lowest_one(captures);
        captures ^= taken;
        target = kind + 1;
        child.first = board.second ^ taken;
        child.second = after;
        return true;
    }
};

// Slides and flights that close no mill, undone.
struct Parents {
    Board board;
    Steps steps;

    DEVICE Parents(const Tier &tier, const Tables &, const Board &board)
        : board(board), steps(board.second & ~in_mills(board.second),
                              POINTS & ~(board.first | board.second), 0,
                              tier.parameters[THEY_WALKED]) {}

    DEVICE bool next(u32 &target, Board &parent) {
        u32 step, to;
        if (!steps.next(step, to)) return false;
        target = WALKED;
        parent.first = board.second ^ step;
        parent.second = board.first;
        parent.label = 0;
        return true;
    }
};
