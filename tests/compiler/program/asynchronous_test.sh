#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# asynchronous_test.sh TILEPROOF HIPCC: a kernel may wait for the host, another stream or the clock, on both devices: its launch
# returns, what is behind it on its stream waits, and others go on. What nobody lets go on is told.
set -uo pipefail
tileproof=$(realpath "$1") hipcc=$(realpath "$2")
source=$(cd "$(dirname "$0")" && pwd)/asynchronous.hip
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$source" asynchronous.hip
wrong=0
complain() { printf '%s\n' "$1"; head -c 2000 out; wrong=1; }
line() { grep -n "$1" asynchronous.hip | head -1 | cut -d: -f1; }

for device in cpu cpu-checked; do
    TILEPROOF_DEVICE=$device "$hipcc" -O2 asynchronous.hip -o $device >out 2>&1 || { complain "$device: it is not built:"; continue; }
    for way in the_host in_order the_default_stream ping_pong a_queue another_stream a_copy a_value a_host_function a_function_that_blocks the_clock; do
        timeout 60 ./$device $way >out 2>&1 && grep -qx 'tileproof: no findings.' out || complain "$device: $way ends with $?:"
    done
    # A launch that waits, and a host that waits for it; and a program that ends without waiting.
    for way in nobody nobody_on_the_default_stream is_left; do
        TILEPROOF_RUN_TIME_LIMIT=0.3 timeout 60 ./$device $way >out 2>&1
        code=$?
        [ $code -eq 1 ] && grep -q "asynchronous.hip:$(line 'while (__hip_atomic_load(flag')" out || complain "$device: $way ends with $code:"
        grep -q "63 wait at .*asynchronous.hip:$(($(line 'out.threadIdx.x. = in.threadIdx') - 1))" out || complain "$device: $way does not tell of the barrier:"
        [ "$(grep -c 'hang: ' out)" -eq 1 ] && [ $(grep -c '' out) -le 4 ] || complain "$device: $way has other findings:"
    done
done
timeout 60 ./cpu a_later_block >out 2>&1 || complain "cpu: a_later_block ends with $?:"
for way in no_order:'race with the host' streams_race:'race between streams'; do
    timeout 60 ./cpu-checked ${way%%:*} >out 2>&1
    [ $? -eq 1 ] && grep -q "${way#*:}" out && grep -qx 'tileproof: 1 finding.' out || complain "cpu-checked: $way:"
done
"$tileproof" run asynchronous.hip -- the_host >out 2>&1 || complain "tileproof run: the_host ends with $?:"
exit $wrong
