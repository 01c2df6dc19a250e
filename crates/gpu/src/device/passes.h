// The passes over a unit, one kernel each, for every game.
//
// The algorithm and the state of a slot are those of hindsight_solve's retrograde.rs, slot for slot;
// its page explains both. What differs is who finds the work: a block takes chunks of slots, lists
// those that are due in shared memory until there is something for every thread, and then all of its
// threads work on the list, so that no thread waits beside one that has found something.
//
// All writers of one kernel write the same value into a slot, or subtract from it, so plain accesses
// suffice. Counts are sixteen bits wide and are subtracted from the word that has two of them: they
// are exact, so that no borrow gets to the neighbour.

struct Batch {
    u32 chunks;
    u32 slots;
    // Of the chunks in which something is due: their places in the group, and what is known about
    // the first slot of each.
    u16 chunk_offsets[THREADS];
    u32 first_classes[THREADS];
    u32 first_ranks[THREADS];
    // Slots that are due: the number of the chunk above twelve bits of offset.
    u32 entries[CHUNK + THREADS];
};

// Where the tables are, and what brings them there: all threads of a block, before the first look.
#ifdef __CUDACC__
extern __shared__ u32 fast_words[];
DEVICE Tables tables_of(const Launch &) { return Tables{fast_words, fast_words + GAME_TABLES, 0, 0}; }
DEVICE void load_tables(const Launch &launch) {
    for (u32 i = threadIdx.x; i < TABLE_WORDS; i += blockDim.x) fast_words[i] = launch.tables[i];
    barrier();
}
#else
DEVICE Tables tables_of(const Launch &launch) {
    return Tables{launch.tables, launch.tables + GAME_TABLES, 0, 0};
}
DEVICE void load_tables(const Launch &) {}
#endif

// A slot elsewhere, counted where a profile is made.
DEVICE u64 look_up(const Tables &tables, const Index &index, const Board &board, u32 &stabiliser) {
#ifdef PROFILE
    tables.looked_up++;
#endif
    return locate(tables, index, board, stabiliser);
}

// Tells a profile what this thread looked up and changed.
DEVICE void tell(const Launch &launch, const Tables &tables) {
#ifdef PROFILE
    if (!launch.looks) return;
    if (tables.looked_up) atomicAdd(&launch.looks[0], (u64)tables.looked_up);
    if (tables.changed) atomicAdd(&launch.looks[1], (u64)tables.changed);
#else
    (void)launch, (void)tables;
#endif
}

#ifndef OWN_VISITS

// Calls `visit(target, child)` for every child, until it returns false.
template <class Visit>
DEVICE void each_child(const Tier &tier, const Tables &tables, const Board &board, Visit visit) {
    Children children(tier, tables, board);
    u32 target;
    Board child;
    while (children.next(target, child) && visit(target, child)) {
    }
}

// The same for those outside the unit only; counts the others as far as it comes.
template <class Visit>
DEVICE void each_exit(const Tier &tier, const Tables &tables, const Board &board, u32 &inside,
                      Visit visit) {
    Children children(tier, tables, board);
    u32 target;
    Board child;
    bool found;
    do {
        found = children.next(target, child);
        while (found && tier.targets[target].is_inside) {
            inside++;
            found = children.next(target, child);
        }
    } while (found && visit(target, child));
}

// Calls `visit(target, parent)` for every parent.
template <class Visit>
DEVICE void each_parent(const Tier &tier, const Tables &tables, const Board &board, Visit visit) {
    Parents parents(tier, tables, board);
    u32 target;
    Board parent;
    while (parents.next(target, parent)) visit(target, parent);
}

#endif

DEVICE void trouble(const Launch &launch, u32 what, u64 slot) {
    // The least slot is reported, whichever thread comes first.
    atomicMax(&launch.report->trouble, what);
    atomicMin(&launch.report->trouble_slot, slot);
}

// Which chunks something is due in: those that have one of `bits` in the word `word` of their due words; all
// where no bits are given.
struct DueBits {
    u32 word;
    u64 bits;
    bool clears;

    DEVICE bool is_due(u64 *words) const {
        if (bits && !(words[word] & bits)) return false;
        if (clears) words[word] = 0;
        return true;
    }
    DEVICE void meet(u32) {}
    DEVICE void leave(u64 *) {}
};

// Calls `work(chunk, offset)` for every slot whose state is wanted, in the chunks that are due. Loads the
// tables when there is something to do: in most levels there is nothing for most blocks. What is due meets
// the states of all slots of such a chunk, and is told when a thread leaves it.
template <class State, class Due, class Wanted, class Work>
DEVICE void walk_due(const Launch &launch, const State *all_states, Due due, Wanted wanted,
                     Work work) {
    SHARED Batch batch;
    const Tier &tier = launch.tier;
    u64 chunks = (tier.slots + CHUNK - 1) / CHUNK;
    // Many chunks at a time where there are many, so that looking for due ones is cheap; few where
    // there are few, so that every block gets some.
    u64 share = chunks / (4 * (u64)gridDim.x);
    u32 group = share < 1 ? 1 : share > THREADS ? THREADS : (u32)share;
    bool is_loaded = false;
    for (u64 base = (u64)blockIdx.x * group; base < chunks; base += (u64)gridDim.x * group) {
        if (threadIdx.x == 0) batch.chunks = 0;
        barrier();
        for (u32 i = threadIdx.x; i < group && base + i < chunks; i += blockDim.x) {
            if (due.is_due(tier.own.due + (base + i) * 4)) {
                batch.chunk_offsets[atomicAdd(&batch.chunks, 1u)] = (u16)i;
            }
        }
        if (threadIdx.x == 0) batch.slots = 0;
        barrier();
        u32 found = batch.chunks;
        if (found && !is_loaded) {
            load_tables(launch);
            is_loaded = true;
        }
        for (u32 c = 0; c < found; c++) {
            Chunk chunk = chunk_of(tier, base + batch.chunk_offsets[c]);
            if (threadIdx.x == 0) {
                batch.first_classes[c] = chunk.first_class;
                batch.first_ranks[c] = chunk.first_rank;
            }
            const State *states = all_states + chunk.first;
            for (u32 i = threadIdx.x * 8; i < chunk.length; i += blockDim.x * 8) {
                // Arrays are padded to whole chunks and aligned.
                struct alignas(8 * sizeof(State)) Eight {
                    State states[8];
                } eight = *(const Eight *)(states + i);
                u32 count = 0;
                UNROLL for (u32 j = 0; j < 8; j++) {
                    count += i + j < chunk.length && wanted(eight.states[j]);
                    if (i + j < chunk.length) due.meet(eight.states[j]);
                }
                if (!count) continue;
                u32 at = atomicAdd(&batch.slots, count);
                UNROLL for (u32 j = 0; j < 8; j++) {
                    if (i + j < chunk.length && wanted(eight.states[j])) {
                        batch.entries[at++] = c << 12 | (i + j);
                    }
                }
            }
            due.leave(tier.own.due + chunk.first / CHUNK * 4);
            barrier();
            u32 slots = batch.slots;
            barrier();
            // A few slots of one chunk would leave most threads idle: wait for those of the next.
            if (slots < THREADS && c + 1 < found) continue;
            if (threadIdx.x == 0) batch.slots = 0;
            for (u32 k = threadIdx.x; k < slots; k += blockDim.x) {
                u32 of = batch.entries[k] >> 12;
                chunk.first = (base + batch.chunk_offsets[of]) * CHUNK;
                chunk.first_class = batch.first_classes[of];
                chunk.first_rank = batch.first_ranks[of];
                work(chunk, batch.entries[k] & (CHUNK - 1));
            }
            barrier();
        }
        barrier();
    }
}

template <class State, class Wanted, class Work>
DEVICE void walk(const Launch &launch, const State *all_states, u32 word, u64 bits, bool clears,
                 Wanted wanted, Work work) {
    walk_due(launch, all_states, DueBits{word, bits, clears}, wanted, work);
}

// Notes that a slot got a decided state.
DEVICE void note(const Launch &launch, const Table &table, u64 slot, u32 code) {
    u32 tag = code >> 14, remoteness = code & ~TAG_MASK;
    u64 *due = table.due + slot / CHUNK * 4 + tag;
    u64 bit = 1ull << (remoteness & 63);
    // Mostly the bit is there already: reading is cheaper.
    if (!(*(volatile u64 *)due & bit)) atomicOr(due, bit);
    u32 *deepest = code >> 14 == TAG_TIE >> 14 ? &launch.report->deepest_tie
                                               : &launch.report->deepest;
    if (*(volatile u32 *)deepest < remoteness) atomicMax(deepest, remoteness);
}

DEVICE void decide(const Launch &launch, const Table &table, u64 slot, u32 code) {
    table.values[slot] = (u16)code;
    note(launch, table, slot, code);
}

// What a move to a child is worth to the mover: grows with the worth, as hindsight_solve::Worth.
DEVICE u32 worth_of_child(u32 code) {
    u32 remoteness = code & ~TAG_MASK;
    switch (code & TAG_MASK) {
    case TAG_WIN: return remoteness + 2;
    case TAG_TIE: return 0x8000 - (remoteness + 1);
    case TAG_DRAW: return 0x4000;
    default: return code == HOLE ? 0 : 0xffff - (remoteness + 1);
    }
}

constexpr u32 WORTH_NOTHING = 0, WORTH_DRAW = 0x4000, WORTH_WIN_IN_1 = 0xfffe;

DEVICE u32 code_of_worth(u32 worth) {
    if (worth < WORTH_DRAW) return TAG_LOSE | (worth - 1);
    if (worth == WORTH_DRAW) return TAG_DRAW;
    if (worth <= 0x8000) return TAG_TIE | (0x8000 - worth);
    return TAG_WIN | (0xffff - worth);
}

struct Exits {
    u32 best;
    u32 inside;
};

// The worth of the best move that leaves the unit, and the number of those that do not.
DEVICE Exits find_exits(const Launch &launch, const Tables &tables, const Board &board, u64 slot) {
    const Tier &tier = launch.tier;
    Exits exits = {WORTH_NOTHING, 0};
    each_exit(tier, tables, board, exits.inside, [&](u32 target, const Board &child) {
        const Table &table = tier.targets[target];
        if (!table.is_known) {
            trouble(launch, UNKNOWN_TIER, slot);
            return false;
        }
        u32 stabiliser;
        u64 at = look_up(tables, table.index, child, stabiliser);
        exits.best = larger(exits.best, worth_of_child(read_once(table.values + at)));
        // Nothing is better than to win at once.
        return exits.best != WORTH_WIN_IN_1;
    });
    return exits;
}

// Finds holes and positions at which the game is over; the others are open.
KERNEL overs(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    load_tables(launch);
    const Tier &tier = launch.tier;
    u64 chunks = (tier.slots + CHUNK - 1) / CHUNK;
    for (u64 number = blockIdx.x; number < chunks; number += gridDim.x) {
        Chunk chunk = chunk_of(tier, number);
        for (u32 offset = threadIdx.x; offset < chunk.length; offset += blockDim.x) {
            Board board;
            u32 stabiliser;
            u64 slot = chunk.first + offset;
            u32 state = HOLE;
            if (decode(tables, tier.own.index, chunk, offset, board, stabiliser)) {
                state = primitive(tier, tables, board);
                if (state != OPEN) note(launch, tier.own, slot, state);
            }
            tier.own.values[slot] = (u16)state;
        }
    }
}

// Gives every slot that is still open its best exit and its count of inside moves.
KERNEL exits(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    walk(launch, tier.own.values, 0, 0, false, [&](u32 state) { return state == OPEN; },
         [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser;
        u64 slot = chunk.first + offset;
        decode(tables, tier.own.index, chunk, offset, board, stabiliser);
        Exits exits = find_exits(launch, tables, board, slot);
        if (exits.inside * ORDER > launch.count_mask && exits.best != WORTH_WIN_IN_1) {
            trouble(launch, TOO_MANY_INSIDE, slot);
        }
        if (exits.best == WORTH_NOTHING && exits.inside == 0) trouble(launch, NO_MOVES, slot);
        if (exits.best < WORTH_DRAW && exits.inside > 0) {
            // Every exit loses: what decides is whether the inside moves all do. The worth of a lose
            // is two more than the remoteness of the exit's win.
            u32 worst = exits.best == WORTH_NOTHING ? 0 : exits.best - 2;
            if (launch.worst_halved && worst && worst % 2 == 0) trouble(launch, EVEN_WIN, slot);
            u32 kept = smaller((worst + launch.worst_halved) >> launch.worst_halved, launch.worst_max);
            u32 state = TAG_DRAW | kept << launch.worst_shift | exits.inside * ORDER;
            tier.own.values[slot] = (u16)state;
        } else if (exits.best == WORTH_DRAW) {
            tier.own.values[slot] = TAG_DRAW;
        } else if (exits.best != WORTH_NOTHING) {
            decide(launch, tier.own, slot, code_of_worth(exits.best));
        }
    });
    tell(launch, tables);
}

// Calls `work(table, slot, weight)` for the inside parents of the slots with the code `code`; it tells
// whether the parent changed.
template <class Work> DEVICE void visit_parents(const Launch &launch, u32 code, Work work) {
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    walk(launch, tier.own.values, code >> 14, 1ull << (launch.level & 63), false,
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

// The parents of loses win one ply later, if that is sooner than what they have.
KERNEL loses(PARAMETER Launch launch) {
    u32 win = TAG_WIN | (launch.level + 1);
    visit_parents(launch, TAG_LOSE | launch.level, [&](const Table &table, u64 slot, u32) {
        u32 state = read_value(table.values + slot);
        bool improves = state < TAG_LOSE && state != TAG_TIE && state > win;
        if (improves) decide(launch, table, slot, win);
        return improves;
    });
}

// Wins take their share off the counts of their parents; at zero the parent is lost.
KERNEL wins(PARAMETER Launch launch) {
    visit_parents(launch, TAG_WIN | launch.level, [&](const Table &table, u64 slot, u32 weight) {
        u32 state = read_value(table.values + slot);
        if ((state & TAG_MASK) != TAG_DRAW || !(state & launch.count_mask)) return false;
        u32 shift = slot & 1 ? 16 : 0;
        u32 *two = (u32 *)(table.values + (slot & ~1ull));
        u32 before = atomicSub(two, weight << shift) >> shift & 0xffff;
        u32 count = before & launch.count_mask;
        if (count > weight) return true;
        if (count < weight) {
            trouble(launch, TOO_MANY_UNMOVES, slot);
            return true;
        }
        u32 kept = (before & ~TAG_MASK) >> launch.worst_shift;
        if (kept == launch.worst_max) {
            *(volatile u64 *)(table.due + slot / CHUNK * 4 + (TAG_DRAW >> 14)) = 1;
        } else {
            u32 halved = launch.worst_halved;
            u32 worst = larger(kept << halved, halved) - halved;
            decide(launch, table, slot, TAG_LOSE | (larger(worst, launch.level) + 1));
        }
        return true;
    });
}

// Loses whose worst exit did not fit their state: the exits are looked at again.
KERNEL recheck_exits(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    u32 wanted = TAG_DRAW | launch.worst_max << launch.worst_shift;
    walk(launch, tier.own.values, TAG_DRAW >> 14, ~0ull, true,
         [&](u32 state) { return state == wanted; },
         [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser;
        u64 slot = chunk.first + offset;
        decode(tables, tier.own.index, chunk, offset, board, stabiliser);
        u32 best = find_exits(launch, tables, board, slot).best;
        u32 worst = best > WORTH_NOTHING && best < WORTH_DRAW ? best - 2 : launch.worst_max;
        decide(launch, tier.own, slot, TAG_LOSE | (larger(worst, launch.level) + 1));
    });
    tell(launch, tables);
}

// The parents of ties tie one ply later, if that is better than what they have.
KERNEL ties(PARAMETER Launch launch) {
    u32 tie = TAG_TIE | (launch.level + 1);
    visit_parents(launch, TAG_TIE | launch.level, [&](const Table &table, u64 slot, u32) {
        u32 state = read_value(table.values + slot);
        bool improves = state < TAG_LOSE && state > tie;
        if (improves) decide(launch, table, slot, tie);
        return improves;
    });
}

// What is left is drawn.
KERNEL draws(PARAMETER Launch launch) {
    u16 *values = launch.tier.own.values;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < launch.tier.slots; i += step) {
        u32 state = values[i];
        if ((state & TAG_MASK) == TAG_DRAW && state != TAG_DRAW) values[i] = TAG_DRAW;
    }
}

// Derives every value again from those of the moves, forwards only: none of the solver's counts,
// levels and un-moves.
KERNEL verify(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    u64 positions = 0, moves = 0;
    walk(launch, tier.own.values, 0, 0, false, [&](u32) { return true; },
         [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser;
        u64 slot = chunk.first + offset;
        if (!decode(tables, tier.own.index, chunk, offset, board, stabiliser)) return;
        positions++;
        u32 derived = primitive(tier, tables, board);
        if (derived == OPEN) {
            u32 best = WORTH_NOTHING;
            bool is_sound = true;
            each_child(tier, tables, board, [&](u32 target, const Board &child) {
                moves++;
                const Table &table = tier.targets[target];
                u32 worth = WORTH_NOTHING;
                if (table.is_known) {
                    u64 at = look_up(tables, table.index, child, stabiliser);
                    worth = worth_of_child(read_once(table.values + at));
                }
                if (worth == WORTH_NOTHING) {
                    trouble(launch, table.is_known ? NO_VALUE : UNKNOWN_TIER, slot);
                    is_sound = false;
                }
                best = larger(best, worth);
                return is_sound;
            });
            if (!is_sound) return;
            if (best == WORTH_NOTHING) return trouble(launch, NO_MOVES, slot);
            derived = code_of_worth(best);
        }
        if (derived != tier.own.values[slot]) trouble(launch, WRONG_VALUE, slot);
    });
    if (positions) atomicAdd(&launch.report->positions, positions);
    if (moves) atomicAdd(&launch.report->moves, moves);
    tell(launch, tables);
}

// Which positions the start leads to, as hindsight_solve's reach.rs has it: two bits for the turns
// that a slot is reached with, and above them two for those whose children have been visited.

// Adds bits to the mark of a slot, of which four share a word; what it was before.
DEVICE u32 mark(u8 *marks, u64 slot, u32 bits) {
    u32 shift = 8 * (u32)(slot & 3);
    return atomicOr((u32 *)(marks + (slot & ~3ull)), bits << shift) >> shift & 0xff;
}

DEVICE u32 news_of(u32 marked) { return marked & 3 & ~(marked >> 2); }

// Visits the children of all slots that are reached in a new way.
KERNEL reach(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    walk(launch, tier.own.marks, 0, ~0ull, true, [&](u32 marked) { return news_of(marked) != 0; },
         [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser;
        u64 slot = chunk.first + offset;
        // Only this thread visits the slot now; others may add turns, which are for the next time.
        u32 news = news_of(*(volatile u8 *)(tier.own.marks + slot));
        mark(tier.own.marks, slot, news << 2);
        if (!decode(tables, tier.own.index, chunk, offset, board, stabiliser)) return;
        if (primitive(tier, tables, board) != OPEN) return;
        u32 turns = launch.keeps_turn ? news : (news & 1) << 1 | news >> 1;
        each_child(tier, tables, board, [&](u32 target, const Board &child) {
            const Table &table = tier.targets[target];
            if (!table.marks) {
                trouble(launch, UNKNOWN_TIER, slot);
                return false;
            }
            u64 at = look_up(tables, table.index, child, stabiliser);
            if ((*(volatile u8 *)(table.marks + at) & turns) == turns) return true;
            mark(table.marks, at, turns);
            *(volatile u64 *)(table.due + at / CHUNK * 4) = 1;
            tables.changed++;
            if (table.is_inside) *(volatile u32 *)&launch.report->news = 1;
            return true;
        });
    });
    tell(launch, tables);
}

// Remotenesses that are counted in shared memory, for each tag.
constexpr u32 NEAR = 256;

// Counts the reached positions and their orbits by code: two numbers each. The level tells whether an
// orbit counts once for each turn. Where every slot was marked, holes lose their marks.
KERNEL count(PARAMETER Launch launch) {
    SHARED u32 near[4 * NEAR][2];
    Tables tables = tables_of(launch);
    const Tier &tier = launch.tier;
    for (u32 i = threadIdx.x; i < 4 * NEAR; i += blockDim.x) near[i][0] = near[i][1] = 0;
    barrier();
    walk(launch, tier.own.marks, 0, 0, false, [&](u32 marked) { return (marked & 3) != 0; },
         [&](const Chunk &chunk, u32 offset) {
        Board board;
        u32 stabiliser;
        u64 slot = chunk.first + offset;
        if (!decode(tables, tier.own.index, chunk, offset, board, stabiliser)) {
            tier.own.marks[slot] = 0;
            return;
        }
        u32 turns = count_ones(tier.own.marks[slot] & 3);
        u32 orbits = launch.level ? turns : 1;
        u32 code = tier.own.values[slot], remoteness = code & ~TAG_MASK;
        if (remoteness < NEAR) {
            u32 *bin = near[(code >> 14) * NEAR + remoteness];
            atomicAdd(&bin[0], ORDER / stabiliser * turns);
            atomicAdd(&bin[1], orbits);
        } else {
            atomicAdd(&launch.counts[2 * code], (u64)(ORDER / stabiliser * turns));
            atomicAdd(&launch.counts[2 * code + 1], (u64)orbits);
        }
    });
    barrier();
    for (u32 i = threadIdx.x; i < 4 * NEAR; i += blockDim.x) {
        u32 code = i / NEAR << 14 | i % NEAR;
        if (!near[i][1]) continue;
        atomicAdd(&launch.counts[2 * code], (u64)near[i][0]);
        atomicAdd(&launch.counts[2 * code + 1], (u64)near[i][1]);
    }
}

// Finds the first reached slot with a code, given as the level.
KERNEL find(PARAMETER Launch launch) {
    const Tier &tier = launch.tier;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < tier.slots; i += step) {
        if (tier.own.values[i] == launch.level && tier.own.marks[i] & 3) {
            // The slots that a thread has still to see come later. Where most slots have the code,
            // more than this would all wait for one address.
            atomicMin(&launch.report->trouble_slot, i);
            return;
        }
    }
}

DEVICE u64 mixed(u64 number) {
    number *= 0x9e3779b97f4a7c15ull;
    return (number ^ number >> 29) * 0xbf58476d1ce4e5b9ull;
}

// What the index and the header say about every slot, for a comparison with the rules: the stabiliser
// (0 for a hole) and the code; the number of children and of parents; and two sums over where they are.
KERNEL describe(PARAMETER Launch launch) {
    Tables tables = tables_of(launch);
    load_tables(launch);
    const Tier &tier = launch.tier;
    u64 chunks = (tier.slots + CHUNK - 1) / CHUNK;
    for (u64 number = blockIdx.x; number < chunks; number += gridDim.x) {
        Chunk chunk = chunk_of(tier, number);
        for (u32 offset = threadIdx.x; offset < chunk.length; offset += blockDim.x) {
            u64 *said = launch.counts + 4 * (chunk.first + offset);
            Board board;
            u32 stabiliser, theirs, children = 0, parents = 0;
            said[0] = said[1] = said[2] = said[3] = 0;
            if (!decode(tables, tier.own.index, chunk, offset, board, stabiliser)) continue;
            u32 code = primitive(tier, tables, board);
            said[0] = (u64)code << 32 | stabiliser;
            if (code == OPEN) {
                each_child(tier, tables, board, [&](u32 target, const Board &child) {
                    u64 at = locate(tables, tier.targets[target].index, child, theirs);
                    said[2] += mixed(at << 8 | theirs);
                    children++;
                    return true;
                });
            }
            each_parent(tier, tables, board, [&](u32 target, const Board &parent) {
                if (!tier.targets[target].is_inside) return;
                u64 at = locate(tables, tier.targets[target].index, parent, theirs);
                said[3] += mixed(at << 8 | theirs);
                parents++;
            });
            said[1] = (u64)parents << 32 | children;
        }
    }
}
