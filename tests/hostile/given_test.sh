#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# given_test.sh PROGRAM: streams that are closed, and limits under which nothing can run, when the command begins.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export TILEPROOF_EXPLAIN=0  # verdicts and findings, and no more
. "$here/kernels.sh"
write_kernels
wrong=0
complain() { printf '%s\n' "$1"; [ ! -f said ] || head -c 2000 said; wrong=1; }
check() { timeout 120 "$program" check "$@" --device cpu --cases 20 --seed 1 --json result.json; }
for closed in '<&-' '2>&-' '<&- 2>&-'; do
    rm -rf .tileproof result.json
    eval "check right.hip $closed" >said 2>&1
    [ $? -eq 0 ] || complain "With $closed a right kernel does not hold:"
    rm -f result.json
    eval "check wrong.hip $closed" >said 2>&1
    [ $? -eq 1 ] || complain "With $closed a wrong kernel is not found:"
    grep -q FAILED result.json || complain "With $closed the report is lost."
done
for closed in '>&-' '<&- >&-'; do  # where the report was to go
    eval "check right.hip $closed" >said 2>&1
    [ $? -eq 2 ] || complain "With $closed the command does not end with 2:"
    grep -q 'Standard output cannot be written' said || complain "With $closed nothing says so:"
done
# Whoever ignores SIGCHLD is not told how a child ended.
for kernel in right wrong; do
    timeout 120 env --ignore-signal=CHLD "$program" check $kernel.hip --device cpu --cases 20 --seed 1 >said 2>&1
    [ $? -eq "$([ $kernel = wrong ] && echo 1 || echo 0)" ] || complain "With SIGCHLD ignored the $kernel kernel has another verdict:"
done
limited() {  # ULIMIT-ARGUMENTS WORDS
    (ulimit $1 && timeout 120 "$program" check right.hip --device cpu --cases 20 --seed 1) >said 2>&1
    [ $? -eq 2 ] || complain "ulimit $1 does not end with 2:"
    grep -qF -- "$2" said || complain "ulimit $1 does not say '$2':"
}
limited '-s 64' 'The stack may take 64 KiB here'
limited '-d 16000' 'Data in memory may take 16000 KiB here'
exit $wrong
