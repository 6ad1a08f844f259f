#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# merge.sh TILEPROOF MANY_WRITERS TARGETS TARGET [SIZE...]: how long `tileproof merge` takes for corpora of so many inputs
# (1,000 to 1,000,000), written by 16 writers. TARGETS is the folder that has fuzz/TARGET.
set -euo pipefail
tileproof=$(realpath "$1")
writers=$(realpath "$2")
export TILEPROOF_FUZZ_TARGETS
TILEPROOF_FUZZ_TARGETS=$(realpath "$3")
target=$4
shift 4
[ $# -gt 0 ] || set -- 1000 10000 100000 1000000
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
printf '#!/bin/sh\necho 1\n' >"$folder/bin/sbatch"
chmod +x "$folder/bin/sbatch"
PATH=$folder/bin:$PATH
echo "| inputs | archives | MB | merged to | seconds | inputs a second |"
echo "| ---: | ---: | ---: | ---: | ---: | ---: |"
for size in "$@"; do
    night=$folder/$size
    "$tileproof" fuzz --slurm --campaign "$night" --tasks 1 --for 1s --target "$target" >/dev/null
    mkdir -p "$folder/made"
    "$writers" "$folder/made" 16 "$size" 0 >/dev/null
    mkdir -p "$night/corpus"
    mv "$folder/made/corpus" "$night/corpus/$target"
    rm -rf "$folder/made"
    archives=$(find "$night/corpus" -name '*.cpio' | wc -l)
    megabytes=$(du -sm --apparent-size "$night/corpus" | cut -f1)
    start=$(date +%s.%N)
    "$tileproof" merge "$night" >/dev/null 2>"$folder/err" || [ $? = 1 ] || { cat "$folder/err" && exit 1; }
    end=$(date +%s.%N)
    python3 - "$night/summary.json" "$target" "$size" "$archives" "$megabytes" "$start" "$end" <<'PYTHON'
import json, sys
m = json.load(open(sys.argv[1]))["merged"][sys.argv[2]]
archives, megabytes = sys.argv[4], sys.argv[5]
seconds = float(sys.argv[7]) - float(sys.argv[6])
print(f"| {m['before']:,} | {archives} | {megabytes} | {m['after']:,} | {seconds:.1f} | {m['before'] / seconds:,.0f} |")
PYTHON
    rm -rf "$night"
done
