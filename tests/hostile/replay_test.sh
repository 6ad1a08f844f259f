#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# replay_test.sh PROGRAM [TIMES]: what a case does depends on the case alone. Kernels that read shared memory, variables
# and freed memory that nobody has set fail in some cases and hold in others; each finding about them fails again,
# TIMES times out of TIMES (default 100), and in a campaign of other cases before it.
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
"$program" check unset.hip --device cpu --seed 1 --cases 100 --store findings >said 2>&1
[ $? -eq 1 ] || { echo 'Nothing was found.'; cat said; exit 1; }
wrong=0
for kernel in shared_memory variable new_memory; do
    ls findings/*"$kernel"@cpu-*.json >/dev/null 2>&1 || { echo "No finding about $kernel."; wrong=1; }
done

count=0
for finding in findings/*.json; do
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

"$program" check unset.hip --device cpu --seed 2 --cases 300 --store findings --json again.json >said 2>&1
if grep -q 'Fixed' said; then echo 'A finding holds after other cases:'; cat said; wrong=1; fi
echo "$count findings, $times runs of each"
exit $wrong
