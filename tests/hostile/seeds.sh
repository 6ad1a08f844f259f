#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# seeds.sh PROGRAM SEEDS SECONDS: verify with the seeds 1 to SEEDS, SECONDS each, on every device that is here; sums the
# cases, and stops at the first verdict that is not HELD.
#
#   tests/hostile/seeds.sh build/release/bin/tileproof 100 600      # overnight: 16 hours
set -uo pipefail
if [ $# -ne 3 ]; then
    sed -n '3,6s/^# \{0,1\}//p' "$0"
    exit 2
fi
program=$(realpath "$1") seeds=$2 seconds=$3 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
sum=0
for ((seed = 1; seed <= seeds; ++seed)); do
    "$program" verify --seed $seed --budget "${seconds}s" --store "store-$seed" --json report.json >said 2>&1
    code=$?
    cases=$(sed -n 's/^  "cases": \([0-9]*\),\{0,1\}$/\1/p' report.json)
    verdict=$(sed -n 's/^  "verdict": "\(.*\)",\{0,1\}$/\1/p' report.json)
    sum=$((sum + ${cases:-0}))
    printf 'seed %d: %s cases, %s in all; %s\n' $seed "${cases:-0}" $sum "$verdict"
    if [ $code -ne 0 ] || [[ $verdict != *HELD* ]]; then
        kept=$(mktemp -d "${TMPDIR:-/tmp}/tileproof-seed-$seed-XXXXXX")
        cp -r said report.json "store-$seed" "$kept" 2>/dev/null
        printf 'Seed %d did not hold (exit code %d); its report and findings are in %s.\n' $seed $code "$kept"
        exit 1
    fi
done
printf '%d cases over %d seeds, and every verdict was HELD.\n' $sum "$seeds"
