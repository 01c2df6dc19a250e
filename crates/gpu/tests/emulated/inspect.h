// For tests on the processor: what the index and the game's header say about one slot.

struct Found {
    u64 slot;
    u32 target, stabiliser;
};

// The stabiliser of the position of a slot, 0 for a hole; its code if the game is over there, else
// OPEN; its children and its parents.
extern "C" u32 inspect(const Launch *launch, u64 slot, u32 *code, Found *children,
                       u32 *child_count, Found *parents, u32 *parent_count) {
    const Tier &tier = launch->tier;
    Tables tables = load_tables(*launch);
    Chunk chunk = chunk_of(tier, slot / CHUNK);
    Board board, found;
    u32 stabiliser, target, other;
    *child_count = *parent_count = 0;
    if (!decode(tables, tier.own.index, chunk, slot % CHUNK, board, stabiliser)) return 0;
    if (locate(tables, tier.own.index, board, other) != slot || other != stabiliser) return 255;
    *code = primitive(tier, tables, board);
    if (*code == OPEN) {
        Children each(tier, tables, board);
        while (each.next(target, found)) {
            u64 at = locate(tables, tier.targets[target].index, found, other);
            children[(*child_count)++] = Found{at, target, other};
        }
    }
    Parents each(tier, tables, board);
    while (each.next(target, found)) {
        u64 at = locate(tables, tier.targets[target].index, found, other);
        parents[(*parent_count)++] = Found{at, target, other};
    }
    return stabiliser;
}

extern "C" u32 size_of_launch() { return sizeof(Launch); }
extern "C" u32 size_of_report() { return sizeof(Report); }
