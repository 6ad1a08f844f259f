#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/compare.sh A B [ROUNDS] [ARGS of verify]: which of two builds judges more cases a second, row by row.
#
#   bench/compare.sh ../before/build/release/bin/tileproof build/release/bin/tileproof 3 --device cpu
#      row                                    A/s      B/s    B/A
#      L1 layout                           1840.0   1901.3   1.03
#      ...
#      all 23 rows, geometric mean                            1.01
#
# A and B take turns, so that a machine that slows down slows both: `verify --budget 20s --seed 1` each, ROUNDS times
# (3 by default). A row is slower for sure only where the ratio leaves what two runs of one build differ by:
# compare a build with itself for that.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
a=$1 b=$2 rounds=${3:-3}
shift $(($# < 3 ? $# : 3))
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for ((round = 1; round <= rounds; ++round)); do
    for build in a b; do
        printf 'round %s of %s: %s\n' "$round" "$rounds" "${!build}" >&2
        "${!build}" verify --budget 20s --seed 1 --store "$scratch/store" --json "$scratch/$build.$round" "$@" \
            >"$scratch/said" || { cat "$scratch/said"; exit 1; }
        rm -rf "$scratch/store"
    done
done

# The report has a line for each member; the rows are its last list, and "seconds" is that of the whole run.
awk '
    FNR == 1 { build = FILENAME ~ /\/a\.[0-9]+$/ ? "a" : "b"; rows = 0 }
    { value = $2; gsub(/[",]/, "", value) }
    /^  "rows": \[/ { rows = 1 }
    /^  "seconds":/ { seconds[build] += value }
    rows && /^      "cases":/ { cases = value }
    rows && /^      "device":/ { device = value }
    rows && /^      "law":/ { law = value }
    rows && /^      "subject":/ {
        row = law " " value (device == "" ? "" : " on " device)
        count[build, row] += cases
        if (!(row in seen)) { seen[row] = 1; order[++n] = row }
    }
    END {
        printf "   %-46s %9s %9s %6s\n", "row", "A/s", "B/s", "B/A"
        for (i = 1; i <= n; ++i) {
            row = order[i]; x = count["a", row] / seconds["a"]; y = count["b", row] / seconds["b"]
            if (x > 0 && y > 0) { sum += log(y / x); ++both; ratio = sprintf("%.2f", y / x) } else ratio = "-"
            printf "   %-46s %9.1f %9.1f %6s\n", row, x, y, ratio
        }
        if (both) printf "   %-46s %9s %9s %6.2f\n", "all " both " rows, geometric mean", "", "", exp(sum / both)
    }' "$scratch"/a.* "$scratch"/b.*
