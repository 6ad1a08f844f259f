// SPDX-License-Identifier: MIT
// Kernels that wait: for the host, for another stream, for the clock, for a block that begins later. The word says which.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void on_volatile(volatile int* flag, int* out) {
    while (*flag == 0) {
    }
    __threadfence_system();
    out[threadIdx.x] = *flag + threadIdx.x;
}
__global__ void one_waits(int* flag, const int* in, int* out) {
    if (threadIdx.x == 0)
        while (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM) == 0) {
        }
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void writes_and_waits(int* out, volatile int* flag) {
    out[threadIdx.x] = 1;
    while (*flag == 0) {
    }
}
__global__ void produce(int* flag, int* data) {
    data[threadIdx.x] = 100 + threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}
__global__ void ball(int* turn, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        while (__hip_atomic_load(turn, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM) != 2 * i + 1) {
        }
        __hip_atomic_store(turn, 2 * i + 2, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
    }
}
// Takes what the host puts there, until that is negative.
__global__ void serve(volatile int* filled, const int* jobs, int* sum) {
    __shared__ int job;
    for (int i = 0;; ++i) {
        if (threadIdx.x == 0) {
            while (*filled <= i) __builtin_amdgcn_s_sleep(1);
            __threadfence_system();
            job = jobs[i];
        }
        __syncthreads();
        if (job < 0) return;
        atomicAdd(sum, job);
        __syncthreads();
    }
}
__global__ void delay(long long nanoseconds) {
    const long long begin = wall_clock64();
    while (wall_clock64() - begin < nanoseconds) __builtin_amdgcn_s_sleep(10);
}
__global__ void meet(int* came) {
    if (threadIdx.x) return;
    atomicAdd(came, 1);
    while (atomicAdd(came, 0) < int(gridDim.x)) {
    }
}
__global__ void add(int* p) { p[threadIdx.x] += 1; }

static int wrong = 0;
static void must(bool b, const char* what, int line) {
    if (b) return;
    std::printf("line %d: not %s\n", line, what);
    ++wrong;
}
#define MUST(b) must(b, #b, __LINE__)

struct things {
    int *flag, *pinned, *data, *device_flag;
    hipStream_t a, b;
    hipEvent_t e;
    things() {
        MUST(!hipHostMalloc((void**)&flag, 4) && !hipHostMalloc((void**)&pinned, 256));
        MUST(!hipMalloc((void**)&data, 256) && !hipMalloc((void**)&device_flag, 4));
        MUST(!hipStreamCreate(&a) && !hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
        MUST(!hipEventCreate(&e) && !hipMemset(data, 0, 256) && !hipMemset(device_flag, 0, 4));
        MUST(!hipDeviceSynchronize());
        *flag = 0;
    }
    ~things() {
        MUST(!hipEventDestroy(e) && !hipStreamDestroy(a) && !hipStreamDestroy(b));
        MUST(!hipHostFree(flag) && !hipHostFree(pinned) && !hipFree(data) && !hipFree(device_flag));
    }
    void raise() { __atomic_store_n(flag, 7, __ATOMIC_RELEASE); }
};

static void the_host() {
    things t;
    on_volatile<<<1, 64, 0, t.a>>>(t.flag, t.pinned);
    MUST(hipStreamQuery(t.a) == hipErrorNotReady);
    t.raise();
    MUST(!hipStreamSynchronize(t.a) && t.pinned[3] == 10 && !hipStreamQuery(t.a));
}
static void in_order() {
    things t;
    one_waits<<<1, 64, 0, t.a>>>(t.flag, t.pinned, t.data);
    add<<<1, 64, 0, t.a>>>(t.data);
    MUST(!hipEventRecord(t.e, t.a) && !hipStreamWaitEvent(t.b, t.e, 0));
    MUST(!hipMemcpyAsync(t.pinned, t.data, 256, hipMemcpyDeviceToHost, t.b));
    float ms = 0;
    MUST(hipEventQuery(t.e) == hipErrorNotReady && hipStreamQuery(t.b) == hipErrorNotReady);
    MUST(hipEventElapsedTime(&ms, t.e, t.e) == hipErrorNotReady);
    for (int i = 0; i < 64; ++i) t.pinned[i] = 10 * i;
    t.raise();
    MUST(!hipStreamSynchronize(t.b) && t.pinned[5] == 51 && !hipEventQuery(t.e));
}
// It waits for blocking streams, and nobody for the other ones.
static void the_default_stream() {
    things t;
    one_waits<<<1, 64, 0, t.b>>>(t.flag, t.pinned, t.data);
    add<<<1, 1>>>(t.device_flag);
    MUST(!hipStreamQuery(nullptr));
    t.raise();
    MUST(!hipDeviceSynchronize());
    *t.flag = 0;
    one_waits<<<1, 64, 0, t.a>>>(t.flag, t.pinned, t.data);
    MUST(!hipMemset(t.data, 1, 256));
    MUST(hipStreamQuery(nullptr) == hipErrorNotReady && !hipStreamQuery(t.b));
    t.raise();
    MUST(!hipMemcpy(t.pinned, t.data, 256, hipMemcpyDeviceToHost) && t.pinned[9] == 0x01010101);
}
static void ping_pong() {
    things t;
    ball<<<1, 1, 0, t.a>>>(t.flag, 50);
    for (int i = 0; i < 50; ++i) {
        __atomic_store_n(t.flag, 2 * i + 1, __ATOMIC_RELEASE);
        while (__atomic_load_n(t.flag, __ATOMIC_ACQUIRE) != 2 * i + 2) {
        }
    }
    MUST(!hipStreamSynchronize(t.a));
}
static void a_queue() {
    things t;
    int* jobs = nullptr;
    MUST(!hipHostMalloc((void**)&jobs, 1024));
    serve<<<1, 32, 0, t.a>>>(t.flag, jobs, t.data);
    for (int i = 0; i <= 20; ++i) {
        jobs[i] = i < 20 ? i : -1;
        __atomic_store_n(t.flag, i + 1, __ATOMIC_RELEASE);
    }
    MUST(!hipStreamSynchronize(t.a));
    MUST(!hipMemcpy(t.pinned, t.data, 4, hipMemcpyDeviceToHost) && *t.pinned == 190 * 32);
    MUST(!hipHostFree(jobs));
}
static void another_stream() {
    things t;
    one_waits<<<1, 64, 0, t.a>>>(t.device_flag, t.data, t.pinned);
    produce<<<1, 64, 0, t.b>>>(t.device_flag, t.data);
    MUST(!hipStreamSynchronize(t.a) && t.pinned[8] == 108);
    MUST(!hipDeviceSynchronize());
}
static void a_copy() {
    things t;
    int* one = nullptr;
    MUST(!hipHostMalloc((void**)&one, 4));
    *one = 1;
    one_waits<<<1, 64, 0, t.a>>>(t.device_flag, t.data, t.pinned);
    MUST(hipStreamQuery(t.a) == hipErrorNotReady);
    MUST(!hipMemcpyAsync(t.device_flag, one, 4, hipMemcpyHostToDevice, t.b));
    MUST(!hipDeviceSynchronize() && !hipHostFree(one));
}
static void a_value() {
    things t;
    MUST(!hipStreamWaitValue32(t.a, t.flag, 7, hipStreamWaitValueEq, ~0u));
    add<<<1, 64, 0, t.a>>>(t.data);
    MUST(!hipStreamWriteValue32(t.a, t.device_flag, 1, 0));
    MUST(hipStreamQuery(t.a) == hipErrorNotReady);
    one_waits<<<1, 64, 0, t.b>>>(t.device_flag, t.data, t.pinned);
    t.raise();
    MUST(!hipStreamSynchronize(t.b) && t.pinned[2] == 1);
    MUST(!hipDeviceSynchronize());
}
static void a_host_function() {
    things t;
    one_waits<<<1, 64, 0, t.a>>>(t.flag, t.data, t.pinned);
    int done = 0;
    const auto note = [](void* p) { __atomic_store_n(static_cast<int*>(p), 1, __ATOMIC_RELEASE); };
    MUST(!hipLaunchHostFunc(t.a, note, &done));
    MUST(done == 0);
    MUST(!hipLaunchHostFunc(t.b, note, t.flag));
    MUST(!hipStreamSynchronize(t.a) && done == 1);
}
// The host lets it end.
static void a_function_that_blocks() {
    things t;
    const auto block = [](void* p) {
        while (__atomic_load_n(static_cast<int*>(p), __ATOMIC_ACQUIRE) == 0) {
        }
    };
    MUST(!hipLaunchHostFunc(t.a, block, t.flag));
    add<<<1, 64, 0, t.a>>>(t.data);
    MUST(hipStreamQuery(t.a) == hipErrorNotReady && !hipStreamQuery(t.b));
    t.raise();
    MUST(!hipDeviceSynchronize());
}
static void the_clock() {
    delay<<<1, 1>>>(100'000'000);
    MUST(hipStreamQuery(nullptr) == hipErrorNotReady);
    MUST(!hipDeviceSynchronize() && !hipStreamQuery(nullptr));
}
static void a_later_block() {
    things t;
    meet<<<5, 64>>>(t.device_flag);
    MUST(!hipDeviceSynchronize());
}
// What nobody lets go on.
static void nobody() {
    things t;
    one_waits<<<1, 64, 0, t.a>>>(t.flag, t.data, t.pinned);
    MUST(hipStreamSynchronize(t.a) == hipErrorLaunchFailure);
}
static void nobody_on_the_default_stream() {
    int* flag = nullptr;
    MUST(!hipMalloc((void**)&flag, 256) && !hipMemset(flag, 0, 256));
    one_waits<<<1, 64>>>(flag, flag, flag + 1);
    MUST(!hipFree(flag));
}
static void is_left() {
    const things* const t = new things;  // so that nothing waits
    one_waits<<<1, 64, 0, t->a>>>(t->flag, t->data, t->pinned);
}
// The host must wait, or look at a flag, before it reads.
static void no_order() {
    things t;
    writes_and_waits<<<1, 64, 0, t.a>>>(t.pinned, t.flag);
    wrong += t.pinned[3] == 12345;
    t.raise();
    MUST(!hipStreamSynchronize(t.a));
}
static void streams_race() {
    things t;
    one_waits<<<1, 64, 0, t.a>>>(t.flag, t.data, t.pinned);
    add<<<1, 64, 0, t.b>>>(t.data);
    t.raise();
    MUST(!hipDeviceSynchronize());
}

int main(int, char** words) {
#define WAY(name) \
    if (!std::strcmp(words[1], #name)) name();
    WAY(the_host)
    WAY(in_order)
    WAY(the_default_stream)
    WAY(ping_pong)
    WAY(a_queue)
    WAY(another_stream)
    WAY(a_copy)
    WAY(a_value)
    WAY(a_host_function)
    WAY(a_function_that_blocks)
    WAY(the_clock)
    WAY(a_later_block)
    WAY(nobody)
    WAY(nobody_on_the_default_stream)
    WAY(is_left)
    WAY(no_order)
    WAY(streams_race)
    return wrong;
}
