#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# state_test.sh PROGRAM: what a case, a test or a run before left behind makes no verdict: a wrong kernel is found, a right one
# holds, and what was found is not called fixed while nothing has changed.
set -uo pipefail
program=$1 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export TILEPROOF_EXPLAIN=0  # verdicts and findings, and no more
wrong=0
complain() { printf '%s\n' "$1"; [ ! -f said ] || head -c 3000 said; wrong=1; }
# NAME, then the kernels and tests on standard input
file() {
    { printf '#include <hip/hip_runtime.h>\n#include <tileproof/kernel_test.hpp>\n#include <chrono>\n#include <thread>\n#include <unistd.h>\n'; cat; } >"$1.hip"
}
# NAME EXIT-CODE: with one worker and with several
check() {
    for jobs in 1 3; do
        timeout 300 "$program" check "$1.hip" --cases 60 --seed 1 --jobs $jobs --store "$1-$jobs" >said 2>&1
        local code=$?
        [ $code -eq "$2" ] || complain "$1 with $jobs jobs ends with $code and not $2:"
    done
}
finding_of() { ls "$1-1"/K*@cpu-[0-9a-f]*.json | head -1; }

# The first n is remembered: it fails after a case of another n only, and each time.
file first_n <<'END'
__global__ void twice(const int* in, int* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
static const tileproof::kernel_test first_n =
    tileproof::elementwise<int, int>("first_n", [](int v) { return 2 * v; }).launch([](const int* in, int* out, long n) {
        static const long first = n;
        if (n > 0) twice<<<(n + 63) / 64, 64>>>(in, out, first < n ? first : n);
    });
END
check first_n 1
[ "$(cd first_n-1 && ls)" = "$(cd first_n-3 && ls)" ] || complain 'Other jobs find something else.'
finding=$(finding_of first_n)
grep -q '"after": \[' "$finding" || complain 'No earlier case is stored.'
[ "$(grep -c '"dims": \[' "$finding")" -le 4 ] || complain 'More than one earlier case is stored.'
"$program" replay "$finding" >said 2>&1
[ $? -eq 1 ] && grep -q 'It still fails' said || complain 'The finding does not fail again:'
"$program" findings prune --store first_n-1 >said 2>&1
[ -e "$finding" ] || complain 'A finding that fails was deleted:'
"$program" minimize "$finding" --budget 5s --out programs >said 2>&1
[ $? -eq 1 ] || complain 'The finding is not made smaller:'

# A table that another test fills, and one that a test fills itself, once.
file table <<'END'
__device__ int factors[64];
__global__ void fill() { factors[threadIdx.x] = 2; }
__global__ void scale(const int* in, int* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = factors[threadIdx.x] * in[i];
}
static const tileproof::kernel_test fills =
    tileproof::elementwise<int, int>("fills", [](int v) { return 2 * v; }).launch([](const int* in, int* out, long n) {
        static const bool once = [] { fill<<<1, 64>>>(); return true; }();
        static int* const workspace = [] { int* p; return hipMalloc(&p, 1 << 20) == hipSuccess ? p : nullptr; }();
        if (once && workspace && n > 0) scale<<<(n + 63) / 64, 64>>>(in, out, n);
    });
#ifdef FORGETS
static const tileproof::kernel_test forgets =
    tileproof::elementwise<int, int>("forgets", [](int v) { return 2 * v; }).launch([](const int* in, int* out, long n) {
        if (n > 0) scale<<<(n + 63) / 64, 64>>>(in, out, n);
    });
#endif
END
check table 0
{ printf '#define FORGETS\n'; cat table.hip; } >forgets.hip
check forgets 1
ls forgets-1 | grep -q fills && complain 'The test that fills its table is accused.'

# How the host rounds is not how a device rounds: a right kernel holds, and one that flushes subnormal numbers is found.
file rounding <<'END'
#include <cfenv>
#include <cmath>
#include <xmmintrin.h>
__global__ void third(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = in[i] / 3;
}
static const tileproof::kernel_test third_test =
    tileproof::elementwise<float, float>("third", [](float v) { return v / 3; }).launch([](const float* in, float* out, long n) {
        std::fesetround(FE_UPWARD);
        if (n > 0) third<<<(n + 63) / 64, 64>>>(in, out, n);
    });
#ifdef FLUSHES
__global__ void flushed(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = fabsf(in[i]) < 1.17549435e-38f ? copysignf(0, in[i]) : in[i];
}
static const tileproof::kernel_test flushed_test =
    tileproof::elementwise<float, float>("flushed", [](float v) { return v * 1.0f; }).launch([](const float* in, float* out, long n) {
        _mm_setcsr(_mm_getcsr() | 0x8040);  // results and operands that are subnormal become zero
        if (n > 0) flushed<<<(n + 63) / 64, 64>>>(in, out, n);
    });
#endif
END
check rounding 0
{ printf '#define FLUSHES\n'; cat rounding.hip; } >flushes.hip
check flushes 1
ls flushes-1 | grep -q third && complain 'The test that rounds upward is accused.'

# A thread that a test leaves behind writes into what its neighbour uses.
file thread <<'END'
__device__ int factor = 2;
int* volatile seen = &factor;
__global__ void scale(const int* in, int* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = factor * in[i];
}
static const tileproof::kernel_test neighbour =
    tileproof::elementwise<int, int>("a_neighbour", [](int v) { return v; }).launch([](const int* in, int* out, long n) {
        std::thread([] { for (int i = 0; i < 20000; ++i) { *seen = 3; std::this_thread::sleep_for(std::chrono::microseconds(100)); } }).detach();
        if (n > 0) scale<<<(n + 63) / 64, 64>>>(in, out, n);
    });
static const tileproof::kernel_test right =
    tileproof::elementwise<int, int>("right", [](int v) { return 2 * v; }).launch([](const int* in, int* out, long n) {
        if (n > 0) scale<<<(n + 63) / 64, 64>>>(in, out, n);
    });
END
check thread 1
ls thread-1 thread-3 | grep -q right && complain 'A right kernel is accused for what its neighbour does.'

# What depends on a file is not fixed when the file goes, and is when the source changes.
file outside <<'END'
__global__ void twice(const int* in, int* out, long n, int factor) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = factor * in[i];
}
static const tileproof::kernel_test outside =
    tileproof::elementwise<int, int>("outside", [](int v) { return 2 * v; }).launch([](const int* in, int* out, long n) {
        if (n > 0) twice<<<(n + 63) / 64, 64>>>(in, out, n, access("there", F_OK) == 0 ? 3 : 2);
    });
END
touch there
check outside 1
rm there
finding=$(finding_of outside)
"$program" replay "$finding" >said 2>&1
[ $? -eq 2 ] && grep -q 'It holds now, and is not fixed' said || complain 'A finding of an unchanged kernel is called fixed:'
"$program" findings prune --store outside-1 >said 2>&1
[ -e "$finding" ] || complain 'A finding of an unchanged kernel was deleted:'
printf 'int more;\n' >>outside.hip
"$program" replay "$finding" >said 2>&1
[ $? -eq 0 ] || complain 'A finding of another source is not fixed:'
"$program" findings prune --store outside-1 >said 2>&1
[ ! -e "$finding" ] || complain 'A fixed finding was kept:'
exit $wrong
