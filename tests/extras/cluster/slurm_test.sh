#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# slurm_test.sh TILEPROOF TARGETS: campaigns under a Slurm of three nodes that this test starts. One node is killed in the
# middle, one task is told that its time limit is near; nothing that was found may be lost, and all must be taken up.
set -euo pipefail
tileproof=$(realpath "$1")
export TILEPROOF_FUZZ_TARGETS
TILEPROOF_FUZZ_TARGETS=$(realpath "$2")
[ -x "$TILEPROOF_FUZZ_TARGETS/fuzz/planted_input" ] || { echo "Skipped: this build has no libFuzzer." && exit 77; }
slurm=$(mktemp -d) NODES=3
source "$(dirname "$0")/slurm.sh"
trap 'end_slurm; rm -rf "$slurm"' EXIT
start_slurm
cd "$slurm"
folder=$slurm/shared/night
mkdir -p "$slurm/shared"

fail() {
    printf 'FAILED: %s\n' "$*"
    squeue -a || true
    "$tileproof" status "$folder" || true
    tail -n 20 "$folder"/logs/*.log || true
    exit 1
}
# field EXPRESSION: of the status as JSON.
field() { "$tileproof" status "$folder" --dead-after "${dead_after:-180s}" --json | python3 -c "import json, sys; s = json.load(sys.stdin); print($1)"; }
# until_is WHAT EXPRESSION VALUE [SECONDS]
until_is() {
    local got=""
    for _ in $(seq $((${4:-300} * 2))); do
        got=$(field "$2") && [ "$got" = "$3" ] && return
        sleep 0.5
    done
    fail "$1: $2 is '$got', and must be '$3'"
}
in_state() { squeue -h -a -t "$1" -o %i; }

# What is submitted is what --print shows, with the options of sbatch.
"$tileproof" fuzz --slurm --campaign "$folder" --tasks 3 --budget 120s --jobs 1 --print -- --partition=test --comment='a # b' >printed
[ ! -e "$folder" ] || fail "--print made a folder"
grep -q '^#SBATCH --array=0-2$' printed && grep -q '^#SBATCH --partition=test$' printed || fail "printed: $(cat printed)"
"$tileproof" fuzz --slurm --campaign "$folder" --tasks 3 --budget 120s --jobs 1 -- --partition=test --comment='a # b' >submitted
array=$(sed -n 's/^job \([0-9]*\): 3 tasks; .*/\1/p' submitted)
grep -vx '# .*' printed | grep -v '^$' | diff - <(cat "$folder/array.sh" "$folder/merge.sh") || fail "another script was submitted than --print shows"
scontrol show job "${array}_0" | grep -q 'Comment=a # b' || fail "the comment is lost"
until_is "three tasks run" 's["running"]' 3
until_is "executions are counted" 's["executions"] > 0' True
found() { ls "$folder"/tasks/*/*/findings/"$1"-*.json >/dev/null 2>&1; }
for _ in $(seq 1200); do found L2 && found L3 && break; sleep 0.5; done
found L2 && found L3 || fail "the bugs are not found"

# A node dies. Its task is dead for who only looks at the folder, and Slurm starts it again elsewhere.
node=$(field '[w["host"] for w in s["workers"] if w["task"] == 1][0]')
sleep 4
kill_node "$node"
before=$(find "$folder/tasks/0001/1" -name '*.json' -path '*findings*' | sort)
dead_after=5s until_is "the dead worker is seen" '[w["task"] for w in s["workers"] if w["state"] == "dead"]' '[1]'
"$tileproof" status "$folder" --dead-after 1s | grep -q "task-1-attempt-1 on $node has been silent" || fail "the dead worker is not named"

# Somebody's time limit is near: the task ends by itself, and asks to be started again.
scancel --batch --signal=USR1 "${array}_2"
until_is "the task near its limit is taken up" 'max(w["attempt"] for w in s["workers"] if w["task"] == 2)' 2
until_is "the task of the dead node is taken up" 'max(w["attempt"] for w in s["workers"] if w["task"] == 1)' 2
until_is "all tasks end" 's["ended"]' 3 900
for _ in $(seq 1200); do [ -s "$folder/merged.json" ] && break; sleep 0.5; done
[ -s "$folder/merged.json" ] || fail "no merge"
[ -z "$before" ] || ls $before >/dev/null || fail "findings of the dead node are gone"

# Two bugs, each once, each as small as it gets, whoever found them; and nothing reached is lost.
[ "$(grep -l '"bytes": "bad!"' "$folder"/findings/*.json | wc -l)" = 1 ] || fail "bad! is not found once: $(ls "$folder/findings")"
[ "$(grep -l '"bytes": "worse!"' "$folder"/findings/*.json | wc -l)" = 1 ] || fail "worse! is not found once: $(ls "$folder/findings")"
[ "$(ls "$folder"/findings/*.json | wc -l)" = 2 ] || fail "there are other findings: $(ls "$folder/findings")"
python3 - "$folder" <<'PYTHON' || fail "the summary"
import json, sys
s = json.load(open(sys.argv[1] + "/summary.json"))
m = s["merged"]["planted_input"]
assert 0 < m["after"] < m["before"], m
attempts = [(w["task"], w["attempt"]) for w in s["campaign"]["workers"]]
assert (1, 1) in attempts and (1, 2) in attempts and (2, 2) in attempts, attempts
# The second attempt was to have what the first one had left of 120 s, however long a busy machine took.
spent = [w["seconds"] for w in s["campaign"]["workers"] if (w["task"], w["attempt"]) == (1, 1)][0]
left = json.load(open(sys.argv[1] + "/tasks/0001/2/corpus/campaign.json"))["asked_seconds"]
assert abs(spent + left - 120) < 0.01, (spent, left)
assert len(s["findings"]) == 2 and not s["targets"]["planted_input"]["trouble"], s["findings"]
PYTHON
grep -q '^# fuzz campaign of .* on 3 tasks$' "$folder/summary.md" || fail "the page"
mkdir all
# Two tasks may hold the same input, under the same name; cp refuses to copy one over the other in a single call.
for input in "$folder"/tasks/*/*/corpus/planted_input/*; do cp "$input" all/; done
reach() { "$TILEPROOF_FUZZ_TARGETS/fuzz/planted_input" -runs=0 -use_value_profile=0 "$1" 2>&1 | sed -n 's/.*INITED cov: \([0-9]*\) .*/\1/p'; }
merged=$(reach "$folder/corpus/planted_input") of_all=$(reach all)
[ "$merged" = "$of_all" ] || fail "merged reaches $merged, all of it $of_all"
"$tileproof" replay "$(grep -l '"bytes": "bad!"' "$folder"/findings/*.json)" >/dev/null && fail "the finding does not fail"

# Laws, with cases counted; a second campaign in a folder starts from what is there.
folder=$slurm/shared/laws
"$tileproof" verify --slurm --campaign "$folder" --tasks 2 --cases 3 --device host --filter 'L8' --jobs 1 >submitted
until_is "the laws are judged" 's["ended"]' 2
until_is "each task counts its cases" 'all(w["executions"] >= 3 for w in s["workers"]) and len(s["workers"]) == 2' True
for _ in $(seq 1200); do [ -s "$folder/merged.json" ] && break; sleep 0.5; done
seeds=$(cat "$folder"/tasks/*/1/report.json | grep -o '"seed": [0-9]*' | sort -u | wc -l)
[ "$seeds" = 2 ] || fail "two tasks have $seeds seeds"

# What Slurm refuses is said in a sentence, and what tileproof sets cannot be passed.
code=0
"$tileproof" fuzz --slurm --campaign "$slurm/shared/refused" --tasks 1 -- --partition=nowhere >out 2>&1 || code=$?
[ $code = 2 ] && grep -q '^tileproof: sbatch did not take the job: .*\.$' out || fail "refused: $code $(cat out)"
echo "Three nodes found two bugs; one node died, one task came to its limit, and nothing was lost."
