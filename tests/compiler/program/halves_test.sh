#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# halves_test.sh TILEPROOF: a program that only clang's own HIP front end can compile runs, and its bugs are found, on both devices.
set -euo pipefail
tileproof=$(realpath "$1")
source=$(cd "$(dirname "$0")" && pwd)/halves.hip
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$source" halves.hip
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }

for device in cpu cpu-checked; do
    "$tileproof" run --device $device halves.hip >out 2>&1 || fail "$device: $(cat out)"
    grep -qx '1 2, 50 43 0' out || fail "$device: $(cat out)"
done
code=0
"$tileproof" run --json found.json halves.hip -- early >out 2>&1 || code=$?
[ $code = 1 ] || fail "exit code $code: $(cat out)"
grep -qE '^halves.hip:33: (uninitialised read|race): thread \(.*\) of block \(0,0,0\) of scale<float> reads 4 bytes' out || fail "the missing barrier is not found: $(cat out)"
grep -q '"kernel": "scale<float>"' found.json || fail "$(cat found.json)"

# Device functions of one name in two files are told by the linker: none takes the other's place.
for n in 1 2; do
    printf "#include <hip/hip_runtime.h>\n__device__ _Float16 own(_Float16 v) { return __builtin_amdgcn_fmed3h(v, v, $n); }\n__global__ void k$n(_Float16* p) { *p = own(*p); }\n" >file$n.hip
done
printf 'int main() {}\n' >>file1.hip
"$tileproof" run file1.hip file2.hip >out 2>&1 && fail "one function for two: $(cat out)"
grep -q 'multiple definition of .*own' out || fail "$(cat out)"

# Blocks beyond __launch_bounds__ are a finding.
sed 's/__global__ void scale/__global__ void __launch_bounds__(32) scale/' halves.hip >bounds.hip
code=0
"$tileproof" run bounds.hip >out 2>&1 || code=$?
grep -q 'have 64 threads, and its __launch_bounds__ allow 32' out || fail "a block beyond its bounds: exit code $code, $(cat out)"

# What neither way can compile is told once, in the words of the first.
printf '#include <hip/hip_runtime.h>\n__global__ void k(int* p) { *p = nobody; }\nint main() {}\n' >wrong.hip
"$tileproof" run wrong.hip >out 2>&1 && fail "it compiles"
[ "$(grep -c "wrong.hip:2:.*undeclared identifier 'nobody'" out)" = 1 ] || fail "$(cat out)"
