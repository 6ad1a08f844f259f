#!/bin/sh
# SPDX-License-Identifier: MIT
# Random compile-time chains, overnight: a new seed, write, compile, run, again and again until time is up.
#
#   tests/lib/static/chains/overnight.sh 8h               30m, 90s; one seed at least
#   tests/lib/static/chains/overnight.sh 8h build/chains  the build folder (this one is the default)
#   SEED=7 tests/lib/static/chains/overnight.sh 0s        one seed again
#
# One seed is 72 static descriptors (TILEPROOF_CHAINS_COUNT) and 40 static tile encodings, each compared with
# its dynamic twin and the reference. A seed that does not compile, or whose test fails, is kept with what was
# said in <build folder>/failed-<seed>.log, and the loop goes on. Exit code: 0 when every seed held, 1 when one
# did not, 2 when the loop could not run.
set -u
root=$(cd "$(dirname "$0")/../../../.." && pwd) || exit 2
time=${1:-}
build=${2:-$root/build/chains}
case $time in
    *h) seconds=$((${time%h} * 3600)) ;;
    *m) seconds=$((${time%m} * 60)) ;;
    *s) seconds=${time%s} ;;
    *) echo "overnight.sh: say for how long, for instance 8h, 30m or 90s, not '$time'." >&2; exit 2 ;;
esac
end=$(($(date +%s) + seconds))
jobs=${JOBS:-$(nproc)}
held=0
failed=0

configure() {
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTILEPROOF_HIP=OFF -DTILEPROOF_CUDA=OFF \
        "-DCMAKE_CXX_COMPILER=${CXX:-clang++-19}" "$@"
}
check_seed() {
    configure "-DTILEPROOF_CHAINS_SEED=$1" "-DTILEPROOF_TILES_SEED=$1" &&
        cmake --build "$build" -j "$jobs" --target test_lib_static_chains test_lib_static_tiles &&
        "$build/bin/tests/test_lib_static_chains" && "$build/bin/tests/test_lib_static_tiles"
}

mkdir -p "$build" || exit 2
configure > "$build/configure.log" 2>&1 || { cat "$build/configure.log" >&2; exit 2; }
while :; do
    seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
    if check_seed "$seed" > "$build/seed.log" 2>&1; then
        held=$((held + 1))
        echo "seed $seed held"
    else
        failed=$((failed + 1))
        mv "$build/seed.log" "$build/failed-$seed.log"
        echo "seed $seed FAILED: $build/failed-$seed.log"
    fi
    [ "$(date +%s)" -lt "$end" ] || break
done
echo "$held seeds held, $failed failed."
[ "$failed" -eq 0 ]
