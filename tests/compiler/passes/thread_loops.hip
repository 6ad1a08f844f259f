// SPDX-License-Identifier: MIT
// Kernels compiled twice by thread_loops_test.cpp: threads as a loop between barriers, and as fibers.
#include <hip/hip_runtime.h>

#include <string>

#include "devices/cpu/launch.hpp"

struct large {
    int a[12];
    int n;
};

extern "C" {
// A loop around barriers, an array and a variable whose address goes into a lambda, blocks of two dimensions.
__global__ void sums_in_tiles(const int* in, int* out, int n) {
    __shared__ int part[64];
    const int t = threadIdx.x + threadIdx.y * blockDim.x, threads = blockDim.x * blockDim.y;
    int kept[3] = {t, 2 * t, 0}, sum = 0;
    auto add = [&sum](int x) { sum += x; };
    for (int begin = 0; begin < n; begin += threads) {
        part[t] = begin + t < n ? in[begin + t] : 0;
        kept[begin / threads % 3] += part[t];
        __syncthreads();
        for (int i = 0; i < threads; ++i) add(part[(i + t) % threads] * (i + 1));
        __syncthreads();
    }
    out[blockIdx.x * threads + t] = sum + 3 * kept[0] + 5 * kept[1] + 7 * kept[2];
}
__global__ void reverse(int* out, int n) {
    extern __shared__ int all[];
    all[threadIdx.x] = n * static_cast<int>(threadIdx.x);
    int other = static_cast<int>(blockDim.x - 1 - threadIdx.x);
    int* where = &other;
    n += static_cast<int>(threadIdx.x);  // each thread has a parameter of its own
    __syncthreads();
    *where += 0;
    out[threadIdx.x] = all[other] + 1000 * n;
}
__global__ void some_end(int* out, int n) {
    if (static_cast<int>(threadIdx.x) >= n) return;
    __syncthreads();
    out[threadIdx.x] = 1;
}
__global__ void two_branches(int* out, int n) {
    if (static_cast<int>(threadIdx.x) < n)
        __syncthreads();
    else
        __syncthreads();
    out[threadIdx.x] = 2;
}
__global__ void in_a_switch(int* out, int n, float) {
    __shared__ int x;
    float4 v = make_float4(1, 2, 3, static_cast<float>(threadIdx.x));
    const bool first = threadIdx.x == 0 && n > 0;
    switch (n) {
        case 1:
            if (first) x = 10;
            __syncthreads();
            break;
        case 2:
            if (first) x = 20;
            __syncthreads();
            [[fallthrough]];
        default:
            v.x += static_cast<float>(x);
            __syncthreads();
            if (first || n == 7) x = 30;
            __syncthreads();
    }
    out[threadIdx.x] = x + static_cast<int>(v.x + v.w) + (first ? 100 : 0);
}
__global__ void reads_large(large s, int* out) {
    __shared__ int x[64];
    x[threadIdx.x] = s.a[threadIdx.x % 12];
    __syncthreads();
    out[threadIdx.x] = x[(threadIdx.x + 1) % blockDim.x] + s.n;
}

// What follows from indices and parameters is computed again behind the barrier, what does not is kept.
__global__ void derives(const int* in, int* out, int n) {
    __shared__ int x[64];
    const int t = threadIdx.x + threadIdx.y * blockDim.x;
    const int* const row = in + t % 7;
    const long twice = 2L * t + n;
    const int read = *out, first = row[0];  // of memory, which changes
    int changes = t + n;
    if (n > 3) changes += 1;
    x[t] = changes;
    __syncthreads();
    if (t == 0) *out = 77;
    __syncthreads();
    const unsigned other = (t + 1) % (blockDim.x * blockDim.y);
    out[t] =
        x[other] + 3 * static_cast<int>(twice) + 5 * row[1] + 7 * read + 11 * changes + 13 * first;
}
// A function that is called asks the engine for the thread's index, behind the barrier too.
__attribute__((noinline)) __device__ int place() { return threadIdx.x + 100 * blockIdx.x; }
__global__ void asks_a_function(int* out, int n) {
    const int before = place();
    __syncthreads();
    out[threadIdx.x] = before + 1000 * place() + n;
}
// Of d and rounds one place does for all threads of a block, of left each has its own.
__global__ void halves(const int* in, int* out, int n) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int rounds = 0, left = n;
    s[t] = in[t] + n;
    __syncthreads();
    for (int d = static_cast<int>(blockDim.x) / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        if (t % 3 == 0) left -= d;
        ++rounds;
        __syncthreads();
    }
    out[t] = s[0] + 1000 * rounds + 7 * left;
}
__global__ void modes(int* out, int n) {
    int mode = 0, steps = 0;
    if (static_cast<int>(threadIdx.x) < n)
        mode = 1;
    else
        mode = 2;
    while (steps < static_cast<int>(threadIdx.x) % 5) ++steps;
    __syncthreads();
    out[threadIdx.x] = mode + 10 * steps;
}
__global__ void no_barrier(int* out) { out[threadIdx.x] = 5; }
__global__ void some_return(const int* in, int* out, int n) {
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
    const int t = (static_cast<int>(blockIdx.x) * 2 + y) * static_cast<int>(blockDim.x) + x;
    if (x >= n) return;
    int sum = t;
    for (int i = 0; i < y + 3; ++i) sum = 3 * sum + in[(x + i) % 200];
    out[t] = sum;
}
__device__ int* with_a_variable() {
    __shared__ int x[4];
    return x;
}
__global__ void names_shared(int* out) {
    if (threadIdx.x < 4) out[blockIdx.x * 4 + threadIdx.x] = with_a_variable()[threadIdx.x];
}

// A structure that is passed by value is each thread's own.
__global__ void changes_large(large s, int* out) {
    s.a[3] += static_cast<int>(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = s.a[3];
}
__device__ int raised(large& s) { return s.a[3] += static_cast<int>(threadIdx.x) + s.n; }
__global__ void lends_large(large s, int* out) { out[threadIdx.x] = raised(s) + raised(s); }
// The answer of a call is named %call in the text of the module, and converted.
__device__ int answer(int x) { return 3 * x; }
__global__ void converts(int* out, int n) {
    out[threadIdx.x] = static_cast<int>(static_cast<long>(answer(n)) * threadIdx.x);
}
__device__ void meet(int* x) {
    x[threadIdx.x] = 4;
    __syncthreads();
}
__global__ void waits_in_a_function(int* out) {
    meet(out);
    const int x = out[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    out[threadIdx.x] = x + 1;
}
struct tile {
    int own[2];
    __device__ int rounds(int* shared, int n) {
        for (int i = 0; i < n % 5; ++i) {
            shared[threadIdx.x] = own[i % 2];
            __syncthreads();
            own[i % 2] += shared[(threadIdx.x + 1) % blockDim.x];
            __syncthreads();
        }
        return own[0] - own[1];
    }
    __device__ int operator()(int* shared, int n) { return rounds(shared, n); }
};
__global__ void waits_deeper(int* out, int n) {
    __shared__ int shared[64];
    tile t{{static_cast<int>(threadIdx.x), n}};
    out[threadIdx.x] = t(shared, n);
}
__global__ void some_meet(int* out, int n) {
    if (static_cast<int>(threadIdx.x) < n) meet(out);
    out[threadIdx.x] = 6;
}

__global__ void adds_atomically(int* out, int n) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = n;
    __syncthreads();
    atomicAdd(&sum, 1);
    __syncthreads();
    out[threadIdx.x] = sum;
}
__global__ void never_ends(int* out, int n) {
    out[threadIdx.x] = n;
    while (n > 3) {
    }
}

// Not cut.
__device__ void hand_over(int* flag, int* value) {
    *value = 7;
    __threadfence_block();
    atomicExch(flag, 1);
}
#define WAITS_FOR_THE_LAST_THREAD(name, flag_is_down)                       \
    __global__ void name(int* out) {                                        \
        __shared__ int flag, value;                                         \
        if (threadIdx.x == 0) flag = 0;                                     \
        __syncthreads();                                                    \
        if (threadIdx.x == blockDim.x - 1) return hand_over(&flag, &value); \
        while (flag_is_down) {                                              \
        }                                                                   \
        __threadfence_block();                                              \
        out[threadIdx.x] = value;                                           \
    }
WAITS_FOR_THE_LAST_THREAD(polls_by_adding_nothing, atomicAdd(&flag, 0) == 0)
WAITS_FOR_THE_LAST_THREAD(polls_volatile, *static_cast<volatile int*>(&flag) == 0)
WAITS_FOR_THE_LAST_THREAD(polls_with_a_scope, __hip_atomic_load(&flag, __ATOMIC_RELAXED,
                                                                __HIP_MEMORY_SCOPE_WORKGROUP) == 0)

__global__ void counts(int* out) { out[threadIdx.x] = __syncthreads_count(threadIdx.x % 3 == 0); }
__global__ void shuffles(int* out) {
    const int x = __shfl_xor(static_cast<int>(threadIdx.x), 1);
    __syncthreads();
    out[threadIdx.x] = x;
}
__global__ void meets_twice(int* out, int n) {  // threads of both calls wait at one place
    if (static_cast<int>(threadIdx.x) < n)
        meet(out);
    else
        meet(out);
    out[threadIdx.x] += 1;
}
__attribute__((noinline)) __device__ void meet_elsewhere() { __syncthreads(); }
__global__ void waits_out_of_line(int* out) {
    out[threadIdx.x] = threadIdx.x;
    meet_elsewhere();
    out[threadIdx.x] += 1;
}
struct counted {
    int n;
    explicit counted(int value) : n(value) {}
    counted(const counted& other) : n(other.n + 1) {}
};
__global__ void takes_an_object(counted c, int* out) {
    c.n += threadIdx.x;
    out[threadIdx.x] = c.n;
}
}

// The sentence of the launch, empty when it went well.
extern "C" const char* run_kernel(const char* name, int threads, int n, int* out) {
    static std::string said;
    static int in[200];
    for (int i = 0; i < 200; ++i) in[i] = i * i % 97;
    const std::string k = name;
    const large s{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, n};
    if (k == "sums_in_tiles") sums_in_tiles<<<3, dim3(threads / 2, 2)>>>(in, out, n);
    if (k == "reverse") reverse<<<1, threads, threads * sizeof(int)>>>(out, n);
    if (k == "some_end") some_end<<<1, threads>>>(out, n);
    if (k == "two_branches") two_branches<<<1, threads>>>(out, n);
    if (k == "in_a_switch") in_a_switch<<<2, threads>>>(out, n, 1.0f);
    if (k == "reads_large") reads_large<<<1, threads>>>(s, out);
    if (k == "derives") derives<<<1, dim3(threads / 2, 2)>>>(in, out, n);
    if (k == "asks_a_function") asks_a_function<<<2, threads>>>(out, n);
    if (k == "changes_large") changes_large<<<1, threads>>>(s, out);
    if (k == "counts") counts<<<1, threads>>>(out);
    if (k == "shuffles") shuffles<<<1, threads>>>(out);
    if (k == "waits_in_a_function") waits_in_a_function<<<1, threads>>>(out);
    if (k == "halves") halves<<<1, threads>>>(in, out, n);
    if (k == "modes") modes<<<1, threads>>>(out, n);
    if (k == "no_barrier") no_barrier<<<3, threads>>>(out);
    if (k == "some_return") some_return<<<2, dim3(threads / 2, 2)>>>(in, out, n);
    if (k == "names_shared") names_shared<<<3, threads>>>(out);
    if (k == "lends_large") lends_large<<<2, threads>>>(s, out);
    if (k == "converts") converts<<<1, threads>>>(out, n);
    if (k == "waits_deeper") waits_deeper<<<2, threads>>>(out, n);
    if (k == "some_meet") some_meet<<<1, threads>>>(out, n);
    if (k == "meets_twice") meets_twice<<<1, threads>>>(out, n);
    if (k == "waits_out_of_line") waits_out_of_line<<<1, threads>>>(out);
    if (k == "takes_an_object") takes_an_object<<<1, threads>>>(counted(n), out);
    if (k == "adds_atomically") adds_atomically<<<2, threads>>>(out, n);
    if (k == "never_ends") never_ends<<<1, threads>>>(out, n);
    if (k == "polls_by_adding_nothing") polls_by_adding_nothing<<<1, threads>>>(out);
    if (k == "polls_volatile") polls_volatile<<<1, threads>>>(out);
    if (k == "polls_with_a_scope") polls_with_a_scope<<<1, threads>>>(out);
    said = tileproof::cpu_engine::take_error();
    return said.c_str();
}
