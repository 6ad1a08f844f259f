#!/bin/bash
# SPDX-License-Identifier: MIT
# cold_check.sh ROUNDS PROGRAM...
#
# What `tileproof check examples/transpose.hip --cases 8` takes where nothing is compiled yet: the first, second and third
# file of a new folder, and the first of them again, compiled before. The programs take turns. Prints the medians in
# seconds: on the clock, and of processor time with all compilers.
set -eu
rounds=$1
shift
source=$(cd "$(dirname "$0")/.." && pwd)/examples/transpose.hip
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT="%R %U %S"

for ((round = 0; round < rounds; ++round)); do
    for program in "$@"; do
        rm -rf "$folder/check"
        mkdir "$folder/check"
        cd "$folder/check"
        for file in first second third first; do
            cp -n "$source" $file.hip
            { time "$program" check $file.hip --cases 8 >/dev/null 2>&1; } 2>time
            state=$file
            [ "$file" = first ] && [ -e third.hip ] && state=again
            echo "$program $state $(cat time)" >>"$folder/all"
        done
        cd /
    done
done
median() { sort -n | awk '{ a[NR] = $1 } END { printf "%.2f", (a[int((NR + 1) / 2)] + a[int(NR / 2) + 1]) / 2 }'; }
for program in "$@"; do
    for state in first second third again; do
        of() { awk -v p="$program" -v s=$state '$1 == p && $2 == s { '"$1"' }' "$folder/all" | median; }
        echo "$program, $state: $(of 'print $3') s, of processors $(of 'print $4 + $5') s"
    done
done
