#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# jobs_test.sh PROGRAM: with any number of worker processes the same seed gives the same counts, verdicts and findings.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
. "$here/kernels.sh"
write_kernels
# Of a report, what is no time, no date and no name of a folder.
essence() {
    grep -E '"(law|property|cases|failed_cases|discarded|verdict|case|index|first_seen_as|minimized|dims|data_seed)":' "$1" | sed 's/([0-9.]* s,/(/'
}
wrong=0
for jobs in 1 2 3 8; do
    "$program" check wrong.hip --device cpu --device cpu-checked --cases 80 --seed 5 --jobs $jobs --store "store-$jobs" \
        --json report.json >said 2>&1
    [ $? -eq 1 ] || { echo "With $jobs jobs nothing is found."; cat said; exit 1; }
    essence report.json >"kernel-$jobs"
    "$program" verify --device host --device cpu --filter '*t*' --cases 40 --seed 5 --jobs $jobs --store "none-$jobs" \
        --json report.json >said 2>&1
    [ $? -eq 0 ] || { echo "With $jobs jobs verify does not hold."; cat said; exit 1; }
    essence report.json >"verify-$jobs"
    for what in kernel verify; do
        [ -s $what-1 ] && diff $what-1 "$what-$jobs" || { echo "$what differs with $jobs jobs."; wrong=1; }
    done
done
exit $wrong
