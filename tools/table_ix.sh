#!/bin/sh
# The experiment of Gévay and Danner (2014), Table IX: Nine Men's Morris against a searching opponent that looks at
# 0.1 to 1.6 million positions before each move, 200 games each, sides switched after each game.
#
#     table_ix.sh HINDSIGHT DATA OUT [GAMES]
#
# DATA is a folder in which `nine` is solved and its draws are told apart by ratio, difference and own; players whose
# tables are not there are left out. Writes OUT/table_ix.csv.
set -eu
hindsight=$1 data=$2 out=$3 games=${4:-200}
rm -f "$out/table_ix.csv"
for player in perfect perfect:draws=ratio perfect:draws=difference perfect:draws=own; do
    for nodes in 100000-200000 200000-400000 400000-800000 800000-1600000; do
        if ! "$hindsight" match morris --variant nine --data "$data" --first "$player" --second search \
            --games "$games" --seed 9 --nodes "$nodes" --no-progress-limit 50 --format csv >"$out/match.csv"; then
            echo "$player is left out" >&2
            continue 2
        fi
        if [ ! -e "$out/table_ix.csv" ]; then
            sed -n '1s/^/nodes,/p' "$out/match.csv" >"$out/table_ix.csv"
        fi
        sed "1d; s/^/$nodes,/" "$out/match.csv" >>"$out/table_ix.csv"
        tail -n 3 "$out/table_ix.csv" >&2
    done
done
rm -f "$out/match.csv"
