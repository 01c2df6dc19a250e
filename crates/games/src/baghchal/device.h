// Bagh-Chal: the twin of board.rs and baghchal.rs. Goats are the first kind, tigers the second.
//
// Given by device.rs: POINTS and the DIRECTIONS (distance, points joined with the one at that distance
// above, points from which a jump leads to the one at twice that distance above).

// A tier's parameters.
constexpr u32 TIGERS_TO_MOVE = 0, PLACES = 1, IS_WON = 2, IS_LOOPY = 3;
// Where moves lead.
constexpr u32 PLACED = 0, SLID = 1, JUMPED = 2;

DEVICE u32 slides_over(u32 direction, u32 pieces, u32 free) {
    u32 found = 0;
    UNROLL for (u32 i = 0; i < 4; i++) {
        u32 distance = DIRECTIONS[i][0];
        u32 ends = (pieces & free >> distance) | (free & pieces >> distance);
        if (i == direction) found = DIRECTIONS[i][1] & ends;
    }
    return found;
}

DEVICE u32 jumps_over(u32 direction, u32 tigers, u32 goats, u32 free) {
    u32 found = 0;
    UNROLL for (u32 i = 0; i < 4; i++) {
        u32 distance = DIRECTIONS[i][0], twice = 2 * distance;
        u32 ends = (tigers & free >> twice) | (free & tigers >> twice);
        if (i == direction) found = DIRECTIONS[i][2] & goats >> distance & ends;
    }
    return found;
}

DEVICE u32 distance_of(u32 direction) {
    u32 distance = 0;
    UNROLL for (u32 i = 0; i < 4; i++) {
        if (i == direction) distance = DIRECTIONS[i][0];
    }
    return distance;
}

DEVICE u32 primitive(const Tier &tier, const Tables &, const Board &board) {
    u32 free = POINTS & ~(board.first | board.second), can_move = 0;
    u32 tigers_move = tier.parameters[TIGERS_TO_MOVE];
    u32 pieces = tigers_move ? board.second : board.first;
    UNROLL for (u32 i = 0; i < 4; i++) {
        can_move |= slides_over(i, pieces, free);
        if (tigers_move) can_move |= jumps_over(i, board.second, board.first, free);
    }
    if (!tigers_move) {
        if (tier.parameters[IS_WON]) return TAG_LOSE;
        if (tier.parameters[PLACES]) return OPEN;
    }
    return can_move ? OPEN : TAG_LOSE;
}

struct Children {
    Board board;
    u32 free, tigers_move, kind;
    // What is left of the direction at hand: points to place on, or the lower ends of steps.
    u32 points;
    u32 direction, distance;

    DEVICE Children(const Tier &tier, const Tables &, const Board &board)
        : board(board), free(POINTS & ~(board.first | board.second)),
          tigers_move(tier.parameters[TIGERS_TO_MOVE]), kind(SLID), points(0), direction(0),
          distance(0) {
        if (!tigers_move && tier.parameters[PLACES]) {
            kind = PLACED;
            points = free;
        }
    }

    DEVICE bool next(u32 &target, Board &child) {
        while (!points) {
            if (kind == PLACED) return false;
            if (direction == 4) {
                if (kind == JUMPED || !tigers_move) return false;
                kind = JUMPED;
                direction = 0;
            }
            u32 pieces = tigers_move ? board.second : board.first;
            points = kind == SLID ? slides_over(direction, pieces, free)
                                  : jumps_over(direction, board.second, board.first, free);
            distance = distance_of(direction);
            direction++;
        }
        u32 point = lowest_one(points);
        points ^= point;
        target = kind;
        child = board;
        if (kind == PLACED) {
            child.first |= point;
        } else if (kind == JUMPED) {
            child.second ^= point | point << 2 * distance;
            child.first ^= point << distance;
        } else {
            u32 step = point | point << distance;
            if (tigers_move) child.second ^= step;
            else child.first ^= step;
        }
        return true;
    }
};

// Slides of the side that is not to move, undone: a slide backwards is a slide.
struct Parents {
    Board board;
    u32 free, tigers_moved;
    u32 points;
    u32 direction, distance;

    DEVICE Parents(const Tier &tier, const Tables &, const Board &board)
        : board(board), free(POINTS & ~(board.first | board.second)),
          tigers_moved(!tier.parameters[TIGERS_TO_MOVE]), points(0),
          direction(tier.parameters[IS_LOOPY] ? 0 : 4), distance(0) {}

    DEVICE bool next(u32 &target, Board &parent) {
        while (!points) {
            if (direction == 4) return false;
            points = slides_over(direction, tigers_moved ? board.second : board.first, free);
            distance = distance_of(direction);
            direction++;
        }
        u32 point = lowest_one(points);
        points ^= point;
        target = SLID;
        parent = board;
        u32 step = point | point << distance;
        if (tigers_moved) parent.second ^= step;
        else parent.first ^= step;
        return true;
    }
};
