#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Executions to the first finding of each planted layout bug: with the mutator that edits layouts, and with
# libFuzzer's own mutations of the bytes. Medians over seeds; "> n" is not found in n executions by half of
# them or more. A row for each bug, as a Markdown table.
#
#   structure_pays.sh build/fuzz/bin/planted [SEEDS [MOST]]        10 seeds, 20000 executions
set -euo pipefail

folder=$1
seeds=${2:-10}
most=${3:-20000}
names=(none pad_off_by_one left_pad_unchecked merge_swapped unmerge_wrong_order xor_swapped
    slice_begin_ignored modulo_ignored offset_ignored freeze_takes_first embed_swapped gather_shifted
    aligned_not_rounded space_in_32_bits zero_stride_unnoticed inverse_without_offset)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# One run from an empty corpus: how many executions it took.
executions() { # program, seed
    local log
    rm -rf "$scratch/corpus"
    mkdir "$scratch/corpus"
    log=$("$1" -seed="$2" -runs="$most" -use_value_profile=1 -print_final_stats=1 -max_len=512 \
        -artifact_prefix="$scratch/" "$scratch/corpus" 2>&1) || true
    sed -n 's/^stat::number_of_executed_units: *//p' <<<"$log"
}

median() { # program
    local seed counts=()
    for seed in $(seq "$seeds"); do counts+=("$(executions "$1" "$seed")"); done
    printf '%s\n' "${counts[@]}" | sort -n | sed -n "$(((seeds + 1) / 2))p"
}

shown() { if [ "$1" -ge "$most" ]; then printf '> %s' "$most"; else printf '%s' "$1"; fi; }

printf '| planted bug | layouts edited | bytes mutated |\n| --- | ---: | ---: |\n'
for place in $(seq $((${#names[@]} - 1))); do
    export TILEPROOF_PLANTED=$place
    with=$(median "$folder/fuzz/planted_layout")
    without=$(median "$folder/bytes/planted_bytes")
    printf '| %s | %s | %s |\n' "${names[$place]}" "$(shown "$with")" "$(shown "$without")"
done
