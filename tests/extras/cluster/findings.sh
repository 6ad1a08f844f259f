#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# findings.sh TILEPROOF MANY_FINDINGS [WRITERS FINDINGS CAUSES KILLED]: thousands of findings by many writers: what is lost
# (nothing may be), how long it takes to list them, and to merge them to one a cause. Exit code 1 when something is lost.
set -euo pipefail
tileproof=$(realpath "$1")
many=$(realpath "$2")
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$many" "$folder" "$@"
causes=${3:-1000}
files=$(find "$folder/store" -name '*.json' | wc -l)
seconds() { python3 -c 'import sys; print(f"{float(sys.argv[2]) - float(sys.argv[1]):.2f}")' "$1" "$(date +%s.%N)"; }

start=$(date +%s.%N)
listed=$("$tileproof" findings --store "$folder/store" | grep -c '^/.*\.json$')
echo "tileproof findings: $listed of $files in $(seconds "$start") s"
[ "$listed" = "$files" ] || exit 1

of_attempts=$(find "$folder/campaign/tasks" -path '*/findings/*.json' | wc -l)
start=$(date +%s.%N)
code=0
"$tileproof" merge "$folder/campaign" >"$folder/out" 2>"$folder/err" || code=$?
[ $code = 1 ] || { cat "$folder/err" && exit 1; }
kept=$(find "$folder/campaign/findings" -name '*.json' | wc -l)
echo "tileproof merge: $of_attempts findings to $kept of $causes causes in $(seconds "$start") s"
[ "$kept" -le "$causes" ] && [ "$(find "$folder/campaign/tasks" -path '*/findings/*.json' | wc -l)" = "$of_attempts" ]
