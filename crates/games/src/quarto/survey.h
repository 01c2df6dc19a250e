// Quarto's levels on a GPU: every board without a piece in hand, up to symmetry.
//
// The value of a board is the number of plies after which the game ends when both play well, or 0 for a
// tie. Who wins then follows from its parity: the game ends with a placement, and players place in turn.
// An even number is good for whoever has just placed, who in Quarto then hands over a piece. The value 1 is
// not kept: whether every piece that is left completes a line (in simple Quarto: any) is seen on the board.
//
// Where a move leads to does not depend on the arrangement, only on the sets of cells and pieces: a block
// of threads works on arrangements of one pair of sets, and what moves do to sets is found out once.

constexpr u32 COUNTERS = 20;
// The counters of boards with a winning line: with one that a single placement can have made, and others.
constexpr u32 LOST = 17, UNREACHABLE = 18;
constexpr u32 ALL_CELLS = (1u << CELLS) - 1, ALL_PIECES = (1u << PIECES) - 1;
struct LevelTable {
    u8 *values;
    const u32 *arrays[8];
    u32 numbers[8];
};

struct LevelLaunch {
    LevelTable own, next;
    const u32 *common[8];
    u64 *counts;
    u64 first_item, items;
};

// A set of cells with a set of pieces: see `LevelTables` in survey.rs.
struct Pair {
    u64 first_slot, first_item, order;
    u32 table, classes, own_symmetries, other_symmetries;
    u32 pivot;
    u32 rest;
    u32 sets;
    u32 fillings;
    u32 hands, unused;
    DEVICE bool by_pieces() const { return pivot >> 8 & 1; }
    DEVICE bool is_rigid() const { return pivot >> 9 & 1; }
};

// A class of fillings of a pivot.
struct Filling {
    u64 values;
    u32 weight, stabiliser, symmetries, unused;
};

// A byte for each line: rows, columns, diagonals.
struct alignas(16) Lines {
    u32 a, b, c, unused;
};

DEVICE u32 nibble(u64 word, u32 at) { return (u32)(word >> (4 * at)) & 15; }

struct Rules {
    u32 having[256];
    u32 reachable[32];
    u32 elsewhere[16 * 3];
    u32 orders[34];
    u32 factorials[16];
    Lines full;
    const Lines *nearly_full;
};

DEVICE void place(const Rules &rules, Lines &lines, u32 cell, u32 piece) {
    u32 values = (piece | (~piece & (PIECES - 1)) << 4) * 0x01010101u;
    const u32 *elsewhere = rules.elsewhere + 3 * cell;
    lines.a &= values | elsewhere[0];
    lines.b &= values | elsewhere[1];
    lines.c &= values | elsewhere[2];
}

// The pieces that complete a line.
DEVICE u32 dangerous(const Rules &rules, const Lines &lines, u32 occupied) {
    Lines open = rules.nearly_full[occupied];
    u32 values = (lines.a & open.a) | (lines.b & open.b) | (lines.c & open.c);
    values |= values >> 16;
    values |= values >> 8;
    return rules.having[values & 255];
}

DEVICE u32 nonzero_bytes(u32 word) {
    u32 tops = (((word & 0x7f7f7f7fu) + 0x7f7f7f7fu) | word) & 0x80808080u;
    return ((tops >> 7) * 0x01020408u) >> 24 & 15;
}

// The winning lines, a bit for each.
DEVICE u32 winning(const Rules &rules, const Lines &lines) {
    u32 a = lines.a & rules.full.a, b = lines.b & rules.full.b, c = lines.c & rules.full.c;
    if (!(a | b | c)) return 0;
    return nonzero_bytes(a) | nonzero_bytes(b) << 4 | nonzero_bytes(c) << 8;
}

// Larger is better for whoever chooses: soon after an even number of plies, a tie, late after an odd one.
DEVICE int merit(u32 value) { return !value ? 0 : value & 1 ? (int)value - 32 : 32 - (int)value; }
DEVICE u32 better(u32 a, u32 b) { return merit(a) >= merit(b) ? a : b; }
DEVICE u32 one_later(u32 value) { return value ? value + 1 : 0; }

struct Board {
    Lines lines;
    u32 occupied;
    u32 left;
};

// What all of a side's choices between pieces come to, given what each of them comes to after placing it
// well: in Quarto the piece is handed over, and the opponent places it.
DEVICE u32 chosen(u32 best, u32 placed) { return better(best, HANDED ? one_later(placed) : placed); }
DEVICE u32 of_choice(u32 best) { return HANDED ? best : one_later(best); }

template <u32 LEFT> DEVICE u32 searched(const Rules &rules, const Board &board);

// The best value of a board on which a piece was placed that completes no line.
template <u32 LEFT> DEVICE u32 searched_with(const Rules &rules, const Board &board, u32 piece) {
    if constexpr (LEFT <= 1) {
        return 0;
    } else {
        u32 best = 1;
        u32 empty = ALL_CELLS & ~board.occupied;
        while (empty) {
            u32 cell = trailing_zeros(empty);
            empty &= empty - 1;
            Board next = board;
            place(rules, next.lines, cell, piece);
            next.occupied |= 1u << cell;
            next.left &= ~(1u << piece);
            best = better(best, searched<LEFT - 1>(rules, next));
            if (best == 2) break;
        }
        return best;
    }
}

// The value of a board without a winning line, by a search of all that can follow.
template <u32 LEFT> DEVICE u32 searched(const Rules &rules, const Board &board) {
    u32 danger = dangerous(rules, board.lines, board.occupied);
    u32 pieces = HANDED ? board.left & ~danger : board.left;
    if (HANDED ? !pieces : board.left & danger) return 1;
    u32 best = 1;
    while (pieces) {
        u32 piece = trailing_zeros(pieces);
        pieces &= pieces - 1;
        best = chosen(best, searched_with<LEFT>(rules, board, piece));
        if (best == 2) break;
    }
    return of_choice(best);
}

// What a block knows about its item.
struct Item {
    Rules rules;
    Pair pair;
    u32 number;
    u32 cells, pieces;
    u64 cell_members, piece_members;
    u64 units;
    u64 first_unit;
};

DEVICE u64 members(u32 set) {
    u64 list = 0;
    for (u32 at = 0; set; at++) {
        list |= (u64)trailing_zeros(set) << (4 * at);
        set &= set - 1;
    }
    return list;
}

DEVICE u32 rank_in(u32 set, u32 member) { return count_ones(set & ((1u << member) - 1)); }

// The constants of the game, once for each block.
DEVICE void load_rules(const LevelLaunch &launch, Rules &rules) {
    const u32 *words = launch.common[4];
    for (u32 i = threadIdx.x; i < 256; i += blockDim.x) rules.having[i] = words[i];
    for (u32 i = threadIdx.x; i < 32; i += blockDim.x) rules.reachable[i] = words[256 + i];
    for (u32 i = threadIdx.x; i < 48; i += blockDim.x) rules.elsewhere[i] = words[288 + i];
    for (u32 i = threadIdx.x; i < 34; i += blockDim.x) rules.orders[i] = words[336 + i];
    for (u32 i = threadIdx.x; i < 13; i += blockDim.x) {
        u32 product = 1;
        for (u32 k = 2; k <= i; k++) product *= k;
        rules.factorials[i] = product;
    }
    if (threadIdx.x == 0) rules.nearly_full = (const Lines *)launch.common[5];
}

// Slots of a unit of work are neighbours.
DEVICE void load_item(const LevelLaunch &launch, Item &item, u64 number, u32 unit_slots) {
    if (threadIdx.x == 0) {
        const Pair *pairs = (const Pair *)launch.own.arrays[0];
        u32 low = 0, high = launch.own.numbers[1];
        while (high - low > 1) {
            u32 middle = (low + high) / 2;
            if (pairs[middle].first_item <= number) {
                low = middle;
            } else {
                high = middle;
            }
        }
        item.number = low;
        item.pair = pairs[low];
        item.cells = item.pair.sets & 0xffff;
        item.pieces = item.pair.sets >> 16;
        item.cell_members = members(item.cells);
        item.piece_members = members(item.pieces);
        item.units = ((u64)item.pair.fillings * item.pair.rest + unit_slots - 1) / unit_slots;
        item.first_unit = (number - item.pair.first_item) * ITEM_UNITS;
        item.rules.full = ((const Lines *)launch.common[6])[item.cells];
    }
    barrier();
}

// An arrangement, step by step in the order of the pair: what is on each of the own members.
struct Steps {
    u64 values;
    u64 rest;
};

DEVICE Steps filling_of(const Filling &filling, u32 pivot, u32 level) {
    Steps steps = {filling.values, 0};
    u32 left = (1u << level) - 1;
    for (u32 i = 0; i < pivot; i++) left &= ~(1u << nibble(filling.values, i));
    steps.rest = members(left);
    return steps;
}

// Takes the value of a number from those that are left.
DEVICE u32 take(Steps &steps, u32 at, u32 number) {
    u64 below = (1ull << (4 * number)) - 1;
    u32 value = nibble(steps.rest, number);
    steps.rest = (steps.rest & below) | (steps.rest >> 4 & ~below);
    steps.values |= (u64)value << (4 * at);
    return value;
}

DEVICE void place_step(const Item &item, Lines &lines, u32 at, u32 value) {
    u32 own = nibble(item.pair.order, at);
    u32 cell = item.pair.by_pieces() ? value : own, piece = item.pair.by_pieces() ? own : value;
    place(item.rules, lines, nibble(item.cell_members, cell), nibble(item.piece_members, piece));
}

// Each thread's own counts, side by side.
struct Counts {
    u32 numbers[COUNTERS * THREADS];
};

DEVICE void clear(Counts &counts) {
    for (u32 i = 0; i < COUNTERS; i++) counts.numbers[i * THREADS + threadIdx.x] = 0;
}

DEVICE void count(Counts &counts, u32 counter, u32 number) {
    counts.numbers[counter * THREADS + threadIdx.x] += number;
}

DEVICE void add_up(const LevelLaunch &launch, Counts &counts, u32 pair) {
    barrier();
    for (u32 counter = threadIdx.x; counter < COUNTERS; counter += blockDim.x) {
        u64 sum = 0;
        for (u32 i = 0; i < blockDim.x; i++) {
            sum += counts.numbers[counter * THREADS + (i + counter) % blockDim.x];
        }
        if (sum) atomicAdd(&launch.counts[(u64)pair * 2 * COUNTERS + counter], sum);
    }
    barrier();
}

// What was found out about a board: whether the game is over, which pieces win at once, and for each of
// the others the value of the position in which it is in hand, less one.
struct Verdict {
    u32 over;
    u32 winners;
    u64 values;
};

// Symmetries that leave an arrangement as it is make its orbit smaller: for orbits to be counted, what was
// counted is counted again for each of them but the identity.
DEVICE void count_symmetric(const LevelLaunch &launch, const Item &item, const Filling &filling,
                            u64 values, const Verdict &verdict, u32 level) {
    const u64 *own_symmetries = (const u64 *)launch.own.arrays[3] + item.pair.own_symmetries;
    const u64 *other_symmetries = (const u64 *)launch.own.arrays[4] + item.pair.other_symmetries;
    const u64 *hands = (const u64 *)launch.own.arrays[6] + item.pair.hands;
    const u32 *stabiliser = launch.own.arrays[5] + filling.stabiliser;
    u64 *counts = launch.counts + (u64)item.number * 2 * COUNTERS + COUNTERS;
    u32 pivot = item.pair.pivot & 15;
    for (u32 i = 0; i < filling.symmetries; i++) {
        u32 on_cells = stabiliser[i] & 31, on_pieces = stabiliser[i] >> 5;
        bool by_pieces = item.pair.by_pieces();
        u64 own = own_symmetries[by_pieces ? on_pieces : on_cells];
        u64 other = other_symmetries[by_pieces ? on_cells : on_pieces];
        bool is_fixed = true;
        for (u32 j = pivot; j < level && is_fixed; j++) {
            is_fixed = nibble(other, nibble(values, nibble(own, j))) == nibble(values, j);
        }
        if (!is_fixed) continue;
        if (verdict.over) {
            atomicAdd(&counts[verdict.over], (u64)filling.weight);
        } else if (!HANDED) {
            u32 value = verdict.winners ? 1 : nibble(verdict.values, 0);
            atomicAdd(&counts[verdict.winners ? 1 : value ? value + 1 : 0], (u64)filling.weight);
        } else {
            u64 images = hands[on_pieces];
            u32 left = ALL_PIECES & ~item.pieces;
            while (left) {
                u32 piece = trailing_zeros(left);
                left &= left - 1;
                if (nibble(images, piece) != piece) continue;
                u32 value = nibble(verdict.values, piece);
                u32 counter = verdict.winners >> piece & 1 ? 1 : value ? value + 1 : 0;
                atomicAdd(&counts[counter], (u64)filling.weight);
            }
        }
    }
}

// Judges a board of the item: counts what it is, and gives its value. `placed(piece)` is the best value of
// a board that placing a piece makes, which completes no line.
template <class Placed>
DEVICE u32 judged(const Item &item, Counts &counts, const Lines &lines, u32 weight, Verdict &verdict,
                  Placed placed) {
    verdict.over = 0;
    verdict.winners = 0;
    verdict.values = 0;
    u32 lines_won = winning(item.rules, lines);
    if (lines_won) {
        bool is_reachable = item.rules.reachable[lines_won >> 5] >> (lines_won & 31) & 1;
        verdict.over = is_reachable ? LOST : UNREACHABLE;
        count(counts, verdict.over, weight);
        return 0;
    }
    u32 left = ALL_PIECES & ~item.pieces;
    verdict.winners = left & dangerous(item.rules, lines, item.cells);
    if (!HANDED && verdict.winners) {
        count(counts, 1, weight);
        return 1;
    }
    if (HANDED) count(counts, 1, weight * count_ones(verdict.winners));
    u32 best = 1;
    while (left) {
        u32 piece = trailing_zeros(left);
        left &= left - 1;
        if (verdict.winners >> piece & 1) continue;
        u32 value = placed(piece);
        best = chosen(best, value);
        if (HANDED) {
            count(counts, one_later(value), weight);
            verdict.values |= (u64)value << (4 * piece);
        }
    }
    if (!HANDED) {
        count(counts, one_later(best), weight);
        verdict.values = best;
    }
    return of_choice(best);
}

// How values are kept.
DEVICE u32 kept(u32 value) { return value ? value - 1 : 0; }
DEVICE u32 read_kept(const LevelTable &table, u64 slot) {
    u32 bits = table.numbers[2];
    if (bits == 8) return table.values[slot];
    if (bits == 4) return table.values[slot >> 1] >> ((u32)slot & 1) * 4 & 15;
    return table.values[slot >> 2] >> ((u32)slot & 3) * 2 & 3;
}

// Boards with up to four places left, found by search: each thread takes the arrangements that differ in
// their last four steps only.
template <u32 LEFT> DEVICE void search_level(const LevelLaunch &launch) {
    SHARED Item item;
    SHARED Counts counts;
    load_rules(launch, item.rules);
    clear(counts);
    const u32 level = launch.own.numbers[0], bits = launch.own.numbers[2];
    for (u64 number = launch.first_item + blockIdx.x; number < launch.first_item + launch.items;
         number += gridDim.x) {
        load_item(launch, item, number, 1);
        const Rules &rules = item.rules;
        u32 pivot = item.pair.pivot & 15, last = smaller(level - pivot, 4);
        u32 together = rules.factorials[last], runs = item.pair.rest / together;
        u32 orders = last < 2 ? 0 : last == 2 ? 1 : last == 3 ? 3 : 9;
        u64 units = (u64)item.pair.fillings * runs;
        for (u32 i = threadIdx.x; i < ITEM_UNITS; i += blockDim.x) {
            u64 unit = item.first_unit + i;
            if (unit >= units) break;
            u32 which = (u32)(unit / runs), run = (u32)(unit % runs);
            Filling filling = ((const Filling *)launch.own.arrays[2])[item.pair.classes + which];
            Steps steps = filling_of(filling, pivot, level);
            Board board;
            board.lines = Lines{~0u, ~0u, ~0u, 0};
            board.occupied = item.cells;
            board.left = ALL_PIECES & ~item.pieces;
            for (u32 at = 0; at < pivot; at++) {
                place_step(item, board.lines, at, nibble(steps.values, at));
            }
            for (u32 at = pivot; at < level - last; at++) {
                u32 width = rules.factorials[level - 1 - at] / together;
                u32 digit = run / width;
                run -= digit * width;
                place_step(item, board.lines, at, take(steps, at, digit));
            }
            u64 slot = item.pair.first_slot + unit * together;
            u32 packed = 0, filled = 0;
            u8 *out = launch.own.values ? launch.own.values + slot * bits / 8 : 0;
            for (u32 order = 0; order < together; order++) {
                u32 permutation = rules.orders[orders + order];
                Board next = board;
                u64 values = steps.values;
                for (u32 j = 0; j < last; j++) {
                    u32 value = nibble(steps.rest, permutation >> (4 * j) & 15);
                    u32 at = level - last + j;
                    values |= (u64)value << (4 * at);
                    place_step(item, next.lines, at, value);
                }
                Verdict verdict;
                u32 value = judged(item, counts, next.lines, filling.weight, verdict, [&](u32 piece) {
                    return searched_with<LEFT>(rules, next, piece);
                });
                if (filling.symmetries) {
                    count_symmetric(launch, item, filling, values, verdict, level);
                }
                packed |= kept(value) << filled;
                filled += bits;
                if (filled == 8) {
                    if (out) *out++ = (u8)packed;
                    packed = filled = 0;
                }
            }
        }
        add_up(launch, counts, item.number);
        clear(counts);
    }
}

KERNEL search_1(PARAMETER LevelLaunch launch) { search_level<1>(launch); }
KERNEL search_2(PARAMETER LevelLaunch launch) { search_level<2>(launch); }
KERNEL search_3(PARAMETER LevelLaunch launch) { search_level<3>(launch); }
KERNEL search_4(PARAMETER LevelLaunch launch) { search_level<4>(launch); }

// Where a move leads: to a pair of sets of the next level, whose steps are steps here. `from` says which of
// this level's members (or the one that is new) has the value of a step, and `to` what that value is there.
struct Move {
    u64 from, to, first_slot;
    u32 table, own_symmetries, other_symmetries, rest, pivot;
};

struct Moves {
    Move all[CELLS * PIECES];
};

DEVICE void load_moves(const LevelLaunch &launch, const Item &item, Moves &moves, u32 level) {
    const u32 *classes_of_cells = launch.common[0], *classes_of_pieces = launch.common[1];
    const u64 *board_symmetries = (const u64 *)launch.common[2];
    const u64 *piece_symmetries = (const u64 *)launch.common[3];
    u32 pieces_left = PIECES - level, moves_here = (CELLS - level) * pieces_left;
    u64 empty = members(ALL_CELLS & ~item.cells), left = members(ALL_PIECES & ~item.pieces);
    for (u32 i = threadIdx.x; i < moves_here; i += blockDim.x) {
        u32 cell = nibble(empty, i / pieces_left), piece = nibble(left, i % pieces_left);
        u32 cells = item.cells | 1u << cell, pieces = item.pieces | 1u << piece;
        u32 of_cells = classes_of_cells[cells], of_pieces = classes_of_pieces[pieces];
        u64 turn = board_symmetries[of_cells & 0xffff], relabel = piece_symmetries[of_pieces & 0xffff];
        const Pair &pair = ((const Pair *)launch.next.arrays[0])[(of_cells >> 16) * launch.next.numbers[3] +
                                                                 (of_pieces >> 16)];
        // From members here (the new one last) to members there.
        u64 cell_images = 0, piece_images = 0;
        u32 next_cells = pair.sets & 0xffff, next_pieces = pair.sets >> 16;
        for (u32 at = 0; at <= level; at++) {
            u32 own_cell = at == level ? cell : nibble(item.cell_members, at);
            u32 own_piece = at == level ? piece : nibble(item.piece_members, at);
            cell_images |= (u64)rank_in(next_cells, nibble(turn, own_cell)) << (4 * at);
            piece_images |= (u64)rank_in(next_pieces, nibble(relabel, own_piece)) << (4 * at);
        }
        u64 own = pair.by_pieces() ? piece_images : cell_images;
        u64 inverse = 0, from = 0;
        for (u32 at = 0; at <= level; at++) inverse |= (u64)at << (4 * nibble(own, at));
        for (u32 at = 0; at <= level; at++) {
            from |= (u64)nibble(inverse, nibble(pair.order, at)) << (4 * at);
        }
        Move &move = moves.all[(cell * PIECES) + piece];
        move.from = from;
        move.to = pair.by_pieces() ? cell_images : piece_images;
        move.first_slot = pair.first_slot;
        move.table = pair.table;
        move.own_symmetries = pair.own_symmetries;
        move.other_symmetries = pair.other_symmetries;
        move.rest = pair.rest;
        move.pivot = pair.pivot;
    }
}

// The slot of the board that a move leads to. `pieces` are those on the cells, `cells` those of the
// pieces, members counted in order, and the new one last.
DEVICE u64 slot_after(const LevelLaunch &launch, const Rules &rules, const Move &move, u64 pieces,
                      u64 cells, u32 level) {
    u32 next = level + 1, pivot = move.pivot & 15;
    bool by_pieces = move.pivot >> 8 & 1, is_rigid = move.pivot >> 9 & 1;
    u64 source = by_pieces ? cells : pieces;
    u64 values = 0;
    for (u32 at = 0; at < next; at++) {
        values |= (u64)nibble(move.to, nibble(source, nibble(move.from, at))) << (4 * at);
    }
    u32 seen = 0, sum = 0;
    if (is_rigid) {
        for (u32 at = next; at-- > 0;) {
            u32 bit = 1u << nibble(values, at);
            sum += count_ones(seen & (bit - 1)) * rules.factorials[next - 1 - at];
            seen |= bit;
        }
        return move.first_slot + sum;
    }
    u32 free = (1u << next) - 1, rank = 0;
    for (u32 at = 0; at < pivot; at++) {
        u32 bit = 1u << nibble(values, at);
        rank = rank * (next - at) + count_ones(free & (bit - 1));
        free ^= bit;
    }
    u32 word = launch.next.arrays[1][move.table + rank];
    u32 on_cells = word & 31, on_pieces = word >> 5 & 511;
    u64 own = ((const u64 *)launch.next.arrays[3])[move.own_symmetries + (by_pieces ? on_pieces : on_cells)];
    u64 other =
        ((const u64 *)launch.next.arrays[4])[move.other_symmetries + (by_pieces ? on_cells : on_pieces)];
    for (u32 at = next; at-- > pivot;) {
        u32 bit = 1u << nibble(other, nibble(values, nibble(own, at)));
        sum += count_ones(seen & (bit - 1)) * rules.factorials[next - 1 - at];
        seen |= bit;
    }
    return move.first_slot + (u64)(word >> 16) * move.rest + sum;
}

// Boards whose values follow from those of the next level.
KERNEL look_up(PARAMETER LevelLaunch launch) {
    SHARED Item item;
    SHARED Counts counts;
    SHARED Moves moves;
    load_rules(launch, item.rules);
    clear(counts);
    const u32 level = launch.own.numbers[0], bits = launch.own.numbers[2], together = 8 / bits;
    for (u64 number = launch.first_item + blockIdx.x; number < launch.first_item + launch.items;
         number += gridDim.x) {
        load_item(launch, item, number, together);
        if (level + 1 < LAST) load_moves(launch, item, moves, level);
        barrier();
        const Rules &rules = item.rules;
        u32 pivot = item.pair.pivot & 15;
        u64 slots = (u64)item.pair.fillings * item.pair.rest;
        for (u32 i = threadIdx.x; i < ITEM_UNITS; i += blockDim.x) {
            u64 unit = item.first_unit + i;
            if (unit >= item.units) break;
            u32 packed = 0;
            for (u32 part = 0; part < together; part++) {
                u64 slot = unit * together + part;
                if (slot >= slots) break;
                u32 which = (u32)(slot / item.pair.rest), rank = (u32)(slot % item.pair.rest);
                Filling filling = ((const Filling *)launch.own.arrays[2])[item.pair.classes + which];
                Steps steps = filling_of(filling, pivot, level);
                Lines lines = {~0u, ~0u, ~0u, 0};
                u64 straight = (u64)level << (4 * level), inverse = straight;
                for (u32 at = 0; at < level; at++) {
                    u32 value;
                    if (at < pivot) {
                        value = nibble(steps.values, at);
                    } else {
                        u32 width = rules.factorials[level - 1 - at];
                        u32 digit = rank / width;
                        rank -= digit * width;
                        value = take(steps, at, digit);
                    }
                    place_step(item, lines, at, value);
                    u32 own = nibble(item.pair.order, at);
                    straight |= (u64)value << (4 * own);
                    inverse |= (u64)own << (4 * value);
                }
                u64 on_cells = item.pair.by_pieces() ? inverse : straight;
                u64 of_pieces = item.pair.by_pieces() ? straight : inverse;
                Verdict verdict;
                u32 value = judged(item, counts, lines, filling.weight, verdict, [&](u32 piece) -> u32 {
                    if (level + 1 == LAST) return 0;
                    u32 best = 1, left = ALL_PIECES & ~item.pieces & ~(1u << piece);
                    u32 empty = ALL_CELLS & ~item.cells;
                    while (empty) {
                        u32 cell = trailing_zeros(empty);
                        empty &= empty - 1;
                        Lines next = lines;
                        place(rules, next, cell, piece);
                        u32 danger = dangerous(rules, next, item.cells | 1u << cell);
                        if (HANDED ? !(left & ~danger) : left & danger) continue;
                        const Move &move = moves.all[cell * PIECES + piece];
                        u64 at = slot_after(launch, rules, move, on_cells, of_pieces, level);
                        best = better(best, one_later(read_kept(launch.next, at)));
                        if (best == 2) break;
                    }
                    return best;
                });
                if (filling.symmetries) {
                    count_symmetric(launch, item, filling, steps.values, verdict, level);
                }
                packed |= kept(value) << (bits * part);
            }
            launch.own.values[(item.pair.first_slot + unit * together) / together] = (u8)packed;
        }
        add_up(launch, counts, item.number);
        clear(counts);
    }
}

// The values of some slots, as they are kept.
KERNEL gather(PARAMETER LevelLaunch launch) {
    const u64 *slots = (const u64 *)launch.common[7];
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < launch.items;
         i += (u64)gridDim.x * blockDim.x) {
        ((u8 *)launch.counts)[i] = (u8)read_kept(launch.own, slots[i]);
    }
}

// How many bytes of two tables differ.
KERNEL differ(PARAMETER LevelLaunch launch) {
    u64 different = 0;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < launch.items;
         i += (u64)gridDim.x * blockDim.x) {
        different += launch.own.values[i] != launch.next.values[i];
    }
    if (different) atomicAdd(launch.counts, different);
}
