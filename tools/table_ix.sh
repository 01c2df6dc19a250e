#!/bin/sh
# The experiment of Gévay and Danner (2014), Table IX: Nine Men's Morris against a searching opponent that looks at
# 0.1 to 1.6 million positions before each move, 200 games each, sides switched after each game.
#
#     table_ix.sh HINDSIGHT DATA OUT [GAMES [SECONDS [PLAYER...]]]
#
# DATA is a folder in which `nine` is solved and its draws are told apart by ratio, difference and own; players whose
# tables are not there are left out. Games are played in batches of 20, each with a seed of its own, four batches at a
# time. A finished batch stays in OUT/batches and is not played again, so that the same command goes on where it was
# cut. With SECONDS it ends after about so long, and until then waits for tables that somebody is making.
# Writes OUT/table_ix.csv, the sums of all finished batches.
set -eu
hindsight=$1 data=$2 out=$3 games=${4:-200} seconds=${5:-0}
[ $# -le 5 ] || { shift 5; players=$*; }
players=${players:-perfect perfect:draws=ratio perfect:draws=difference perfect:draws=own}
batch_games=20 at_once=4
ends=$(($(date +%s) + seconds))
threads=$((($(nproc) + at_once - 1) / at_once))
mkdir -p "$out/batches"
export hindsight data out seconds batch_games ends threads

# A line for each batch that is missing, those that take longest first: nodes, player, seed.
missing() {
    for seed in $(seq $((games / batch_games))); do
        for nodes in 800000-1600000 400000-800000 200000-400000 100000-200000; do
            for player in $players; do
                [ -e "$out/batches/$nodes,$player,$seed.csv" ] || echo "$nodes $player $seed"
            done
        done
    done
}

# Plays what is missing. A batch that fails, for want of tables or of time, is left out.
play() {
    missing | xargs -r -P "$at_once" -n 3 sh -c '
        left=$((ends - $(date +%s)))
        [ "$seconds" = 0 ] || [ "$left" -gt 0 ] || exit 0
        batch="$out/batches/$0,$1,$2.csv"
        limit=0
        [ "$seconds" = 0 ] || limit=$left
        if timeout -s INT "$limit" "$hindsight" match morris --variant nine --data "$data" --first "$1" \
            --second search --games "$batch_games" --seed "$2" --nodes "$0" --no-progress-limit 50 \
            --threads "$threads" --format csv >"$batch.new" 2>"$batch.log"; then
            mv "$batch.new" "$batch"
            rm -f "$batch.log"
            echo "$(date +%T) $0 $1 $2: $(sed -n 2p "$batch" | cut -d, -f5-7)" >&2
        else
            rm -f "$batch.new"
        fi'
}

play
while [ "$seconds" != 0 ] && [ -n "$(missing | head -n 1)" ] && [ "$(date +%s)" -lt "$ends" ]; do
    sleep 2
    play
done

# Sums, with the 95% intervals of Wilson (1927) that `match` has too.
{
    echo "nodes,player,opponent,side,games,wins,draws,losses,won,won_low,won_high,drawn,drawn_low,drawn_high,lost,lost_low,lost_high"
    for batch in "$out"/batches/*.csv; do
        [ -e "$batch" ] || continue
        nodes=$(basename "$batch")
        sed "1d; s/^/${nodes%%,*},/" "$batch"
    done | LC_ALL=C awk -F, '
        function share(some, all,   p, middle, spread, square) {
            square = 1.959963984540054 ^ 2
            p = some / all
            middle = (p + square / (2 * all)) / (1 + square / all)
            spread = sqrt(square) / (1 + square / all) * sqrt(p * (1 - p) / all + square / (4 * all * all))
            return sprintf("%.4f,%.4f,%.4f", p, middle - spread, middle + spread)
        }
        { cell = $1 "," $2 "," $3 "," $4; games[cell] += $5; wins[cell] += $6; draws[cell] += $7; losses[cell] += $8 }
        END {
            for (cell in games) {
                n = games[cell]
                printf "%s,%d,%d,%d,%d,%s,%s,%s\n", cell, n, wins[cell], draws[cell], losses[cell],
                    share(wins[cell], n), share(draws[cell], n), share(losses[cell], n)
            }
        }' | LC_ALL=C sort -t, -k2,2 -k1,1n -k4,4
} >"$out/table_ix.csv"
grep ',both,' "$out/table_ix.csv" | cut -d, -f1-2,5-11 >&2 || true
