#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Executions per second of CPU time under libFuzzer, ASan and UBSan, from the seed corpus: what a core does
# when it does nothing else. layout_bytes judges the same laws as layout_laws, but its inputs are changed as
# bytes and not as layouts.
#
#   fuzz/libfuzzer/speed.sh build/fuzz/bin [EXECUTIONS]
set -euo pipefail

bin=$1
runs=${2:-20000}
# In memory where that can be: what a disk takes to store the corpus is not asked here.
scratch=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TILEPROOF_PLANTED=0 # no bug

milliseconds() { # program, executions, seeds
    local TIMEFORMAT='%U %S' used
    rm -rf "$scratch/corpus"
    mkdir "$scratch/corpus"
    used=$({ time "$1" -runs="$2" -seed=1 -max_len=4096 "$scratch/corpus" "$3" >"$scratch/log" 2>&1; } 2>&1) || {
        tail -n 20 "$scratch/log" >&2
        exit 1
    }
    awk '{ printf "%d", 1000 * ($1 + $2) }' <<<"$used"
}

printf '%-16s%12s%22s\n' target executions 'a second of CPU time'
measure() { # name, program, seeds
    [ -x "$2" ] || return 0
    local start all
    start=$(milliseconds "$2" 1 "$3")
    all=$(milliseconds "$2" "$runs" "$3")
    printf '%-16s%12s%22s\n' "$1" "$runs" "$((runs * 1000 / (all > start ? all - start : 1)))"
}
seeds=$bin/fuzz/seeds
measure layout_laws "$bin/fuzz/layout_laws" "$seeds/layout_laws"
measure layout_bytes "$bin/planted/bytes/planted_bytes" "$seeds/layout_laws"
for name in layout_pairs layout_text magic_division static_dynamic tile_encoding finding_file command_line; do
    measure "$name" "$bin/fuzz/$name" "$seeds/$name"
done
