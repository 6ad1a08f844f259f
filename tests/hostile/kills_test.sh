#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kills_test.sh PROGRAM [KILLS]: a campaign is killed at random moments (default 100 times): by SIGKILL alone, and by
# SIGTERM and SIGINT to it and all that it has started at once, as service managers and terminals do. No finding that was
# stored is lost, none is stored about a right kernel, no file is left broken, no process is left.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 kills=${2:-100} scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
. "$here/kernels.sh"
write_kernels
wrong=0
for kernel in wrong right; do
    "$program" check $kernel.hip --device cpu --cases 3 --seed 1 --store "warm-$kernel" >/dev/null 2>&1  # compiled once
done
RANDOM=7

descendants() {  # of a process, itself too
    local child
    echo "$1"
    for child in $(cat /proc/[0-9]*/stat 2>/dev/null | awk -v of="$1" '{ sub(/\(.*\)/, "x"); if ($4 == of) print $1 }'); do
        descendants "$child"
    done
}
fail() {
    echo "Kill $k: $1"
    [ ! -f said ] || tail -c 1500 said
    wrong=1
}

had=0
for ((k = 1; k <= kills; ++k)); do
    kernel=wrong
    [ $((k % 3)) -ne 0 ] || kernel=right
    signal=KILL
    case $((k % 4)) in 1) signal=TERM ;; 2) signal=INT ;; esac
    "$program" check $kernel.hip --device cpu --budget 2s --seed $k --jobs 2 --store store-$kernel >said 2>&1 &
    pid=$!
    sleep "$(printf '0.%03d' $((RANDOM % 900)))"
    all=$(descendants $pid)
    if [ $signal = KILL ]; then kill -KILL $pid 2>/dev/null; else kill -$signal $all 2>/dev/null; fi
    wait $pid 2>/dev/null
    code=$?
    [ $kernel = wrong ] || [ $code -ne 1 ] || fail 'a right kernel failed'
    [ $kernel = right ] || [ $code -ne 0 ] || fail 'a wrong kernel held'
    for i in 1 2 3 4 5 6 7 8 9 10; do
        left=$(for p in $all; do [ -d "/proc/$p" ] && grep -q '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$p/status" 2>/dev/null && echo "$p"; done)
        [ -z "$left" ] && break
        sleep 0.2
    done
    [ -z "$left" ] || fail "processes are left: $(ps -o pid,ppid,stat,args -p $left)"
    ls store-right/*.json >/dev/null 2>&1 && fail 'a finding about a right kernel was stored'
    now=$(ls store-wrong/K1-*.json 2>/dev/null | wc -l)
    [ "$now" -gt 0 ] || [ "$had" -eq 0 ] || fail 'a stored finding is lost'
    [ "$now" -eq 0 ] || had=1
done
# A limit of processor time ends worker after worker: that says nothing about the kernel.
k=limit
(ulimit -t 1; exec "$program" check right.hip --device cpu --budget 6s --seed 1 --jobs 1 --store store-right) >said 2>&1
[ $? -ne 1 ] && ! ls store-right/*.json >/dev/null 2>&1 || fail 'a limit of processor time made a finding'
said_findings=$("$program" findings list --store store-wrong 2>&1 >/dev/null)
[ -z "$said_findings" ] || { k=after; fail "findings cannot be read: $said_findings"; }

# Undisturbed, it finds what it would have found, and leaves nothing else behind.
k=after
rm -f said
"$program" check wrong.hip --device cpu --cases 60 --seed 1 --store store-wrong >said 2>&1
[ $? -eq 1 ] || fail 'the last run found nothing'
[ -z "$(find . -name '*.case')" ] || fail 'running cases were left'
[ $had -eq 1 ] || fail 'no kill came after a finding was stored; the machine is too slow for this test'
echo "$kills kills"
exit $wrong
