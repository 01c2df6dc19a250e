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
    Tables tables = tables_of(*launch);
    Chunk chunk = chunk_of(tier, slot / CHUNK);
    Board board;
    u32 stabiliser, other, inside = 0, exits = 0;
    *child_count = *parent_count = 0;
    if (!decode(tables, tier.own.index, chunk, slot % CHUNK, board, stabiliser)) return 0;
    if (locate(tables, tier.own.index, board, other) != slot || other != stabiliser) return 255;
    *code = primitive(tier, tables, board);
    if (*code == OPEN) {
        each_child(tier, tables, board, [&](u32 target, const Board &child) {
            u64 at = locate(tables, tier.targets[target].index, child, other);
            children[(*child_count)++] = Found{at, target, other};
            return true;
        });
        // Moves that are counted and those that are visited are all there are.
        each_exit(tier, tables, board, inside, [&](u32 target, const Board &child) {
            u64 at = locate(tables, tier.targets[target].index, child, other);
            bool is_known = false;
            for (u32 i = 0; i < *child_count; i++) {
                is_known |= children[i].slot == at && children[i].target == target;
            }
            exits += is_known;
            return true;
        });
        if (inside + exits != *child_count) return 254;
    }
    each_parent(tier, tables, board, [&](u32 target, const Board &parent) {
        u64 at = locate(tables, tier.targets[target].index, parent, other);
        parents[(*parent_count)++] = Found{at, target, other};
    });
    return stabiliser;
}

extern "C" u32 size_of_launch() { return sizeof(Launch); }
extern "C" u32 size_of_report() { return sizeof(Report); }
