#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# random_test.sh TILEPROOF: programs with hipRAND draw the right numbers on the cpu devices, and their mistakes are found.
set -euo pipefail
tileproof=$(realpath "$1")
source=$(cd "$(dirname "$0")" && pwd)/random.hip
if [ ! -e /usr/include/hiprand/hiprand_kernel.h ] || [ ! -e /usr/include/rocrand/rocrand_kernel.h ]; then
    echo "Skipped: hipRAND's headers are not here; they are in the packages librocrand-dev and libhiprand-dev."
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$source" random.hip
cp "$(dirname "$source")/noise.hip" noise.hip
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }

for device in cpu cpu-checked; do
    "$tileproof" run --device $device random.hip -lhiprand >out 2>&1 || fail "$device: $(cat out)"
    grep -qx right out || fail "$device: $(cat out)"
    grep -qx 'tileproof: no findings.' out || fail "$device: $(cat out)"
    grep -q 'no random generator of type 500 was made: .*XORWOW, MRG32k3a and Philox4x32-10' out || fail "$(cat out)"
done

# A state that nobody began, and an output that is too short.
line_of() { grep -n "$1" random.hip | cut -d: -f1; }
code=0
"$tileproof" run random.hip -- mistakes >out 2>&1 || code=$?
[ $code = 1 ] || fail "with mistakes: $code, $(cat out)"
grep -qE "^random.hip:$(line_of 'of a state that nobody began'): uninitialised read: thread \(0,0,0\) of block \(0,0,0\) of draw reads" out ||
    fail "$(cat out)"
grep -qE "^random.hip:$(line_of 'one more than there is room for'): copy out of bounds: this copy writes 260 bytes .* of 256 bytes" out ||
    fail "$(cat out)"

# Kernel tests.
code=0
"$tileproof" check --cases 20 --seed 1 noise.hip >out 2>&1 || code=$?
[ $code = 1 ] || fail "noise.hip: $code, $(cat out)"
grep -q '^right_noise, 20 cases on cpu, 20 on cpu-checked: held K1-K6 K9' out || fail "$(cat out)"
grep -q '^wrong_noise, .*: FAILED K1' out || fail "$(cat out)"
grep -qE 'noise.hip:30:23, in add_noise_of_the_block' out || fail "$(cat out)"

# What is not there is said in a sentence.
printf '#include <hiprand/hiprand_of_later.h>\nint main() {}\n' >later.hip
"$tileproof" run later.hip >out 2>&1 && fail "a header that is not there: $(cat out)"
grep -q "hipRAND's headers are in Debian's packages librocrand-dev and libhiprand-dev" out || fail "$(cat out)"
printf '#include <hiprand/hiprand.h>\nint main() { hiprandDestroyDistribution(nullptr); }\n' >distribution.hip
"$tileproof" run distribution.hip >out 2>&1 && fail "a function that is not there: $(cat out)"
grep -q "'hiprandDestroyDistribution' is unavailable: the cpu devices do not have it" out || fail "$(cat out)"
