#!/bin/bash
# How fast several ranks on one machine are against one process with all its cores, with units whole and with
# units split, and whether their tables are the same.
#
#   tools/cluster_speed.sh collect FOLDER PROGRAM   puts the program and what it needs of Open MPI 4 into a folder,
#                                                   for machines without it (Debian's files, about 40 MB)
#   tools/cluster_speed.sh run FOLDER               measures; takes some 5 minutes on 16 cores
#
# CORES is the number of cores (all of the machine). GAMES has what is solved: lines of a game, a variant, and the
# memory for each of 4 and for each of CORES ranks with which units are split. LIMIT is the most seconds of a run.
set -eu

games="${GAMES:-morris nine:6,6 170MiB 50MiB
quixo 4x5 60MiB 20MiB}"

# The libraries that a file needs, but for those of the system itself.
libraries() {
  ldd "$1" | awk '$3 ~ /^\// { print $3 }' | grep -v -E '/(libc|libm|libdl|libpthread|librt|libgcc_s)\.so' || true
}

collect() {
  local folder=$1 program=$2 to name
  local from=/usr/lib/x86_64-linux-gnu
  mkdir -p "$folder/bin" "$folder/lib" "$folder/openmpi3" "$folder/share"
  cp "$program" "$folder/bin/hindsight"
  cp -L "$(command -v orterun)" "$folder/bin/mpirun"
  # Transports for networks that this is not about need libraries of their own.
  for name in "$from"/openmpi/lib/openmpi3/mca_*.so; do
    [[ $name =~ ofi|psm|ucx|openib|flux ]] || cp -L "$name" "$folder/openmpi3"
  done
  # PMIx does without its plugins.
  cp -L "$from/pmix2/lib/libpmix.so.2" "$folder/lib"
  cp -RL /usr/share/openmpi "$from/pmix2/share/pmix" "$folder/share"
  for to in "$folder"/bin/* "$folder"/openmpi3/* "$folder"/lib/*; do
    libraries "$to"
  done | sort -u | while read -r name; do cp -L "$name" "$folder/lib"; done
  du -sh "$folder"
}

# The seconds that a run says it took to solve.
seconds() {
  sed -n 's/.* slots in \(.*\), [0-9.]* [kMG]\? \?slots\/s.*/\1/p' "$1" |
    awk '{ if ($2 == "ms") print $1 / 1000; else if ($2 == "min") print 60 * $1 + $3; else print $1 + 0 }'
}

sums() {
  (cd "$1" && find . -name '*.hst' | sort | xargs cat | sha256sum)
}

measure() {
  local folder cores data limit game variant memory4 memory_all name ranks threads memory
  local run begin process took failed found same base expected
  folder=$(cd "$1" && pwd)
  cores=${CORES:-$(nproc)}
  limit=${LIMIT:-120}
  data=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$data'" EXIT
  export LD_LIBRARY_PATH="$folder/lib"
  export OPAL_PREFIX="$folder" OPAL_BINDIR="$folder/bin" OPAL_LIBDIR="$folder/lib"
  export OPAL_PKGLIBDIR="$folder/openmpi3" OPAL_PKGDATADIR="$folder/share/openmpi"
  export PMIX_INSTALL_PREFIX="$folder" PMIX_LIBDIR="$folder/lib" PMIX_PKGLIBDIR="$folder/pmix"
  export PMIX_PKGDATADIR="$folder/share/pmix"
  # One machine only: no remote shell, no network.
  export OMPI_MCA_plm=isolated OMPI_MCA_btl=self,vader OMPI_MCA_rtc_hwloc_vmhole=none
  printf '%-18s %-22s %9s %9s %7s  %s\n' game ranks seconds process speed tables
  while read -r game variant memory4 memory_all; do
    base='' expected=''
    while read -r name ranks threads memory; do
      [ "$ranks" -gt 1 ] || [ "$name" = one ] || continue
      run=("$folder/bin/hindsight" solve "$game" --variant "$variant" --threads "$threads" --data "$data/tables")
      [ "$memory" = - ] || run+=(--memory "$memory")
      [ "$name" = one ] || run=("$folder/bin/mpirun" -q --allow-run-as-root --oversubscribe --bind-to none
        -n "$ranks" "${run[@]}")
      begin=$(date +%s.%N)
      mkdir -p "$data/tables"
      failed=''
      timeout "$limit" "${run[@]}" > "$data/said" 2>&1 < /dev/null || failed="exit code $?"
      process=$(echo "$(date +%s.%N) $begin" | awk '{ printf "%.1f", $1 - $2 }')
      took=$(seconds "$data/said")
      found=$(sums "$data/tables")
      base=${base:-$took} expected=${expected:-$found}
      same=$([ "$found" = "$expected" ] && echo same || echo DIFFERENT)
      printf '%-18s %-22s %9s %9s %7s  %s\n' "$game $variant" "$name, $ranks x $threads" "${took:--}" "$process" \
        "$(echo "$base ${took:-0}" | awk '{ if ($2 > 0) printf "%.2f", $1 / $2; else print "-" }')" "$same"
      [ -z "$failed" ] || { echo "    $failed"; sed 's/^/    /' "$data/said"; }
      grep 'split over ranks' "$data/said" | sed 's/^/    /' || true
      rm -rf "$data/tables"
    done <<RUNS
one 1 $cores -
whole 4 $((cores > 4 ? cores / 4 : 1)) -
whole $cores 1 -
split 4 $((cores > 4 ? cores / 4 : 1)) $memory4
split $cores 1 $memory_all
RUNS
  done <<< "$games"
}

case "${1:-}" in
  collect) collect "$2" "$3" ;;
  run) measure "$2" ;;
  *) sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
