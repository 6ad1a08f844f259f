#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# memory_test.sh PROGRAM: a kernel that takes all memory is no finding, whoever ends it: the limit of --memory-limit, or
# the system (in a control group with little memory; skipped where none can be made). Other tests of the file are judged.
set -uo pipefail
program=$1 scratch=$(mktemp -d) group=
cleanup() {
    for _ in 1 2 3 4 5; do [ -z "$group" ] || rmdir "$group" 2>/dev/null && break; sleep 0.2; done
    rm -rf "$scratch"
}
trap cleanup EXIT
cd "$scratch"
cat >hungry.hip <<'END_OF_KERNEL'
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
#include <cstdlib>
#include <cstring>
__global__ void copy(const float* in, float* out, long n) {
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = in[i];
}
static void* volatile kept;  // or nothing is taken
static const tileproof::kernel_test hungry =
    tileproof::elementwise<float, float>("hungry", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            constexpr std::size_t piece = 64u << 20;
            for (std::size_t taken = 0; n > 2 && taken < (std::size_t{8} << 30); taken += piece) {
                kept = std::malloc(piece);
                if (void* const more = kept) std::memset(more, 1, piece);
            }
            if (n > 0) copy<<<(n + 63) / 64, 64>>>(in, out, n);
        });
static const tileproof::kernel_test modest =
    tileproof::elementwise<float, float>("modest", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            if (n > 0) copy<<<(n + 63) / 64, 64>>>(in, out, n);
        });
END_OF_KERNEL
wrong=0
complain() { printf '%s\n' "$1"; head -c 3000 said; wrong=1; }
check() {  # WORDS OPTION...: exit code 2, no finding, the words, and the other test is judged
    local words=$1
    shift
    rm -rf findings
    "$@" "$program" check hungry.hip --device cpu --cases 30 --seed 1 --jobs 1 --store findings --memory-limit "$limit" >said 2>&1
    [ $? -eq 2 ] || complain "The exit code is not 2 ($limit):"
    [ -z "$(ls findings/*.json 2>/dev/null)" ] || complain "A finding is stored ($limit):"
    tr -s ' \n' '  ' <said | grep -q "$words" || complain "'$words' is not said ($limit):"
    [ "$(sed -n '/^modest on cpu/,/^$/p' said | grep -c ' held$')" -eq 7 ] || complain "The other test is not judged ($limit):"
}
limit=400MiB
check 'more than the 0.39 GiB that a process may take here, and was stopped' env

# A group of the memory controller, version 2 or 1.
own=$(sed -n 's/^0:://p' /proc/self/cgroup)
for parent in "/sys/fs/cgroup$own" "/sys/fs/cgroup/memory$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup)"; do
    group=$parent/tileproof-test-$$
    mkdir "$group" 2>/dev/null || { group=; continue; }
    for file in memory.max memory.limit_in_bytes; do
        [ -f "$group/$file" ] && echo 600M >"$group/$file" 2>/dev/null && break 2
    done
    rmdir "$group"
    group=
done
[ -n "$group" ] || { [ $wrong -eq 0 ] && echo 'No control group with a limit of memory can be made here.' && exit 77; exit 1; }
[ ! -f "$group/memory.swap.max" ] || echo 0 >"$group/memory.swap.max"
in_group() { bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"; }
limit=1000GiB
check 'The system ran out of memory in a case of hungry@cpu and ended its process' in_group
# What a group leaves is known before much is taken.
in_group "$program" copy --m 20000 --n 20000 >said 2>&1
[ $? -eq 2 ] && tr -s ' \n' '  ' <said | grep -q 'its control group leaves 0\.[0-9] GiB' || complain 'A copy of 3 GiB begins in a group of 600 MiB:'
exit $wrong
