// SPDX-License-Identifier: MIT
#include "tests/devices/cpu_checked/planted/streams.hpp"

#include <hip/hip_runtime.h>

namespace {

using tileproof::planted::orders;
constexpr int count = 256;
constexpr std::size_t bytes = count * sizeof(int);

__global__ void fill(int* p, int value) { p[blockIdx.x * 64 + threadIdx.x] = value; }
__global__ void add(const int* p, int* q) {
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    q[i] = p[count - 1 - i] + 1;
}
__global__ void every_second(char* p, int first) { p[2 * threadIdx.x + first] = 1; }
__global__ void count_up(int* p) { atomicAdd(p, 1); }
__device__ int of_device[64];
__global__ void fill_variable() { of_device[threadIdx.x] = 3; }

// What most programs need, freed at their end.
struct things {
    int *p = nullptr, *q = nullptr, *pinned = nullptr, *managed = nullptr;
    hipStream_t a{}, b{}, c{};
    hipEvent_t e{}, f{};
    explicit things(unsigned flags = hipStreamNonBlocking) {
        (void)hipMalloc(&p, bytes), (void)hipMalloc(&q, bytes);
        (void)hipHostMalloc(&pinned, bytes), (void)hipMallocManaged(&managed, bytes);
        for (hipStream_t* s : {&a, &b, &c}) (void)hipStreamCreateWithFlags(s, flags);
        for (hipEvent_t* one : {&e, &f}) (void)hipEventCreate(one);
    }
    ~things() {
        (void)hipFree(p), (void)hipFree(q), (void)hipHostFree(pinned), (void)hipFree(managed);
        for (hipStream_t s : {a, b, c}) (void)hipStreamDestroy(s);
        for (hipEvent_t one : {e, f}) (void)hipEventDestroy(one);
    }
};

#define PROGRAM(name, order)                                                     \
    void name(orders& order);                                                    \
    const tileproof::planted::stream_program program_##name(#name, name);        \
    void name(orders& order)

PROGRAM(an_event_between, order) {
    const things t;
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.a, t.p, 1);
    if (order.keeps()) (void)hipEventRecord(t.e, t.a);
    if (order.keeps()) (void)hipStreamWaitEvent(t.b, t.e, 0);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.b, t.p, t.q);
}

PROGRAM(counters_are_cleared_before_they_count, order) {
    const things t;
    (void)hipMemsetAsync(t.p, 0, bytes, t.a);
    if (order.keeps()) (void)hipEventRecord(t.e, t.a);
    if (order.keeps()) (void)hipStreamWaitEvent(t.b, t.e, 0);
    hipLaunchKernelGGL(count_up, dim3(4), dim3(64), 0, t.b, t.p);
}

PROGRAM(a_stream_is_waited_for, order) {
    const things t;
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.a, t.p, 1);
    if (order.keeps()) (void)hipStreamSynchronize(t.a);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.b, t.p, t.q);
    if (order.keeps()) (void)hipDeviceSynchronize();
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.a, t.p, 2);
}

PROGRAM(an_event_is_waited_for, order) {
    const things t;
    (void)hipMemsetAsync(t.p, 0, bytes, t.a);
    if (order.keeps()) (void)hipEventRecord(t.e, t.a);
    if (order.keeps()) (void)hipEventSynchronize(t.e);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.b, t.p, t.q);
}

PROGRAM(a_result_is_waited_for, order) {
    const things t;
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.a, t.p, 1);
    (void)hipMemcpyAsync(t.pinned, t.p, bytes, hipMemcpyDeviceToHost, t.a);
    if (order.keeps()) (void)hipStreamSynchronize(t.a);
    if (t.pinned[5] != 1) abort();
}

PROGRAM(a_source_is_changed_after_its_copy, order) {
    const things t;
    t.pinned[7] = 1;
    (void)hipMemcpyAsync(t.p, t.pinned, bytes, hipMemcpyHostToDevice, t.a);
    if (order.keeps()) (void)hipStreamSynchronize(t.a);
    t.pinned[7] = 2;
}

PROGRAM(managed_memory_is_read_after_its_kernel, order) {
    const things t;
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, nullptr, t.managed, 4);
    if (order.keeps()) (void)hipDeviceSynchronize();
    if (t.managed[9] != 4) abort();
}

PROGRAM(two_buffers_in_turns, order) {
    const things t;
    int* halves[2] = {t.p, t.q};
    hipEvent_t copied[2] = {t.e, t.f}, used[2];
    int* sum = nullptr;
    (void)hipMalloc(&sum, bytes);
    for (hipEvent_t& one : used) (void)hipEventCreate(&one);
    const bool kept[4] = {order.keeps(), order.keeps(), order.keeps(), order.keeps()};
    for (int i = 0; i < 4; ++i) {
        if (i > 1 && kept[0]) (void)hipStreamWaitEvent(t.a, used[i % 2], 0);
        (void)hipMemcpyAsync(halves[i % 2], t.pinned, bytes, hipMemcpyHostToDevice, t.a);
        if (kept[1]) (void)hipEventRecord(copied[i % 2], t.a);
        if (kept[2]) (void)hipStreamWaitEvent(t.b, copied[i % 2], 0);
        hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.b, halves[i % 2], sum);
        if (kept[3]) (void)hipEventRecord(used[i % 2], t.b);
    }
    for (hipEvent_t one : used) (void)hipEventDestroy(one);
    (void)hipFree(sum);
}

PROGRAM(two_halves_and_who_reads_both, order) {
    const things t;
    char* const p = reinterpret_cast<char*>(t.p);
    hipLaunchKernelGGL(every_second, dim3(1), dim3(512), 0, t.a, p, 0);
    hipLaunchKernelGGL(every_second, dim3(1), dim3(512), 0, t.b, p, 1);
    if (order.keeps()) (void)hipEventRecord(t.e, t.a);
    if (order.keeps()) (void)hipEventRecord(t.f, t.b);
    if (order.keeps()) (void)hipStreamWaitEvent(t.c, t.e, 0);
    if (order.keeps()) (void)hipStreamWaitEvent(t.c, t.f, 0);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.c, t.p, t.q);
}

PROGRAM(two_readers_and_a_writer, order) {
    const things t;
    int* r = nullptr;
    (void)hipMalloc(&r, bytes);
    (void)hipMemset(t.p, 0, bytes);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.a, t.p, t.q);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.b, t.p, r);
    if (order.keeps()) (void)hipEventRecord(t.e, t.a);
    if (order.keeps()) (void)hipEventRecord(t.f, t.b);
    if (order.keeps()) (void)hipStreamWaitEvent(t.c, t.e, 0);
    if (order.keeps()) (void)hipStreamWaitEvent(t.c, t.f, 0);
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.c, t.p, 1);
    (void)hipFree(r);
}

PROGRAM(the_default_stream_and_one_that_does_not_wait_for_it, order) {
    const things t;
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, nullptr, t.p, 1);
    if (order.keeps()) (void)hipStreamSynchronize(nullptr);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.a, t.p, t.q);
    if (order.keeps()) (void)hipStreamSynchronize(t.a);
    (void)hipMemsetAsync(t.q, 0, bytes);
}

PROGRAM(the_default_stream_waits_for_others_and_they_for_it, order) {
    (void)order;
    const things t(hipStreamDefault);
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.a, t.p, 1);
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, nullptr, t.p, 2);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.b, t.p, t.q);
}

PROGRAM(memory_of_a_stream, order) {
    const things t;
    int* r = nullptr;
    (void)hipMallocAsync(&r, bytes, t.a);
    if (order.keeps()) (void)hipEventRecord(t.e, t.a);
    if (order.keeps()) (void)hipStreamWaitEvent(t.b, t.e, 0);
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.b, r, 1);
    if (order.keeps()) (void)hipEventRecord(t.f, t.b);
    if (order.keeps()) (void)hipStreamWaitEvent(t.a, t.f, 0);
    (void)hipFreeAsync(r, t.a);
}

PROGRAM(a_variable_of_the_device, order) {
    const things t;
    hipLaunchKernelGGL(fill_variable, dim3(1), dim3(64), 0, t.a);
    if (order.keeps()) (void)hipEventRecord(t.e, t.a);
    if (order.keeps()) (void)hipStreamWaitEvent(t.b, t.e, 0);
    (void)hipMemcpyFromSymbolAsync(t.pinned, of_device, sizeof of_device, 0, hipMemcpyDeviceToHost,
                                   t.b);
}

PROGRAM(a_host_function_reads_a_result, order) {
    const things t;
    (void)hipMemcpyAsync(t.pinned, t.p, bytes, hipMemcpyDeviceToHost, t.a);
    if (order.keeps()) (void)hipEventRecord(t.e, t.a);
    if (order.keeps()) (void)hipStreamWaitEvent(t.b, t.e, 0);
    (void)hipLaunchHostFunc(
        t.b, [](void* p) { static_cast<int*>(p)[1] += static_cast<int*>(p)[0]; }, t.pinned);
}

PROGRAM(a_captured_fork_and_join, order) {
    const things t;
    hipGraph_t g = nullptr;
    hipGraphExec_t exec = nullptr;
    (void)hipStreamBeginCapture(t.a, hipStreamCaptureModeGlobal);
    (void)hipEventRecord(t.e, t.a);
    (void)hipStreamWaitEvent(t.b, t.e, 0);
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.b, t.p, 1);
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.a, t.q, 1);
    if (order.keeps()) (void)hipEventRecord(t.f, t.b);
    if (order.keeps()) (void)hipStreamWaitEvent(t.a, t.f, 0);
    hipLaunchKernelGGL(add, dim3(4), dim3(64), 0, t.a, t.p, t.q);
    (void)hipEventRecord(t.f, t.b);  // HIP ends no capture with a stream that has not joined
    (void)hipStreamWaitEvent(t.a, t.f, 0);
    (void)hipStreamEndCapture(t.a, &g);
    (void)hipGraphInstantiate(&exec, g, nullptr, nullptr, 0);
    (void)hipGraphLaunch(exec, t.c);
    (void)hipGraphLaunch(exec, t.c);
    if (order.keeps()) (void)hipStreamSynchronize(t.c);
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.b, t.q, 2);
    (void)hipGraphExecDestroy(exec), (void)hipGraphDestroy(g);
}

PROGRAM(nodes_of_a_graph, order) {
    const things t;
    hipGraph_t g = nullptr;
    hipGraphExec_t exec = nullptr;
    hipGraphNode_t first = nullptr, second = nullptr, third = nullptr;
    (void)hipGraphCreate(&g, 0);
    const hipMemsetParams zero{t.p, 4, 1, bytes, 0, count};
    (void)hipGraphAddMemsetNode(&first, g, nullptr, 0, &zero);
    (void)hipGraphAddMemcpyNode1D(&second, g, &first, order.keeps() ? 1 : 0, t.q, t.p, bytes,
                                  hipMemcpyDeviceToDevice);
    (void)hipGraphAddMemcpyNode1D(&third, g, nullptr, 0, t.pinned, t.q, bytes,
                                  hipMemcpyDeviceToHost);
    if (order.keeps()) (void)hipGraphAddDependencies(g, &second, &third, 1);
    (void)hipGraphInstantiate(&exec, g, nullptr, nullptr, 0);
    (void)hipGraphLaunch(exec, t.a);
    if (order.keeps()) (void)hipStreamSynchronize(t.a);
    if (t.pinned[0] != 0) abort();
    (void)hipGraphExecDestroy(exec), (void)hipGraphDestroy(g);
}

PROGRAM(atomics_of_two_streams, order) {
    (void)order;
    const things t;
    (void)hipMemset(t.p, 0, bytes);
    hipLaunchKernelGGL(count_up, dim3(2), dim3(64), 0, t.a, t.p);
    hipLaunchKernelGGL(count_up, dim3(2), dim3(64), 0, t.b, t.p);
}

// Memory that is not pinned: the copy is done when its call returns.
PROGRAM(a_copy_to_the_stack, order) {
    (void)order;
    const things t;
    int values[count];
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.a, t.p, 1);
    (void)hipMemcpyAsync(values, t.p, bytes, hipMemcpyDeviceToHost, t.a);
    if (values[3] != 1) abort();
}

// The volatile read finds the flag: what was before it is there.
PROGRAM(a_flag_that_the_host_polls, order) {
    (void)order;
    const things t;
    hipLaunchKernelGGL(fill, dim3(4), dim3(64), 0, t.a, t.pinned, 1);
    while (static_cast<volatile int*>(t.pinned)[0] == 0) {}
    if (t.pinned[0] != 1) abort();
}

#define WRONG(name, kind)                                                                     \
    void name();                                                                              \
    const tileproof::planted::wrong_program wrong_##name(                                     \
        #name, __FILE__, tileproof::cpu_checked::check_kind::kind, name);                     \
    void name()

__global__ void late_reader(const int* p, int* q) {
    q[threadIdx.x] = p[threadIdx.x];  // finding: two_streams_that_nothing_orders
}
__global__ void early_writer(int* p) {
    p[threadIdx.x] = 7;  // other: two_streams_that_nothing_orders
}
WRONG(two_streams_that_nothing_orders, stream_race) {
    const things t(hipStreamDefault);
    hipLaunchKernelGGL(early_writer, dim3(1), dim3(64), 0, t.a, t.p);
    hipLaunchKernelGGL(late_reader, dim3(1), dim3(64), 0, t.b, t.p, t.q);
}

WRONG(a_copy_over_what_another_stream_reads, stream_race) {
    const things t;
    (void)hipMemcpyAsync(t.q, t.p, bytes, hipMemcpyDeviceToDevice, t.a);  // other: a_copy_over_what_another_stream_reads
    (void)hipMemsetAsync(t.p, 1, bytes, t.b);  // finding: a_copy_over_what_another_stream_reads
}

WRONG(an_event_recorded_too_early, stream_race) {
    const things t;
    (void)hipEventRecord(t.e, t.a);
    (void)hipMemsetAsync(t.p, 1, bytes, t.a);  // other: an_event_recorded_too_early
    (void)hipStreamWaitEvent(t.b, t.e, 0);
    (void)hipMemcpyAsync(t.q, t.p, bytes, hipMemcpyDeviceToDevice, t.b);  // finding: an_event_recorded_too_early
}

WRONG(an_event_recorded_too_late, stream_race) {
    const things t;
    (void)hipMemsetAsync(t.p, 1, bytes, t.a);  // other: an_event_recorded_too_late
    (void)hipStreamWaitEvent(t.b, t.e, 0);
    (void)hipEventRecord(t.e, t.a);
    (void)hipMemcpyAsync(t.q, t.p, bytes, hipMemcpyDeviceToDevice, t.b);  // finding: an_event_recorded_too_late
}

WRONG(a_sum_that_the_host_reads_too_early, host_race) {
    const things t;
    (void)hipMemcpyAsync(t.pinned, t.p, bytes, hipMemcpyDeviceToHost, t.a);  // other: a_sum_that_the_host_reads_too_early
    if (t.pinned[3] == 12345) abort();  // finding: a_sum_that_the_host_reads_too_early
}

WRONG(a_pointer_freed_twice, invalid_free) {
    int* p = nullptr;
    (void)hipMalloc(&p, bytes);
    (void)hipFree(p);
    (void)hipFree(p);  // finding: a_pointer_freed_twice
}

WRONG(a_pointer_into_memory_freed, invalid_free) {
    const things t;
    (void)hipFree(t.p + 1);  // finding: a_pointer_into_memory_freed
}

WRONG(memory_of_the_host_freed_as_that_of_the_device, invalid_free) {
    int on_the_stack = 0;
    (void)hipFree(&on_the_stack);  // finding: memory_of_the_host_freed_as_that_of_the_device
}

WRONG(memory_freed_by_another_call, invalid_free) {
    const things t;
    (void)hipHostFree(t.p);  // finding: memory_freed_by_another_call
}

WRONG(a_pointer_of_the_device_that_the_host_reads, host_access) {
    const things t;
    (void)hipMemset(t.p, 0, bytes);
    if (t.p[3] == 12345) abort();  // finding: a_pointer_of_the_device_that_the_host_reads
}

}  // namespace
