#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run_test.sh TILEPROOF: what `tileproof run` says of instances of a kernel, and what it does when it is stopped.
set -euo pipefail
tileproof=$(realpath "$1")
source=$(cd "$(dirname "$0")" && pwd)/waits.hip
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$source" waits.hip
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }

# Instances that the source asks for are kernels like others: the one that is wrong is told by its name and line.
code=0
"$tileproof" run --json found.json waits.hip >out 2>&1 || code=$?
[ $code = 1 ] || fail "the program by itself: $code, $(cat out)"
grep -qE '^waits.hip:10: out of bounds: thread \(0,0,0\) of block \(0,0,0\) of fill<double> writes 8 bytes' out || fail "$(cat out)"
grep -qx 'tileproof: 1 finding.' out || fail "not one finding: $(cat out)"
grep -q '"kernel": "fill<double>"' found.json || fail "$(cat found.json)"

# A signal that reaches this command alone, as that of a job's manager does: the program says what it found, ends, and
# leaves no file.
for signal in TERM INT HUP; do
    rm -f out # of what ran before: the shell in the background may not have made its own yet
    # (a shell lets what it starts in the background ignore SIGINT)
    setsid env --default-signal=INT,HUP "$tileproof" run waits.hip -- wait >out 2>&1 &
    for _ in $(seq 600); do
        grep -qs '^waits as ' out && break
        sleep 0.1
    done
    program=$(sed -n 's/^waits as //p' out)
    [ "$program" ] || fail "the program does not begin: $(cat out)"
    kill -$signal $!
    code=0
    wait $! || code=$?
    [ $code = $((128 + $(kill -l $signal))) ] || fail "SIG$signal: exit code $code, $(cat out)"
    grep -qE '^waits.hip:10: out of bounds: .* of fill<double> ' out || fail "SIG$signal: $(cat out)"
    kill -0 "$program" 2>/dev/null && fail "SIG$signal: the program is still there"
    [ -z "$(ls -A .tileproof/cache)" ] || fail "SIG$signal: it left $(ls -A .tileproof/cache)"
done

# One that comes while the program starts is handed on as well.
cat >early.hip <<'SOURCE'
#include <hip/hip_runtime.h>
#include <signal.h>
#include <unistd.h>
__attribute__((constructor(101))) static void tell() { kill(getppid(), SIGTERM); }
int main() { return static_cast<int>(sleep(2)); }
SOURCE
for _ in $(seq 8); do
    code=0
    "$tileproof" run early.hip >out 2>&1 || code=$?
    [ $code = 143 ] || fail "a signal at the start is lost: $code, $(cat out)"
done

# A long loop is a hang for a limit that it goes beyond, and only then. The line is that of the loop.
cat >long.hip <<'SOURCE'
#include <hip/hip_runtime.h>
__global__ void count(unsigned* out, unsigned rounds) {
    unsigned v = 1;
#pragma unroll 4
    for (unsigned i = 0; i < rounds; ++i)
        out[threadIdx.x] = v = v * 1664525 + i;
}
int main(int, char** words) {
    unsigned* out;
    (void)hipMalloc(&out, 4 * 64);
    count<<<1, 64>>>(out, atoi(words[1]));
    const hipError_t error = hipDeviceSynchronize();
    (void)hipFree(out);
    return error != hipSuccess;
}
SOURCE
"$tileproof" run --time-limit 2m long.hip -- 1000000 >out 2>&1 || fail "long.hip with time enough: $(cat out)"
grep -q warning out && fail "a loop that is not unrolled here is told: $(cat out)"
echo '#include "long.hip"' >outer.hip
"$tileproof" run --time-limit 50ms outer.hip -- 1000000 >out 2>&1 && fail "long.hip without time: $(cat out)"
grep -qE '^long.hip:[56]: hang: block \(0,0,0\) of count did not end within 0.05 s: .* or takes longer than --time-limit allows' out ||
    fail "long.hip without time: $(cat out)"
"$tileproof" run --time-limit 0 long.hip -- 1 >out 2>&1 && fail 'a limit of nothing is taken'
grep -q 'must be at least 10ms' out || fail "a limit of nothing: $(cat out)"

# A block has 160 KiB of shared memory where the program is for gfx950, else 64.
cat >large.hip <<'SOURCE'
#include <hip/hip_runtime.h>
extern __shared__ int many[];
__global__ void first_to_last(int* out, int n) {
    if (threadIdx.x == 0) many[n - 1] = 7;
    __syncthreads();
    if (threadIdx.x == 63) *out = many[n - 1];
}
int main(int, char** words) {
    hipDeviceProp_t p;
    (void)hipGetDeviceProperties(&p, 0);
    printf("%zu\n", p.sharedMemPerBlock);
    int *out, result = 0;
    const int bytes = atoi(words[1]);
    (void)hipMalloc(&out, 4);
    first_to_last<<<1, 64, bytes>>>(out, bytes / 4);
    const hipError_t error = hipGetLastError();
    if (error == hipSuccess) (void)hipMemcpy(&result, out, 4, hipMemcpyDeviceToHost);
    (void)hipFree(out);
    return error == hipSuccess && result == 7 ? 0 : 3;
}
SOURCE
for device in cpu cpu-checked; do
    "$tileproof" run --device $device --offload-arch=gfx950 large.hip -- 163840 >out 2>&1 || fail "160 KiB on $device: $(cat out)"
    grep -qx 163840 out || fail "160 KiB on $device: $(cat out)"
done
"$tileproof" run --offload-arch=gfx950 large.hip -- 163844 >out 2>&1 && fail "more than 160 KiB: $(cat out)"
grep -q '163844 bytes of dynamic shared memory exceed 163840' out || fail "more than 160 KiB: $(cat out)"
"$tileproof" run --offload-arch=gfx942 large.hip -- 65540 >out 2>&1 && fail "more than 64 KiB: $(cat out)"
grep -q '65540 bytes of dynamic shared memory exceed 65536' out || fail "more than 64 KiB: $(cat out)"

# Headers of the same names in a folder of ROCm, which the line names, are not for this machine.
mkdir -p rocm/hip
echo '#error of a GPU' >rocm/hip/hip_runtime.h
printf '#include <hip/hip_runtime.h>\nint main() { return hipDeviceSynchronize(); }\n' >plain.hip
"$tileproof" run plain.hip -Irocm >out 2>&1 || fail "with -I of ROCm: $(cat out)"
printf '#include "hip_bf16.h"\n#include <hip_runtime.h>\nint main() { return hipDeviceSynchronize(); }\n' >plain.hip
"$tileproof" run plain.hip -I/opt/rocm/include/hip >out 2>&1 || fail "headers without their folder: $(cat out)"

# Loads straight into shared memory, with the casts that a GPU's compiler asks for: right, and with no barrier between.
cat >loads.hip <<'SOURCE'
#include <hip/hip_runtime.h>
__global__ void turn(const float* in, float* out) {
    __shared__ float tile[256];
    auto* from = (__attribute__((address_space(1))) void*)const_cast<float*>(in + threadIdx.x);
    auto* to = (__attribute__((address_space(3))) void*)(tile + threadIdx.x);
    __builtin_amdgcn_global_load_lds(from, to, 4, 0, 0);
    __builtin_amdgcn_s_waitcnt(0);
#ifndef FORGETS
    __builtin_amdgcn_s_barrier();
#endif
    out[threadIdx.x] = tile[255 - threadIdx.x];
}
int main() {
    float *in, *out, values[256];
    for (int i = 0; i < 256; ++i) values[i] = i;
    (void)hipMalloc(&in, sizeof values), (void)hipMalloc(&out, sizeof values);
    (void)hipMemcpy(in, values, sizeof values, hipMemcpyHostToDevice);
    turn<<<1, 256>>>(in, out);
    (void)hipMemcpy(values, out, sizeof values, hipMemcpyDeviceToHost);
    (void)hipFree(in), (void)hipFree(out);
    for (int i = 0; i < 256; ++i)
        if (values[i] != 255 - i) return 3;
    return 0;
}
SOURCE
for device in cpu cpu-checked; do
    "$tileproof" run --device $device --wave 64 loads.hip >out 2>&1 || fail "loads.hip on $device: $(cat out)"
done
"$tileproof" run --wave 64 -DFORGETS loads.hip >out 2>&1 && fail "loads.hip without its barrier: $(cat out)"
grep -qE '^loads.hip:6: race: .* of shared array tile .* reads them at loads.hip:11, with no barrier between' out || fail "loads.hip without its barrier: $(cat out)"

# Two streams, and a host that reads too early, each with the order that makes it right.
cat >streams.hip <<'SOURCE'
#include <hip/hip_runtime.h>
__global__ void fill(int* p) { p[threadIdx.x] = 1; }
__global__ void twice(int* p) {
    p[threadIdx.x] *= 2;
}
int main() {
    int *p, *result;
    hipStream_t first, second;
    hipEvent_t filled;
    (void)hipMalloc(&p, 256), (void)hipHostMalloc(&result, 256);
    (void)hipStreamCreate(&first), (void)hipStreamCreate(&second);
    (void)hipEventCreate(&filled);
    fill<<<1, 64, 0, first>>>(p);
#ifdef EVENT
    (void)hipEventRecord(filled, first);
    (void)hipStreamWaitEvent(second, filled, 0);
#endif
    twice<<<1, 64, 0, second>>>(p);
    (void)hipMemcpyAsync(result, p, 256, hipMemcpyDeviceToHost, second);
#ifdef WAIT
    (void)hipStreamSynchronize(second);
#endif
    const int code = result[5] != 2;
    (void)hipEventDestroy(filled);
    (void)hipStreamDestroy(first), (void)hipStreamDestroy(second);
    (void)hipHostFree(result), (void)hipFree(p);
    return code;
}
SOURCE
"$tileproof" run -DEVENT -DWAIT streams.hip >out 2>&1 || fail "streams in order: $(cat out)"
"$tileproof" run -DWAIT streams.hip >out 2>&1 && fail "streams without an event: $(cat out)"
grep -qE '^streams.hip:4: race between streams: thread .* of twice, launched at streams.hip:18 on stream 2, reads 4 bytes .* and fill, launched at streams.hip:13 on stream 1, writes them at streams.hip:2,' out ||
    fail "streams without an event: $(cat out)"
grep -q '^tileproof: 1 finding' out || fail "streams without an event: $(cat out)"
"$tileproof" run -DEVENT streams.hip >out 2>&1 && fail "a host that does not wait: $(cat out)"
grep -qE '^streams.hip:23: race with the host: the host reads 4 bytes at offset 20 .* the hipMemcpyAsync at streams.hip:19 on stream 2 writes them' out ||
    fail "a host that does not wait: $(cat out)"

# Signals that come while kernels run: a handler is the host's, and so is what it touches.
cat >handles.hip <<'SOURCE'
#include <hip/hip_runtime.h>
#include <signal.h>
#include <time.h>
volatile int came[2] = {0, 0};
void handle(int signal) {
    volatile int& n = came[signal == SIGINT];
    n = n + 1;
}
__global__ void busy(int* p) {
    for (int i = 0; i < 20; ++i) p[blockIdx.x * 64 + threadIdx.x] = i;
}
int main() {
    for (const int signal : {SIGALRM, SIGINT}) {
        struct sigaction action {};
        action.sa_handler = handle;
        sigaction(signal, &action, nullptr);
        sigevent event{};
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = signal;
        timer_t timer{};
        timer_create(CLOCK_MONOTONIC, &event, &timer);
        const itimerspec often{{0, 700000}, {0, 700000}};
        timer_settime(timer, 0, &often, nullptr);
    }
    int* p;
    (void)hipMalloc(&p, 64 * 64 * 4);
    for (int i = 0; i < 5000 && (came[0] < 40 || came[1] < 40); ++i) busy<<<64, 64>>>(p);
    return hipFree(p) != hipSuccess || came[0] < 40 || came[1] < 40;
}
SOURCE
"$tileproof" run handles.hip >out 2>&1 || fail "handlers that run between kernels: $(cat out)"

# A signal that this command ignores ends the program as it does without the command.
cat >pipe.hip <<'SOURCE'
#include <hip/hip_runtime.h>
#include <unistd.h>
int main() {
    int ends[2];
    if (pipe(ends) != 0) return 3;
    close(ends[0]);
    return write(ends[1], "x", 1) == 1;
}
SOURCE
code=0
"$tileproof" run pipe.hip >out 2>&1 || code=$?
[ $code = $((128 + $(kill -l PIPE))) ] || fail "a pipe that nobody reads: $code, $(cat out)"

# A block of more threads than the kernel's __launch_bounds__ allow.
cat >bounds.hip <<'SOURCE'
#include <hip/hip_runtime.h>
template <int N>
__global__ __launch_bounds__(N / 2, 1) void fill(int* p) {
    p[threadIdx.y * 32 + threadIdx.x] = 1;
}
int main(int, char** words) {
    int* p;
    (void)hipMalloc(&p, 4 * 1024);
    fill<128><<<1, dim3(32, atoi(words[1]))>>>(p);
    return hipFree(p);
}
SOURCE
"$tileproof" run bounds.hip -- 2 >out 2>&1 || fail "a block within its bounds: $(cat out)"
"$tileproof" run bounds.hip -- 3 >out 2>&1 && fail "a block beyond its bounds: $(cat out)"
grep -q 'its blocks have 96 threads, and its __launch_bounds__ allow 64' out || fail "a block beyond its bounds: $(cat out)"

# A thread that goes far outside ends its block, and not the launch: the other blocks show the kernel's other bugs.
cat >transpose.hip <<'SOURCE'
#include <hip/hip_runtime.h>
__global__ void transpose(const float* in, float* out, int width, int height) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
int main(int, char** words) {
    const int width = atoi(words[1]), height = atoi(words[2]);
    float *in, *out;
    (void)hipMalloc(&in, width * height * 4), (void)hipMalloc(&out, width * height * 4);
    (void)hipMemset(in, 0, width * height * 4);
    transpose<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(in, out, width, height);
    (void)hipDeviceSynchronize(), (void)hipFree(in), (void)hipFree(out);
}
SOURCE
code=0
"$tileproof" run transpose.hip -- 40 24 >out 2>&1 || code=$?
[ $code = 1 ] || fail "a transpose that goes outside: $code, $(cat out)"
grep -q '^transpose.hip:5: out of bounds: .* reads' out && grep -q '^transpose.hip:7: out of bounds: .* writes' out &&
    grep -q '^transpose.hip:5: race: .* of the same block reads' out && grep -q '^transpose.hip:7: race: .* of block (0,0,0) writes' out &&
    grep -q '4 findings' out || fail "the four bugs of a transpose: $(cat out)"

# What waits for a block that was left, or reads what it would have written, is no bug of its own.
cat >left.hip <<'SOURCE'
#include <hip/hip_runtime.h>
__global__ void hands_over(int* p, int n) {
    if (blockIdx.x == 0) {
        p[1] = p[n * 2];
        __hip_atomic_store(p, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    } else if (blockIdx.x == 1) {
        p[2] = p[1];
    } else {
        while (!__hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) {}
    }
}
int main() {
    int* p;
    (void)hipMalloc(&p, 4096), (void)hipMemset(p, 0, 4);
    hands_over<<<3, 1>>>(p, 1024);
    (void)hipFree(p);
}
SOURCE
"$tileproof" run left.hip >out 2>&1 && fail "a read outside: $(cat out)"
grep -q '^left.hip:4: out of bounds' out && grep -q '1 finding' out || fail "what follows from a block that was left: $(cat out)"
