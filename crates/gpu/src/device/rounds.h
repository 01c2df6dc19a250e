// Rounds: retrograde analysis of those draws of a unit that are still open, as hindsight_solve's draws/round.rs
// has it. Labels are numbered per unit; what a move is worth in a round is looked up in a list by the number of
// the label of where it leads, so that the kernels know nothing of levels or ranks.
//
// The state of a slot in a round is sixteen bits: a win or a loss with a time in the place of a remoteness, the
// count of moves to open draws that are left under the tag of a draw, or a hole for what is not open.
//
// Times are many, and few slots have each. The first of a chunk's due words is the next time that is due in it.
// Two more, for even times and for odd ones, tell the time just after one at which something of the chunk was
// decided: so nothing is lost when a chunk's next time is looked for while others decide.

constexpr u64 NEVER = ~0ull;
constexpr u32 WORTH_COUNTS = 0x8000, WORTH_SEED = 0xffff;

// The number of the label of a slot: 0 for what is no draw, 1 for what the player to move wins, 2 for an open
// draw.
DEVICE u32 number_of(u32 code) {
    switch (code & TAG_MASK) {
    case TAG_WIN: return 1;
    case TAG_DRAW: return 2 + (code & ~TAG_MASK);
    default: return 0;
    }
}

// Notes that a code was decided, or that there is something to do at a time, in a list with a bit for each.
DEVICE void see(const Launch &launch, u32 code) {
    u64 *word = launch.counts + code / 64;
    u64 bit = 1ull << (code & 63);
    if (!(*(volatile u64 *)word & bit)) atomicOr(word, bit);
}

DEVICE void expect(u64 *words, u64 time) {
    if (*(volatile u64 *)words > time) atomicMin(words, time);
}

DEVICE u64 *fresh(u64 *words, u32 time) { return words + (time & 1 ? 3 : 1); }

// Decides a slot at a time of the round, for a time that comes later.
DEVICE void decide_later(const Launch &launch, const Table &table, u64 slot, u32 code) {
    u32 soon = launch.level + 1;
    u64 *words = table.due + slot / CHUNK * 4;
    table.values[slot] = (u16)code;
    *(volatile u64 *)fresh(words, soon) = soon;
    see(launch, code);
    // The time just after this one has no outcome of its own to be seen by: a tie stands for it.
    see(launch, TAG_TIE | soon);
    if ((code & ~TAG_MASK) > soon) expect(words, code & ~TAG_MASK);
}

// Opens the draws of a tier whose values came from a table: these say nothing of holes, so that some look like
// draws.
KERNEL open_draws(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    walk(launch, launch.tier.own.labels, 0, 0, false,
         [&](u32 code) { return (code & TAG_MASK) == TAG_DRAW; },
         [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser;
        bool is_board = decode(tables, launch.tier.own.index, chunk, offset, board, stabiliser);
        launch.tier.own.labels[chunk.first + offset] = is_board ? TAG_DRAW : HOLE;
    });
}

// Gives every open draw the best of its moves and the count of those to open draws. Slots that are not open
// have been made holes.
KERNEL round_exits(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    walk(launch, tier.own.labels, 0, 0, false, [&](u32 code) { return code == TAG_DRAW; },
         [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser, best = WORTH_NOTHING, count = 0;
        u64 slot = chunk.first + offset;
        decode(tables, tier.own.index, chunk, offset, board, stabiliser);
        each_child(tier, tables, board, [&](u32 target, const Board &child) {
            const Table &table = tier.targets[target];
            if (!table.is_known) {
                trouble(launch, UNKNOWN_TIER, slot);
                return false;
            }
            u64 at = look_up(tables, table.index, child, stabiliser);
            u32 worth = table.worths[number_of(read_once(table.labels + at))];
            if (worth == WORTH_COUNTS) {
                count++;
            } else {
                best = larger(best, worth);
            }
            return best != WORTH_SEED;
        });
        if (count * ORDER > (u32)(u16)~TAG_MASK) trouble(launch, TOO_MANY_INSIDE, slot);
        u32 code;
        if (best == WORTH_SEED) {
            code = TAG_LOSE;
        } else if (best == WORTH_NOTHING && !count) {
            return trouble(launch, NO_MOVES, slot);
        } else if (best < WORTH_DRAW && count) {
            // Every exit loses: what decides is whether the inside moves all do.
            tier.own.worst[slot] = (u16)(best == WORTH_NOTHING ? 0 : best - 2);
            tier.own.values[slot] = (u16)(TAG_DRAW | count * ORDER);
            return;
        } else {
            code = code_of_worth(best);
        }
        tier.own.values[slot] = (u16)code;
        if (code == TAG_DRAW) return;
        see(launch, code);
        expect(tier.own.due + slot / CHUNK * 4, code & ~TAG_MASK);
    });
    tell(launch, tables);
}

// Which chunks something is due in at a time of a round. With `leaves`, looks for the next time, too.
struct DueTime {
    u32 now;
    bool leaves;
    u64 next;

    DEVICE bool is_due(u64 *words) const {
        bool due = words[0] <= now || *fresh(words, now) == now;
        if (due && leaves) words[0] = NEVER;
        return due;
    }
    DEVICE void meet(u32 state) {
        u32 tag = state & TAG_MASK, time = state & ~TAG_MASK;
        bool is_decided = tag == TAG_WIN || (tag == TAG_LOSE && state != HOLE);
        if (is_decided && time > now && time < next) next = time;
    }
    DEVICE void leave(u64 *words) {
        if (leaves && next != NEVER) expect(words, next);
        next = NEVER;
    }
};

// Calls `work(table, slot, weight)` for the inside parents of the slots with a code of this time.
template <class Work>
DEVICE void visit_round(const Launch &launch, u32 code, bool leaves, Work work) {
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    walk_due(launch, tier.own.values, DueTime{launch.level, leaves, NEVER},
             [&](u32 state) { return state == code; },
             [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser;
        decode(tables, tier.own.index, chunk, offset, board, stabiliser);
        u32 orbit = ORDER / stabiliser;
        each_parent(tier, tables, board, [&](u32 target, const Board &parent) {
            const Table &table = tier.targets[target];
            if (!table.is_inside) return;
            u64 slot = look_up(tables, table.index, parent, stabiliser);
            tables.changed += work(table, slot, orbit * stabiliser);
        });
    });
    tell(launch, tables);
}

// The parents of what loses now win just after, if that is sooner than what they have.
KERNEL round_loses(PARAMETER Launch launch) {
    u32 win = TAG_WIN | (launch.level + 1);
    visit_round(launch, TAG_LOSE | launch.level, false, [&](const Table &table, u64 slot, u32) {
        u32 state = read_value(table.values + slot);
        bool improves = state < TAG_LOSE && state > win;
        if (improves) decide_later(launch, table, slot, win);
        return improves;
    });
}

// What wins now takes its share off the counts of its parents; at zero the parent loses.
KERNEL round_wins(PARAMETER Launch launch) {
    visit_round(launch, TAG_WIN | launch.level, true, [&](const Table &table, u64 slot, u32 weight) {
        u32 state = read_value(table.values + slot);
        if ((state & TAG_MASK) != TAG_DRAW || state == TAG_DRAW) return false;
        u32 shift = slot & 1 ? 16 : 0;
        u32 *two = (u32 *)(table.values + (slot & ~1ull));
        u32 before = atomicSub(two, weight << shift) >> shift & 0xffff;
        u32 count = before & ~TAG_MASK;
        if (count > weight) return true;
        if (count < weight) {
            trouble(launch, TOO_MANY_UNMOVES, slot);
            return true;
        }
        u32 worst = table.worst[slot];
        decide_later(launch, table, slot, TAG_LOSE | (larger(worst, launch.level) + 1));
        return true;
    });
}

// Gives the open draws that the round decided their labels, from a list of numbers by codes, and tells whether
// others are left.
KERNEL label_draws(PARAMETER Launch launch) {
    const Table &own = launch.tier.own;
    u64 step = (u64)gridDim.x * blockDim.x;
    bool is_open = false;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < launch.tier.slots; i += step) {
        if (own.labels[i] != TAG_DRAW) continue;
        u32 number = own.worths[own.values[i]];
        is_open |= number == 2;
        own.labels[i] = (u16)(TAG_DRAW | (number - 2));
    }
    if (is_open) *(volatile u32 *)&launch.report->news = 1;
}

// Gives all draws that are still open the label with the number that is told as the level.
KERNEL close_draws(PARAMETER Launch launch) {
    u16 *labels = launch.tier.own.labels;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < launch.tier.slots; i += step) {
        if (labels[i] == TAG_DRAW) labels[i] = (u16)(TAG_DRAW | (launch.level - 2));
    }
}

// Derives every label again from those of the moves: none of the counts, times and un-moves of rounds. The lists
// have what labels are worth as numbers of 32 bits.
KERNEL verify_labels(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    u64 positions = 0, moves = 0;
    walk(launch, tier.own.labels, 0, 0, false,
         [&](u32 code) { return (code & TAG_MASK) == TAG_DRAW; },
         [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser, best = 0;
        u64 slot = chunk.first + offset;
        decode(tables, tier.own.index, chunk, offset, board, stabiliser);
        positions++;
        each_child(tier, tables, board, [&](u32 target, const Board &child) {
            moves++;
            const Table &table = tier.targets[target];
            if (!table.is_known) {
                trouble(launch, UNKNOWN_TIER, slot);
                return false;
            }
            u64 at = look_up(tables, table.index, child, stabiliser);
            best = larger(best, ((const u32 *)table.worths)[number_of(read_once(table.labels + at))]);
            return true;
        });
        u32 known = ((const u32 *)tier.own.worths)[number_of(tier.own.labels[slot])];
        if (best != known) trouble(launch, WRONG_LABEL, slot);
    });
    if (positions) atomicAdd(&launch.report->positions, positions);
    if (moves) atomicAdd(&launch.report->moves, moves);
    tell(launch, tables);
}
