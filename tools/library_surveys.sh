#!/usr/bin/env bash
# Surveys the large games of library/ and verifies them, with what each start is worth and how long it took:
# docs/results/library.md has the table. Their counts are kept where they are not yet.
#
#   tools/library_surveys.sh OUT                          all of them, on a GPU
#   DEVICE=cpu tools/library_surveys.sh OUT breakthrough:2,5      some, on a processor
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:?the folder for the counts}
shift
hindsight=${HINDSIGHT:-target/release/hindsight}
games=("$@")
[ ${#games[@]} -gt 0 ] || games=(
  hexapawn:5,5 hexapawn:6,4 breakthrough:4,5 breakthrough:5,4 threemusketeers5 aadupuli clobber5 col:5,5 snort:5,5 squava
)
mkdir -p "$out"
for game in "${games[@]}"; do
  name=${game%%:*} variant=()
  [ "$name" = "$game" ] || variant=(--variant "${game#*:}")
  echo "== $game"
  SECONDS=0
  "$hindsight" survey "library/$name.game" "${variant[@]}" --verify --device "${DEVICE:-gpu}" "$out/${game//[:,]/_}.csv"
  echo "   $SECONDS s"
done
