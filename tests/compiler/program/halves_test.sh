#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# halves_test.sh TILEPROOF: a program with functions of one signature for host and device runs, and its bugs are found, on both
# devices; and what the two halves of a source, and several sources, are to each other.
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

# Device functions of one name in two files are two, or the linker tells them where files may call each other's.
for n in 1 2; do
    printf "#include <hip/hip_runtime.h>\n__device__ int own(int v) { return v + $n; }\n__global__ void k$n(int* p) { *p = own(*p); }\n" >file$n.hip
done
printf '__global__ void k2(int*);\nint main() {\n    int* p;\n    (void)hipMalloc(&p, 4), (void)hipMemset(p, 0, 4);\n' >>file1.hip
printf '    k1<<<1, 1>>>(p), k2<<<1, 1>>>(p);\n    int v;\n    (void)hipMemcpy(&v, p, 4, hipMemcpyDeviceToHost), (void)hipFree(p);\n    return v != 3;\n}\n' >>file1.hip
"$tileproof" run file1.hip file2.hip >out 2>&1 || fail "two functions of one name: $(cat out)"
"$tileproof" run -fgpu-rdc file1.hip file2.hip >out 2>&1 && fail "one function for two: $(cat out)"
grep -q 'multiple definition of .*own' out || fail "$(cat out)"
printf '#include <hip/hip_runtime.h>\n__device__ int own(int);\n__global__ void k2(int* p) { *p = own(*p) + 1; }\n' >file2.hip
"$tileproof" run -fgpu-rdc file1.hip file2.hip >out 2>&1 || fail "a function of another file: $(cat out)"

# Host code has no address of a function of the device.
printf '#include <hip/hip_runtime.h>\n__device__ int own(int v) { return v; }\n__global__ void k(int (*f)(int), int* p) { *p = f(*p); }\nstatic int (*const f)(int) = own;\nint main() { k<<<1, 1>>>(f, nullptr); }\n' >address.hip
"$tileproof" run address.hip >out 2>&1 && fail "an address that is not there: $(cat out)"
grep -q 'host code takes the address of own(int), a __device__ function, which has none there' out || fail "$(cat out)"

# What the cpu devices lack is an error in the user's file, whatever it is called by.
printf '#include <hip/hip_runtime.h>\n__global__ void k(int* p) {\n    asm volatile("s_trap 2" : : "v"(p));\n}\nint main() {}\n' >lacks.hip
for name in lacks.hip ./lacks.hip "$work/lacks.hip"; do
    "$tileproof" run "$name" >out 2>&1 && fail "$name compiles"
    grep -q 'lacks.hip:3.*error: the cpu devices do not have inline assembly "s_trap 2"' out || fail "$name: $(cat out)"
done

# What ends a kernel: a finding of its own at its line.
printf '#include <hip/hip_runtime.h>\n#include <assert.h>\n__global__ void k() {\n    if (threadIdx.x == 40) ENDS;\n}\nint main() { k<<<1, 64>>>(); }\n' >ends.hip
"$tileproof" run '-DENDS=assert(threadIdx.x != 40)' ends.hip >out 2>&1 && fail "an assertion: $(cat out)"
grep -qE '^ends.hip:4: assertion: thread \(40,0,0\) of block \(0,0,0\) of k ends the kernel: ' out || fail "$(cat out)"
"$tileproof" run '-DENDS=abort()' ends.hip >out 2>&1 && fail "abort(): $(cat out)"
grep -qE '^ends.hip:4: .*thread \(40,0,0\) of block \(0,0,0\) of k' out || fail "$(cat out)"

# The host aborts in the middle of a call of HIP, in its own operator new: what was found before is told, and the program ends.
cat >midst.hip <<'HIP'
#include <hip/hip_runtime.h>
#include <cstdlib>
#include <new>
int left = 0;
void* operator new(std::size_t bytes) {
    if (left > 0 && --left == 0) abort();
    return malloc(bytes);
}
void operator delete(void* p) noexcept { free(p); }
void operator delete(void* p, std::size_t) noexcept { free(p); }
__global__ void strays(int* p) { p[64] = 1; }
int main() {
    int* p = nullptr;
    if (hipMalloc(&p, 256) != hipSuccess) return 0;
    strays<<<1, 1>>>(p);
    left = ABORTS_AT;
    return hipMalloc(&p, 256) != hipSuccess;
}
HIP
for allocation in 1 2 3 4 5; do
    code=0
    timeout 60 "$tileproof" run -DABORTS_AT=$allocation midst.hip >out 2>&1 || code=$?
    [ $code = 134 ] && grep -q '^midst.hip:11: out of bounds' out || fail "an abort in allocation $allocation of hipMalloc: $code, $(cat out)"
done

# Blocks beyond __launch_bounds__ are a finding.
sed 's/__global__ void scale/__global__ void __launch_bounds__(32) scale/' halves.hip >bounds.hip
code=0
"$tileproof" run bounds.hip >out 2>&1 || code=$?
grep -q 'have 64 threads, and its __launch_bounds__ allow 32' out || fail "a block beyond its bounds: exit code $code, $(cat out)"

# What is wrong in both halves is told once.
printf '#include <hip/hip_runtime.h>\n__global__ void k(int* p) { *p = nobody; }\nint main() {}\n' >wrong.hip
"$tileproof" run wrong.hip >out 2>&1 && fail "it compiles"
[ "$(grep -c "wrong.hip:2:.*undeclared identifier 'nobody'" out)" = 1 ] || fail "$(cat out)"

# What clang's HIP headers declare, as CK's operators and AMD's articles use it: std::powf and its like, functions of the device library by
# their names, one half's negation, and a pair of halves toward zero, which is a vector of __fp16. A template may have an explicit specialisation
# for each side.
cat >declared.hip <<'HIP'
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdio>
using pair = __fp16 __attribute__((ext_vector_type(2)));
template <class T> __host__ T sided(T v) { return v; }
template <class T> __device__ T sided(T v) { return v; }
template <> __host__ float sided<float>(float v) { return v + 10; }
template <> __device__ float sided<float>(float v) { return v + 20; }
extern "C" __device__ _Float16 __ocml_sqrt_f16(_Float16);
__device__ pair packed(float a, float b) { return __builtin_amdgcn_cvt_pkrtz(a, b); }
__global__ void k(float* to) {
    const pair both = packed(1.5f, 2049.f);
    const float all[] = {std::powf(2, 3), std::cosf(0), std::sqrtf(9), sided(1.f), static_cast<float>(__ocml_sqrt_f16(16)),
                         static_cast<float>(__hneg(static_cast<_Float16>(3))), static_cast<float>(both.x), static_cast<float>(both[1]),
                         __builtin_amdgcn_fdot2(both, both, 1, false)};
    for (unsigned i = 0; i < sizeof all / sizeof *all; ++i) to[i] = all[i];
}
int main() {
    float *p, host[9];
    (void)hipMalloc(&p, sizeof host);
    k<<<1, 1>>>(p);
    (void)hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost), (void)hipFree(p);
    std::printf("%g:", sided(1.f));
    for (const float v : host) std::printf(" %g", v);
    std::puts("");
}
HIP
for device in cpu cpu-checked; do
    "$tileproof" run --device $device --offload-arch=gfx1201 declared.hip >out 2>&1 || fail "what clang's headers declare: $(cat out)"
    grep -qx '11: 8 1 3 21 4 -3 1.5 2048 4.19431e+06' out || fail "$(cat out)"
done

# Four halves that another block of the function stores, as CK's stores under a condition do.
cat >four.hip <<'HIP'
#include <hip/hip_runtime.h>
#include <cstdint>
using dwords = std::int32_t __attribute__((ext_vector_type(4)));
using four = _Float16 __attribute__((ext_vector_type(4)));
struct values { _Float16 all[4]; };
template <class To, class From> __device__ To cast(const From& v) { return __builtin_bit_cast(To, v); }
template <class T> __device__ void store_if(const T& v, dwords range, int at, int more, int flag) {
    const auto saved = __builtin_amdgcn_read_exec();
    asm volatile("v_cmpx_le_u32 exec, 1, %4\nbuffer_store_dwordx2 %0, %1, %2, 0 offen offset:%3\ns_mov_b64 exec %5"
                 : : "v"(cast<four>(v)), "v"(at), "s"(range), "n"(more), "v"(flag), "s"(saved) : "memory");
}
__global__ void k(_Float16* p) {
    struct { void* p; std::uint32_t bytes, flags; } r{p, 64, 0x00020000};
    values v{{1, 2, 3, static_cast<_Float16>(threadIdx.x)}};
    store_if(v, __builtin_bit_cast(dwords, r), threadIdx.x * 8, 0, threadIdx.x % 2);
}
int main() {
    _Float16 *p, host[32];
    (void)hipMalloc(&p, sizeof host), (void)hipMemset(p, 0, sizeof host);
    k<<<1, 8>>>(p);
    (void)hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost), (void)hipFree(p);
    return host[0] != 0 || host[4] != 1 || host[7] != 1 || host[30] != 3 || host[31] != 7;
}
HIP
"$tileproof" run --offload-arch=gfx942 four.hip >out 2>&1 || fail "four halves stored under a condition: $(cat out)"
