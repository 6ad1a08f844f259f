#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The mutation score of compiler/passes: writes every mutant into a copy of the passes, builds that copy once, and lets the
# modules of tests/compiler/passes (*.ll) attack the mutants that they reach, one by one.
#
#   tests/mutation/passes.sh TOOL                     all of them; TOOL is tileproof-mutants (./dev mutate builds it)
#   tests/mutation/passes.sh TOOL --sample 300        so many, drawn with the seed 1
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$root/build/mutated_passes
llvm=/usr/lib/llvm-19
tool=$1 sample=0
[ "${2:-}" = --sample ] && sample=$3
rm -rf "$work" && mkdir -p "$work"/{source,reached,out}
flags=(-std=c++20 -fPIC -fno-rtti -fno-exceptions -O1 -w -I"$work/source" -I"$root" -isystem "$llvm/include")

cd "$root"
sources=(compiler/passes/*.cpp)
for f in "${sources[@]}"; do
    printf '{"directory": "%s", "file": "%s/%s", "arguments": ["clang++-19", ' "$root" "$root" "$f"
    printf '"%s", ' "${flags[@]}"
    printf '"-c", "%s/%s"]}\n' "$root" "$f"
done | jq -s . >"$work/compile_commands.json"
bash tests/mutation/sample.sh "$tool" "$root" "$work" "$work/source" "${sources[@]}"
for f in "${sources[@]}"; do printf '#include "%s/source/%s"\n' "$work" "$f"; done >"$work/all.cpp"
cat >"$work/active.cpp" <<'CPP'
#include <cstdio>
#include <cstdlib>
#include <set>
namespace tileproof::cpu_engine {
bool mutant_active(int id) noexcept {
    static const int active = std::getenv("MUTANT") ? std::atoi(std::getenv("MUTANT")) : 0;
    static std::FILE* const list = std::getenv("REACHED") ? std::fopen(std::getenv("REACHED"), "w") : nullptr;
    static std::set<int> reached;
    if (list && reached.insert(id).second) std::fprintf(list, "%d\n", id), std::fflush(list);
    return id == active;
}
}
CPP
echo "Building all of them at once" >&2
clang++-19 "${flags[@]}" -shared "$work/all.cpp" "$work/active.cpp" -o "$work/passes.so"

# attack MODULE: whether the pass does to the module what the module says.
attack() { timeout 20 bash tests/compiler/passes/check.sh "$work/passes.so" $llvm/bin/opt $llvm/bin/FileCheck "$1" >/dev/null 2>&1; }
for module in "$root"/tests/compiler/passes/*.ll; do
    REACHED=$work/reached/$(basename "$module") attack "$module" ||
        { echo "$module fails without a mutant" >&2; exit 2; }
done
jq -r '.[].id' "$work/source/mutants.json" | shuf --random-source=<(yes 1) | { if [ "$sample" = 0 ]; then cat; else head -n "$sample"; fi; } >"$work/drawn"
judge() {
    local modules
    modules=$(cd "$work/reached" && grep -lx "$1" * || true)
    [ -n "$modules" ] || { echo "not_reached $1"; return; }
    for module in $modules; do
        MUTANT=$1 attack "$root/tests/compiler/passes/$module" || { echo "killed $1"; return; }
    done
    echo "survived $1"
}
export -f judge attack
export work llvm root
xargs -P "${TILEPROOF_JOBS:-$(nproc)}" -I{} bash -c 'judge {}' <"$work/drawn" >"$work/judged"
cut -d' ' -f1 "$work/judged" | sort | uniq -c
while read -r how id; do
    [ "$how" = killed ] || jq -r --arg how "$how" --argjson id "$id" '.[] | select(.id == $id) | "\($how) \(.file):\(.line): \(.place)"' "$work/source/mutants.json"
done <"$work/judged" | sort >"$work/survivors.txt"
echo "The others: $work/survivors.txt" >&2
