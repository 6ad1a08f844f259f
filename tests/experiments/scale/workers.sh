#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# [WORKERS="1 2 4"] workers.sh TILEPROOF TARGETS TARGET SECONDS [ROUNDS=1]: the same campaign with so many workers, each
# with one process of libFuzzer: executions, coverage after the merge, inputs, findings. TARGETS is the folder that has
# fuzz/TARGET. No Slurm is needed: the tasks are started by hand. docs/evidence/scale.md has what came of it.
set -euo pipefail
tileproof=$(realpath "$1")
export TILEPROOF_FUZZ_TARGETS
TILEPROOF_FUZZ_TARGETS=$(realpath "$2")
target=$3
seconds=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
printf '#!/bin/sh\necho 1\n' >"$folder/bin/sbatch"
chmod +x "$folder/bin/sbatch"
PATH=$folder/bin:$PATH
echo "| workers | executions | of one | coverage | inputs | merged to | findings |"
echo "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
for round in $(seq "${5:-1}"); do
    for workers in ${WORKERS:-1 2 4}; do
        night=$folder/$round-$workers
        "$tileproof" fuzz --slurm --campaign "$night" --tasks "$workers" --budget "${seconds}s" --target "$target" --jobs 1 >/dev/null
        for task in $(seq 0 $((workers - 1))); do
            "$tileproof" task "$night" "$task" >"$night/logs/$task.log" 2>&1 &
        done
        wait
        "$tileproof" merge "$night" >/dev/null 2>&1 || [ $? = 1 ]
        python3 - "$night/summary.json" "$workers" "$folder/one" "$target" <<'PYTHON'
import json, sys
s = json.load(open(sys.argv[1]))
workers, one, target = int(sys.argv[2]), sys.argv[3], sys.argv[4]
done = s["campaign"]["executions"]
if workers == 1:
    open(one, "w").write(str(done))
m = s["merged"][target]
print(f"| {workers} | {done:,} | {done / int(open(one).read()):.2f} | {m['coverage']:,} | {m['before']:,} | {m['after']:,} | {len(s['findings'])} |")
PYTHON
    done
done
