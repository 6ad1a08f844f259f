#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# task_test.sh TILEPROOF TARGETS: tasks of a campaign started by hand, without Slurm: one is killed and started again, one
# is told to end, one has a GPU that is not there, one has a disk that is full. No time is asserted.
set -euo pipefail
tileproof=$(realpath "$1")
export TILEPROOF_FUZZ_TARGETS
TILEPROOF_FUZZ_TARGETS=$(realpath "$2")
[ -x "$TILEPROOF_FUZZ_TARGETS/fuzz/planted_input" ] || { echo "Skipped: this build has no libFuzzer." && exit 77; }
command -v python3 >/dev/null || { echo "Skipped: python3 is not here." && exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin
printf '#!/bin/sh\necho 1\n' >bin/sbatch
# Slurm is asked to start a task again: that is noted.
printf '#!/bin/sh\necho "$@" >>%s/asked\n' "$folder" >bin/scontrol
chmod +x bin/*
PATH=$folder/bin:$PATH
unset SLURM_JOB_ID SLURM_ARRAY_JOB_ID SLURM_ARRAY_TASK_ID SLURM_JOB_GPUS

fail() {
    printf 'FAILED: %s\n' "$*"
    "$tileproof" status night || true
    tail -n 20 log* 2>/dev/null || true
    exit 1
}
field() { "$tileproof" status night --json | python3 -c "import json, sys; s = json.load(sys.stdin); print($1)"; }

"$tileproof" fuzz --slurm --campaign night --tasks 4 --budget 20s --jobs 1 >/dev/null
"$tileproof" task night 4 >log 2>&1 && fail "task 4 of 4 ran"

# Killed when it has found something: the next attempt begins with its corpus, and has its failing inputs and the rest of its time.
"$tileproof" task night 0 >log0 2>&1 &
until_there() {  # WHAT COMMAND...: no time is asserted; the test's own limit ends it
    for _ in $(seq 3000); do "${@:2}" && return; sleep 0.1; done
    fail "$1"
}
has_worked() { [ "$(field "max([w['seconds'] for w in s['workers'] if (w['task'], w['attempt']) == ($1, $2)] + [0]) > ${3:-0}")" = True ]; }
until_there "the first attempt does not work" has_worked 0 1 3
kill -9 $!
wait $! 2>/dev/null || true
# What it had started ends a moment later, and may still write until then.
for _ in $(seq 100); do grep -qsa 'night/tasks/0000/1/corpu[s]' /proc/[0-9]*/cmdline || break; sleep 0.1; done
printf 'worse! and never judged' >night/tasks/0000/1/corpus/.failing/planted_input-crash-left
printf 'bad! and never judged' >night/tasks/0000/1/corpus/.failing/planted_input-crash-left-too
printf 'zzzzzzzzzzzzzzzzzz' >night/tasks/0000/1/corpus/planted_input/left
"$tileproof" task night 0 >log0b 2>&1 || fail "the second attempt"
# However long a busy machine took: it was to have what the first one had left of 20 s.
spent=$(field '[w["seconds"] for w in s["workers"] if w["task"] == 0][0]')
python3 -c "import json; left = json.load(open('night/tasks/0000/2/corpus/campaign.json'))['asked_seconds']; assert abs($spent + left - 20) < 0.01, ($spent, left)" ||
    fail "the first attempt had $spent s, and the second one not the rest of 20"
[ "$(field '[w["state"] for w in s["workers"]]')" = "['taken up', 'ended']" ] || fail "the states are $(field 's["workers"]')"
grep -l '"bytes": ".*worse!' night/tasks/0000/2/findings/*.json >/dev/null || fail "the input that was not judged is lost"
[ -z "$(ls night/tasks/0000/1/corpus/.failing)" ] || fail "it was left as well"
grep -rqx 'zzzzzzzzzzzzzzzzzz' night/tasks/0000/1/corpus/planted_input || fail "an input is lost"
"$tileproof" task night 0 >log 2>&1 && grep -q 'has ended already' log || fail "a task that has ended is begun again"

# The signal before a time limit, and the one of scancel.
SLURM_JOB_ID=41 SLURM_ARRAY_JOB_ID=40 SLURM_ARRAY_TASK_ID=1 "$tileproof" task night 1 >log1 2>&1 &
until_there "task 1 does not work" has_worked 1 1
kill -USR1 $!
wait $! || fail "the limit is near: exit code $?"
[ "$(cat asked)" = "requeue 40_1" ] || fail "scontrol was asked: $(cat asked)"
"$tileproof" task night 2 >log2 2>&1 &
until_there "task 2 does not work" has_worked 2 1
kill -TERM $!
wait $! || fail "ended: exit code $?"
[ "$(wc -l <asked)" = 1 ] || fail "a task that was to end asked to be started again"
[ "$(field '[w["state"] for w in s["workers"]][-2:]')" = "['stopped', 'stopped']" ] || fail "they are not stopped"

# A GPU that is not there is named; so is a disk that is full, and what was found stays.
if [ -z "$(ls /dev/kfd /dev/nvidia0 2>/dev/null)" ]; then
    SLURM_JOB_GPUS=0 timeout 600 "$tileproof" task night 2 >log2b 2>&1 || fail "no GPU: exit code $?"
    "$tileproof" status night | tr -s '\n ' ' ' | grep -q 'Slurm gave this task a GPU, and none can be used' || fail "the GPU is not named"
fi
files=$(find night -name '*.json' -path '*findings*' | wc -l)
# Where libFuzzer itself can write nothing before its first input, "not judged" is the honest word.
(ulimit -f 1 && exec timeout 600 "$tileproof" task night 3) 2>&1 | cat >log3 || true
grep -qi 'file size exceeded\|file too large\|disk\|^NOT JUDGED' log3 || fail "neither the full disk nor that nothing was judged is said"
[ "$(find night -name '*.json' -path '*findings*' | wc -l)" -ge "$files" ] || fail "findings are gone"

# A merge of all that, and a second campaign that begins with it.
"$tileproof" merge night >merged 2>&1 && fail "there are findings, and the exit code is 0"
grep -q '^corpus   planted_input: ' merged || fail "merged: $(cat merged)"
before=$(find night/corpus/planted_input/merge-1 -type f | wc -l)
[ "$before" -gt 0 ] || fail "the merged corpus is empty"
"$tileproof" fuzz --slurm --campaign night --tasks 1 --budget 3s --jobs 1 >/dev/null
[ "$(find night/corpus -type f | wc -l)" = "$before" ] || fail "the corpus is gone"
"$tileproof" task night 0 >log4 2>&1 || fail "the second campaign"
"$tileproof" merge night >merged 2>&1 || [ $? = 1 ] || fail "the second merge"
python3 -c "import json; s = json.load(open('night/summary.json')); assert len(s['stored']['still_fail']) == 2, s['stored']" ||
    fail "the findings of the first campaign were not run again"
echo "A task killed, two stopped, one without a GPU and one without room: nothing was lost."
