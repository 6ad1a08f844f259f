#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# merge.sh TILEPROOF TARGETS TARGET [SIZE...]: how long `tileproof merge` takes for so many inputs (1,000 to 100,000) in the
# corpora of 16 attempts. TARGETS is the folder that has fuzz/TARGET. docs/evidence/scale.md has what came of it.
set -euo pipefail
tileproof=$(realpath "$1")
export TILEPROOF_FUZZ_TARGETS
TILEPROOF_FUZZ_TARGETS=$(realpath "$2")
target=$3
shift 3
[ $# -gt 0 ] || set -- 1000 10000 100000
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
printf '#!/bin/sh\necho 1\n' >"$folder/bin/sbatch"
chmod +x "$folder/bin/sbatch"
PATH=$folder/bin:$PATH
echo "| inputs | merged to | seconds | inputs a second |"
echo "| ---: | ---: | ---: | ---: |"
for size in "$@"; do
    night=$folder/$size
    "$tileproof" fuzz --slurm --campaign "$night" --tasks 16 --budget 1s --target "$target" >/dev/null
    python3 - "$night" "$target" "$size" <<'PYTHON'
import os, random, sys
night, target, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
draw = random.Random(1)
for i in range(size):
    corpus = f"{night}/tasks/{i % 16:04}/1/corpus/{target}"
    if i < 16:
        os.makedirs(corpus)
        open(f"{night}/tasks/{i % 16:04}/1/started", "w").close()
    open(f"{corpus}/{i}", "wb").write(draw.randbytes(draw.randrange(1, 400)))
PYTHON
    start=$(date +%s.%N)
    "$tileproof" merge "$night" >/dev/null 2>"$folder/err" || true  # nothing was judged here
    [ -s "$night/merged.json" ] || { cat "$folder/err" && exit 1; }
    end=$(date +%s.%N)
    python3 - "$night/summary.json" "$target" "$start" "$end" <<'PYTHON'
import json, sys
m = json.load(open(sys.argv[1]))["merged"][sys.argv[2]]
seconds = float(sys.argv[4]) - float(sys.argv[3])
print(f"| {m['before']:,} | {m['after']:,} | {seconds:.1f} | {m['before'] / seconds:,.0f} |")
PYTHON
    rm -rf "$night"
done
