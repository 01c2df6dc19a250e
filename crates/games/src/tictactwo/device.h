// Tic-Tac-Two: the twin of tictactwo.rs. Mine are the first kind, theirs the second, and the label is
// the frame's place.
//
// Given by device.rs: LINE_COUNT, FRAME_WORDS. The game's tables have for every place of the frame the
// cells inside, the places that one move takes it to, and the lines inside.

// A tier's parameters.
constexpr u32 MAY_PLACE = 0, MAY_MOVE = 1;
// Where moves lead.
constexpr u32 PLACED = 0, MOVED = 1;

DEVICE const u32 *frame_at(const Tables &tables, u32 place) {
    return tables.game + place * FRAME_WORDS;
}

DEVICE u32 primitive(const Tier &, const Tables &tables, const Board &board) {
    const u32 *lines = frame_at(tables, board.label) + 2;
    bool mine = false, theirs = false;
    UNROLL for (u32 i = 0; i < LINE_COUNT; i++) {
        u32 line = lines[i];
        mine |= (board.first & line) == line;
        theirs |= (board.second & line) == line;
    }
    if (mine) return theirs ? TAG_TIE : TAG_WIN;
    return theirs ? TAG_LOSE : OPEN;
}

// Marks that go from some cells to others, then frames that go from place to place.
struct Goings {
    u32 marks, cells, places;
    u32 from, to;

    DEVICE Goings(u32 marks, u32 cells, u32 places)
        : marks(marks), cells(cells), places(places), from(0), to(0) {}

    // The cells that change, or nothing and the place of the frame.
    DEVICE bool next(u32 &step, u32 &place) {
        while (!to && marks && cells) {
            from = lowest_one(marks);
            marks ^= from;
            to = cells;
        }
        step = 0;
        if (to) {
            u32 cell = lowest_one(to);
            to ^= cell;
            step = from | cell;
            return true;
        }
        if (!places) return false;
        place = trailing_zeros(places);
        places &= places - 1;
        return true;
    }
};

struct Children {
    Board board;
    u32 placing;
    Goings goings;

    DEVICE Children(const Tier &tier, const Tables &tables, const Board &board)
        : board(board), placing(0), goings(0, 0, 0) {
        const u32 *frame = frame_at(tables, board.label);
        u32 open = frame[0] & ~(board.first | board.second);
        if (tier.parameters[MAY_PLACE]) placing = open;
        if (tier.parameters[MAY_MOVE]) goings = Goings(board.first, open, frame[1]);
    }

    DEVICE bool next(u32 &target, Board &child) {
        u32 step = 0;
        child.first = board.second;
        child.label = board.label;
        if (placing) {
            step = lowest_one(placing);
            placing ^= step;
            target = PLACED;
        } else {
            if (!goings.next(step, child.label)) return false;
            target = MOVED;
        }
        child.second = board.first ^ step;
        return true;
    }
};

// A mark that was moved is now inside the frame and came from anywhere; a frame that was moved came
// from beside. Placements leave the unit.
struct Parents {
    Board board;
    Goings goings;

    DEVICE Parents(const Tier &tier, const Tables &tables, const Board &board)
        : board(board), goings(0, 0, 0) {
        const u32 *frame = frame_at(tables, board.label);
        if (tier.parameters[MAY_MOVE]) {
            goings = Goings(board.second & frame[0], BOARD_MASK & ~(board.first | board.second),
                            frame[1]);
        }
    }

    DEVICE bool next(u32 &target, Board &parent) {
        u32 step;
        parent.label = board.label;
        if (!goings.next(step, parent.label)) return false;
        target = MOVED;
        parent.first = board.second ^ step;
        parent.second = board.first;
        return true;
    }
};
