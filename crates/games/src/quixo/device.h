// Quixo: the twin of quixo.rs. Mine are the first kind, theirs the second.
//
// Given by device.rs: EDGE, STARTS and SHIFTS of the four directions, PUTTING. The game's tables have
// for every cell the slides that take a cube there, from PUTTING on those that put one there: the
// number of the first slide, and above sixteen bits how many there are. A slide is two words: the
// line, with the rotation that closes it above 26 bits, and the cell at the other end.

constexpr u32 OWN = 0, BLANK = 1;

DEVICE bool has_line(u32 cells) {
    u32 found = 0;
    UNROLL for (u32 i = 0; i < 4; i++) {
        u32 runs = cells;
        UNROLL for (u32 j = 0; j < 3; j++) runs &= runs >> SHIFTS[i][j];
        found |= runs & STARTS[i];
    }
    return found != 0;
}

DEVICE u32 primitive(const Tier &, const Tables &, const Board &board) {
    // A line of the player to move was made by the opponent: alone, or beside a line of their own.
    if (has_line(board.first)) return TAG_WIN;
    return has_line(board.second) ? TAG_LOSE : OPEN;
}

// The slides that start, or end, at the cells of a set.
struct Slides {
    const u32 *ends;
    const u32 *slides;
    u32 cells;
    u32 cell;
    u32 next_slide;
    u32 left;

    DEVICE Slides(const u32 *ends, const u32 *slides, u32 cells)
        : ends(ends), slides(slides), cells(cells), cell(0), next_slide(0), left(0) {}

    DEVICE bool next(u32 &line, u32 &by, u32 &other_end) {
        if (!left) {
            if (!cells) return false;
            cell = lowest_one(cells);
            cells ^= cell;
            u32 end = ends[trailing_zeros(cell)];
            next_slide = end & 0xffff;
            left = end >> 16;
        }
        left--;
        u32 slide = slides[2 * next_slide];
        other_end = slides[2 * next_slide + 1];
        next_slide++;
        line = slide & ((1u << 26) - 1);
        by = slide >> 26;
        return true;
    }
};

struct Children {
    Board board;
    Slides slides;

    DEVICE Children(const Tier &, const Tables &tables, const Board &board)
        : board(board), slides(tables.game, tables.game + SLIDES, EDGE & ~board.second) {}

    DEVICE bool next(u32 &target, Board &child) {
        u32 line, by, to;
        if (!slides.next(line, by, to)) return false;
        u32 moving = line & ~slides.cell;
        child.first = (board.second & ~line) | rotate_right(board.second & moving, by);
        child.second = (board.first & ~line) | rotate_right(board.first & moving, by) | to;
        child.label = 0;
        target = board.first & slides.cell ? OWN : BLANK;
        return true;
    }
};

// Only slides of the mover's own cube stay inside a unit.
struct Parents {
    Board board;
    Slides slides;

    // A player without marks can only take blanks: no way back to the tier before.
    DEVICE Parents(const Tier &, const Tables &tables, const Board &board)
        : board(board), slides(tables.game + PUTTING, tables.game + SLIDES,
                               board.first ? EDGE & board.second : 0) {}

    DEVICE bool next(u32 &target, Board &parent) {
        u32 line, by, from;
        if (!slides.next(line, by, from)) return false;
        u32 moving = line & ~slides.cell;
        parent.first = (board.second & ~line) | rotate_right(board.second & moving, by) | from;
        parent.second = (board.first & ~line) | rotate_right(board.first & moving, by);
        parent.label = 0;
        target = OWN;
        return true;
    }
};
