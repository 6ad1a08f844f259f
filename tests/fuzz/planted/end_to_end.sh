#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A planted bug from libFuzzer's first failing input to a stored, minimized finding and the summary; then
# killed with -9 and resumed. Usage: end_to_end.sh TILEPROOF FOLDER_OF_TARGETS
set -euo pipefail

tileproof=$1
export TILEPROOF_FUZZ_TARGETS=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    printf 'FAILED: %s\n' "$1" >&2
    cat out err >&2 2>/dev/null || true
    exit 1
}
has() { grep -qF -- "$2" "$1" || fail "$1 does not say: $2"; }
is_stored() { grep -lF -- '"bytes": "packed [2,2] -> {xor: 0,1 -> 0,1}"' .tileproof/findings/L2-*.json; }

status=0
"$tileproof" fuzz --budget 8s --jobs 2 >out 2>err || status=$?
[ "$status" = 1 ] || fail "the exit code is $status, and 1 says that there is a finding"
file=$(is_stored) || fail "the smallest layout is not stored"
has .tileproof/fuzz-summary.md "tileproof replay $file"
has .tileproof/fuzz-summary.md "no single step makes it smaller"
[ -z "$(ls .tileproof/corpus/.failing)" ] || fail "failing inputs were left"
status=0
"$tileproof" replay "$file" >out 2>err || status=$?
[ "$status" = 1 ] || fail "the finding does not fail when it is replayed"

# Killed in the middle: what had been found is there, nothing runs on, and --resume takes the rest over.
rm -rf .tileproof
"$tileproof" fuzz --budget 600s --jobs 2 >out 2>err &
campaign=$!
for _ in $(seq 600); do
    ls .tileproof/corpus/.failing/* .tileproof/findings/* 2>/dev/null | grep -q . && break
    sleep 0.1
done
kill -9 "$campaign"
wait "$campaign" 2>/dev/null || true
running() { readlink /proc/[0-9]*/exe 2>/dev/null | grep -cF "$(realpath "$TILEPROOF_FUZZ_TARGETS")/" || true; }
for _ in $(seq 100); do
    [ "$(running)" = 0 ] && break
    sleep 0.1
done
[ "$(running)" = 0 ] || fail "$(running) targets still run ten seconds after the campaign was killed"
status=0
"$tileproof" fuzz --resume --budget 3s --jobs 2 >out 2>err || status=$?
[ "$status" = 1 ] || fail "the exit code of the resumed campaign is $status"
is_stored >/dev/null || fail "the finding is lost"
printf 'A planted bug was found, stored, made smallest, replayed, and survived a kill.\n'
