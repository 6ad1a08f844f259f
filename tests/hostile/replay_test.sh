#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# replay_test.sh PROGRAM [TIMES]: what a case does depends on the case alone. Kernels that read shared memory, variables
# and freed memory that nobody has set fail in some cases and hold in others; each finding about them fails again,
# TIMES times out of TIMES (default 100), and in a campaign of other cases before it: on cpu and on cpu-checked, and
# compiled by g++ as by clang.
set -uo pipefail
program=$1 times=${2:-100} scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >unset.hip <<'END'
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>

// Wrong where the lowest bits of what nobody has set are such: in a case of eight, or of a few. The first one leaves
// behind what another case would fail by.
template <int N>
__global__ void from_shared(const float* in, float* out, long n) {
    __shared__ unsigned part[N];
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = n % 2 == 0 && (part[threadIdx.x] & 7) == 7 ? -in[i] - 1 : in[i];
    part[threadIdx.x] = n % 2 ? 7 : 0;
}
__global__ void from_variable(const float* in, float* out, long n) {
    volatile unsigned unset[16];
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = (unset[n % 16] & 7) == 2 ? -in[i] - 1 : in[i];
    for (auto& u : unset) u = static_cast<unsigned>(n);
}
__global__ void from_memory(const unsigned* freed, const float* in, float* out, long n) {
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = (freed[i] & 3) == 3 ? -in[i] - 1 : in[i];
}
static const tileproof::kernel_test shared_memory =
    tileproof::elementwise<float, float>("shared_memory", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            if (n > 0) from_shared<64><<<(n + 63) / 64, 64>>>(in, out, n);
        });
static const tileproof::kernel_test variable =
    tileproof::elementwise<float, float>("variable", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            if (n > 0) from_variable<<<(n + 63) / 64, 64>>>(in, out, n);
        });
static const tileproof::kernel_test new_memory =
    tileproof::elementwise<float, float>("new_memory", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            unsigned* fresh = nullptr;
            (void)hipMalloc(&fresh, n * sizeof(unsigned) + 4);
            if (n > 0) from_memory<<<(n + 63) / 64, 64>>>(fresh, in, out, n);
            (void)hipMemset(fresh, static_cast<int>(n * 3), n * sizeof(unsigned) + 4);
            (void)hipFree(fresh);
        });
static const tileproof::kernel_test freed_memory =
    tileproof::elementwise<float, float>("freed_memory", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            unsigned* freed = nullptr;
            (void)hipMalloc(&freed, n * sizeof(unsigned) + 4);
            (void)hipMemset(freed, static_cast<int>(n * 5), n * sizeof(unsigned) + 4);
            (void)hipFree(freed);
            if (n > 0) from_memory<<<(n + 63) / 64, 64>>>(freed, in, out, n);
        });
END
# The same in a kernel that is no template, in a function that it calls, and in one with C's names.
cat >shared.hip <<'END'
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
inline __device__ unsigned swapped(unsigned mine) {
    __shared__ unsigned part[64];
    const unsigned old = part[threadIdx.x];
    part[threadIdx.x] = mine;
    return old;
}
__global__ void plain(const float* in, float* out, long n) {
    alignas(16) __shared__ unsigned part[64], other[64];
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = n % 2 == 0 && (other[threadIdx.x] & 7) == 7 ? -in[i] - 1 : in[i];
    part[threadIdx.x] = other[threadIdx.x] = n % 2 ? 7 : 0;
}
extern "C" __global__ void calls(const float* in, float* out, long n) {
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    const unsigned old = swapped(n % 2 ? 7 : 0);
    if (i < n) out[i] = n % 2 == 0 && (old & 7) == 7 ? -in[i] - 1 : in[i];
}
static const tileproof::kernel_test in_plain =
    tileproof::elementwise<float, float>("in_plain", [](float v) { return v; })
        .waves({32, 64})
        .launch([](const float* in, float* out, long n) {
            if (n > 0) plain<<<(n + 63) / 64, 64>>>(in, out, n);
        });
static const tileproof::kernel_test in_called =
    tileproof::elementwise<float, float>("in_called", [](float v) { return v; })
        .waves({32, 64})
        .launch([](const float* in, float* out, long n) {
            if (n > 0) calls<<<(n + 63) / 64, 64>>>(in, out, n);
        });
END
wrong=0 count=0

# FILE STORE KERNELS OPTION...
judge() {
    local file=$1 store=$2 kernels=$3
    shift 3
    "$program" check "$file" "$@" --seed 1 --cases 100 --store "$store" >said 2>&1
    [ $? -eq 1 ] || { echo "Nothing was found in $file with $*."; cat said; wrong=1; return; }
    for kernel in $kernels; do
        ls "$store"/*"$kernel"@cpu*.json >/dev/null 2>&1 || { echo "No finding about $kernel with $*."; wrong=1; }
    done
    "$program" check "$file" "$@" --seed 1 --cases 100 --jobs 3 --store "$store-3" >said 2>&1
    diff <(ls "$store") <(ls "$store-3") || { echo "Three jobs find something else in $file with $*."; wrong=1; }
    for finding in "$store"/*.json; do
        count=$((count + 1))
        "$program" replay "$finding" >first 2>&1
        [ $? -eq 1 ] || { echo "$finding does not fail again:"; cat first; wrong=1; continue; }
        failed=1
        for ((i = 1; i < times; ++i)); do
            "$program" replay "$finding" >again 2>&1
            [ $? -eq 1 ] && cmp -s first again && failed=$((failed + 1))
        done
        [ $failed -eq "$times" ] || { echo "$finding fails in the same way $failed of $times times."; wrong=1; }
    done
    "$program" check "$file" "$@" --seed 2 --cases 300 --store "$store" --json again.json >said 2>&1
    if grep -q 'Fixed' said; then echo "A finding of $file with $* holds after other cases:"; cat said; wrong=1; fi
}
judge unset.hip findings 'shared_memory variable new_memory' --device cpu
judge shared.hip shared 'in_plain in_called' --device cpu
judge shared.hip checked 'in_plain in_called' --device cpu-checked
if command -v g++ >/dev/null; then
    judge unset.hip findings-gcc 'shared_memory new_memory' --device cpu --compiler g++
    judge shared.hip shared-gcc 'in_plain in_called' --device cpu --compiler g++
else
    echo 'There is no g++: its copies are not tried.'
fi
echo "$count findings, $times runs of each"
exit $wrong
