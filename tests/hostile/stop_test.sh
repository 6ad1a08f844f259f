#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# stop_test.sh PROGRAM: long work says how long it may take, and ends when it is asked to, in whatever it is.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
. "$here/kernels.sh"
write_kernels
wrong=0
sed 's/const long i =/for (volatile int turn = 1; turn;) {} &/' right.hip >hangs.hip

# stop NAME CODE WORDS COMMAND..: it says WORDS by itself, and ends with CODE within ten seconds of being asked.
stop() {
    local name=$1 expected=$2 words=$3 code
    shift 3
    "$@" >said 2>&1 &
    local pid=$!
    for i in $(seq 600); do
        grep -qE "$words" said && break
        sleep 0.1
    done
    grep -qE "$words" said || { echo "$name does not say '$words':"; tail -c 600 said; wrong=1; }
    kill -TERM $pid
    # No subshell watches: one that is killed as soon as it is made runs the trap above.
    for i in $(seq 100); do
        kill -0 $pid 2>/dev/null || break
        sleep 0.1
    done
    kill -KILL $pid 2>/dev/null
    wait $pid
    code=$?
    [ $code -eq "$expected" ] || { echo "$name ended with $code, and must with $expected."; tail -c 600 said; wrong=1; }
}

"$program" check hangs.hip --device cpu --cases 1 --time-limit 100ms --store none >/dev/null 2>&1  # compiled once
# 143: by the signal itself, at once. (An interrupt does the same, but shells keep it from what they start with &.)
stop 'A copy of many runs' 143 'copying, [0-9]+ of 2147483647, about [0-9]+ s left' "$program" copy --repeat 2147483647
stop 'One launch that takes long' 143 's: copying, about [0-9]+ s left' \
    "$program" copy --device cpu-checked --m 16384 --n 8192 --warmup 0 --repeat 1
stop 'A benchmark' 143 's: timing transposes, [0-9]+ of [0-9]+' \
    "$program" bench transpose --device cpu --shape 8192x8192x4 --shape 8192x8192x8
# Compiling has no progress to show, and says what was stopped.
sed '3i constexpr int turns() { int n = 0; while (n < 2000000000) ++n; return n; }\nstatic_assert(turns() > 0);' right.hip >long.hip
"$program" check long.hip --flag=-fconstexpr-steps=2147483647 --store none >said 2>&1 &
sleep 2
kill -TERM $!
wait $!
code=$?
[ $code -eq 143 ] && grep -q '^tileproof: Stopped while compiling long.hip for cpu, cpu-checked\.$' said || {
    echo "Who is stopped while compiling says (exit code $code):"; tail -c 600 said; wrong=1; }
# A campaign writes its report.
stop 'A campaign in a case that hangs' 2 'tileproof' "$program" check hangs.hip --device cpu --budget 100s --time-limit 100s \
    --store none --json report.json
grep -q '"interrupted": true' report.json || { echo 'The report of what was stopped is missing.'; wrong=1; }
exit $wrong
