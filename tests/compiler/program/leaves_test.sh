#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# leaves_test.sh TILEPROOF HIPCC: whatever ends a program or becomes of its processes, what was found is told, once, in the
# report too, and the exit code says so.
set -uo pipefail
tileproof=$(realpath "$1") hipcc=$(realpath "$2")
source=$(cd "$(dirname "$0")" && pwd)/leaves.hip
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$source" leaves.hip
wrong=0
complain() { printf '%s\n' "$1"; head -c 2000 out; wrong=1; }

leaves() {  # WAY CODE TIMES
    local code=0
    rm -f found.json own
    timeout 120 "$tileproof" run --json found.json leaves.hip -- "$1" >out 2>&1 || code=$?
    [ $code -eq "$2" ] || complain "$1 ends with $code, and must with $2:"
    [ "$(grep -c '^leaves.hip:18: race: ' out)" -eq 1 ] && grep -qx 'tileproof: 1 finding.' out || complain "$1: the race is not told once:"
    [ "$(grep -c '"kind": ' found.json)" -eq 1 ] && grep -qx " *\"count\": $((31 * $3))," found.json ||
        { complain "$1: the report is not of one race, $3 times:"; cat found.json; }
}
for way in _exit exit_group quick_exit exec daemon own_handler child child_exits child_left child_does_nothing chdir no_environment; do
    leaves $way 1 1
done
leaves _exit_3 3 1
leaves kill 137 1
leaves closes_all 1 2

# A program that runs by itself: its report goes where it was asked for, and a child does not repeat what its parent found.
"$hipcc" leaves.hip -o leaves >out 2>&1 || complain 'leaves.hip is not built:'
for way in chdir child_does_nothing quick_exit; do
    rm -f found.json
    code=0
    TILEPROOF_RUN_JSON=found.json ./leaves $way >out 2>&1 || code=$?
    [ $way = quick_exit ] || [ $code -eq 1 ] || complain "By itself, $way ends with $code:"
    [ "$(grep -c 'tileproof: 1 finding' out)" -eq 1 ] && grep -q '"kind": "race"' found.json || complain "By itself, $way does not tell the race once:"
done
exit $wrong
