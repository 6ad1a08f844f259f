#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# refusals_test.sh PROGRAM FILE [--update]: what tileproof says when it refuses, word by word.
#
#   $ tileproof copy -id=-1
#   tileproof: -id -1 does not name a copy of the device cpu, ...
#   exit code 2
#
# FILE is a list of such pieces, with an empty line after each. --update writes what is said now into FILE: read the
# difference before you commit it. The other tests of the command assert exit codes and values, so that a better
# wording changes one file.
set -euo pipefail
program=$(realpath "$1")
file=$(realpath "$2")
now=$(mktemp)
folder=$(mktemp -d)
trap 'rm -rf "$now" "$folder"' EXIT
tileproof() { "$program" "$@"; }
cd "$folder"
sed -n 's/^\$ //p' "$file" | while IFS= read -r line; do
    printf '$ %s\n' "$line"
    code=0
    (eval "$line") 2>&1 </dev/null || code=$?
    printf 'exit code %s\n\n' "$code"
done >"$now"
[ "${3:-}" != --update ] || cp "$now" "$file"
grep -q '^\$ tileproof' "$now" || { echo "$file has no commands."; exit 1; }
diff "$file" "$now"
