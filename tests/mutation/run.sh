#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The mutation score of lib/ and kernels/ (docs/evidence/mutation.md): writes every mutant into a copy of the sources, builds
# that copy once, and attacks the mutants one by one.
#
#   tests/mutation/run.sh                         all of them, in build/mutation
#   tests/mutation/run.sh --sample 300 --seed 2   of these a sample; options go to mutation-attack
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$root/build/mutation
jobs=${TILEPROOF_JOBS:-$(nproc)}
folders=lib/,kernels/copy,kernels/layout,kernels/permute,kernels/product,kernels/relayout,kernels/transpose
say() { printf '%s\n' "$*" >&2; }

# The tree as it is, with what is not committed; the mutated copy takes the same place, so that a second run
# compiles only what changed.
copy_sources() {
    rm -rf "$1" && mkdir -p "$1"
    (cd "$root" && git ls-files -co --exclude-standard -z | tar -c --null --ignore-failed-read -T - -f - 2>/dev/null) |
        tar -x -C "$1"
}
configure() {
    cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG -w" \
        -DCMAKE_CXX_COMPILER=clang++-19 -DTILEPROOF_HIP=OFF -DTILEPROOF_CUDA=OFF -DTILEPROOF_BUILD_BENCHMARKS=OFF \
        -DTILEPROOF_BUILD_TESTS=OFF -DTILEPROOF_BUILD_MUTATION=ON \
        -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DTILEPROOF_COMMIT=mutated "-DTILEPROOF_JOIN_SOURCES=$3" >"$work/configure.log" 2>&1 ||
        { tail -n 30 "$work/configure.log" >&2; exit 2; }
}
# What includes the library, and the kernels.
translation_units() {
    (cd "$root" && grep -lE '"(tileproof|kernels|properties/(layout|tile|division|device))/' \
        kernels/{copy,layout,permute,product,relayout,transpose}/*.cpp \
        properties/{layout,layout/generator,tile,division,device,kernel,kernel/contracts}/*.cpp) |
        while IFS= read -r f; do ! grep -qF "/$f\"" "$work/tool/compile_commands.json" || echo "$f"; done
}
find_mutants() {
    local i
    for ((i = 0; i < jobs; i++)); do
        translation_units | awk -v n="$jobs" -v i="$i" 'NR % n == i' | sed "s|^|$work/original/|" |
            xargs "$work/tool/bin/tileproof-mutants" find "$work/tool" "$work/original" "$folders" "$work/found-$i.json" \
            >"$work/find-$i.log" 2>&1 &
    done
    wait
    for ((i = 0; i < jobs; i++)); do [ -s "$work/found-$i.json" ] || { tail "$work/find-$i.log" >&2; exit 2; }; done
}

mkdir -p "$work"
rm -f "$work"/found-*.json
say "Looking for mutants of ${folders//,/, }"
copy_sources "$work/original"
configure "$work/original" "$work/tool" OFF
cmake --build "$work/tool" -j "$jobs" --target tileproof-mutants >"$work/tool.log" 2>&1 || { tail "$work/tool.log" >&2; exit 2; }
find_mutants
copy_sources "$work/new"
"$work/tool/bin/tileproof-mutants" write "$work/new" "$work/mutants.json" "$work"/found-*.json >&2
# Only what differs is touched, so that a second run compiles little.
(cd "$work/new" && find . -type f -print0) | while IFS= read -r -d '' f; do
    cmp -s "$work/new/$f" "$work/source/$f" || { mkdir -p "$work/source/${f%/*}" && cp "$work/new/$f" "$work/source/$f"; }
done
configure "$work/source" "$work/build" ON
say "Building all of them at once"
cmake --build "$work/build" -j "$jobs" --target mutation-attack >"$work/build.log" 2>&1 ||
    { grep -m 20 -E 'error|FAILED' -A 3 "$work/build.log" >&2; exit 2; }
exec nice -n 10 "$work/build/bin/mutation-attack" "$work/mutants.json" "$work/score" --jobs "$jobs" \
    --judgements "$root/tests/mutation/survivors.txt" "$@"
