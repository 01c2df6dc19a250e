// The moves of an explored game, from its lists.

DEVICE u32 primitive(const Tier &tier, const Tables &, const Board &board) {
    return read_table(tier.own.index.ends + board.number);
}

// The positions of a list that belong to one position.
struct Listed {
    const u32 *list;
    u32 at, end;

    DEVICE Listed(const u32 *begins, const u32 *list, const Board &board)
        : list(list), at(read_table(begins + board.number)),
          end(read_table(begins + board.number + 1)) {}

    DEVICE bool next(u32 &target, Board &found) {
        if (at == end) return false;
        target = 0;
        found.number = read_table(list + at++);
        return true;
    }
};

struct Children : Listed {
    DEVICE Children(const Tier &tier, const Tables &, const Board &board)
        : Listed(tier.own.index.begins, tier.own.index.children, board) {}
};

struct Parents : Listed {
    DEVICE Parents(const Tier &tier, const Tables &, const Board &board)
        : Listed(tier.own.index.parent_begins, tier.own.index.parents, board) {}
};
