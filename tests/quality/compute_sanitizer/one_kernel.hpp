// SPDX-License-Identifier: MIT
// In place of planted.hpp, under nvcc: a program that launches one of the kernels on an NVIDIA GPU, as the tests do.
//
//   races                        lists its kernels: forgets_the_barrier race ...
//   races forgets_the_barrier    launches it once
#pragma once

#include <cuda/atomic>

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// nvcc takes clang's words for atomics to be functions of the host.
#if defined(__CUDA_ARCH__)
namespace beside {
template <class T>
__device__ cuda::atomic_ref<T, cuda::thread_scope_device> atomic(T* p) {
    return cuda::atomic_ref<T, cuda::thread_scope_device>(*p);
}
__device__ constexpr cuda::memory_order order(int o) {
    return o == __ATOMIC_ACQUIRE   ? cuda::memory_order_acquire
           : o == __ATOMIC_RELEASE ? cuda::memory_order_release
                                   : cuda::memory_order_relaxed;
}
}  // namespace beside
#define __atomic_load_n(p, o) beside::atomic(p).load(beside::order(o))
#define __atomic_store_n(p, value, o) beside::atomic(p).store(value, beside::order(o))
#endif

namespace beside {

struct entry {
    const char *name, *kind;
    int blocks, threads;
    void (*launch)(const float* in, float* out, int* scratch, int n);
    entry* next;
};
inline entry*& first() {
    static entry* e = nullptr;
    return e;
}
struct added {
    explicit added(entry* e) { e->next = first(), first() = e; }
};

}  // namespace beside

#define PLANTED_ENTRY(kernel, expected, blocks, threads, dynamic)                                  \
    static beside::entry entry_of_##kernel{                                                        \
        #kernel,                                                                                   \
        expected,                                                                                  \
        blocks,                                                                                    \
        (threads) < 0 ? -(threads) : (threads),                                                    \
        [](const float* in, float* out, int* scratch, int n) {                                     \
            if ((dynamic) > 48 * 1024)                                                             \
                (void)cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,    \
                                           dynamic);                                               \
            hipLaunchKernelGGL(kernel, dim3(blocks), dim3((threads) < 0 ? -(threads) : (threads)), \
                               dynamic, 0, in, out, scratch, n);                                   \
        },                                                                                         \
        nullptr};                                                                                  \
    static beside::added added_##kernel(&entry_of_##kernel);
#define PLANTED(kernel, kind, blocks, threads, dynamic) \
    PLANTED_ENTRY(kernel, #kind, blocks, threads, dynamic)
#define ON_REQUEST(kernel, blocks, threads, dynamic)
#define RIGHT(kernel, blocks, threads, dynamic) \
    PLANTED_ENTRY(kernel, "right", blocks, threads, dynamic)

int main(int count, char** arguments) {
    for (beside::entry* e = beside::first(); e; e = e->next) {
        if (count < 2) {
            std::printf("%s %s\n", e->name, e->kind);
            continue;
        }
        if (std::strcmp(arguments[1], e->name)) continue;
        const int n = e->blocks * e->threads;
        std::vector<float> host(n);
        for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i);
        float *in = nullptr, *out = nullptr;
        int* scratch = nullptr;
        if (hipMalloc(&in, n * 4) || hipMalloc(&out, n * 4) || hipMalloc(&scratch, 256)) return 3;
        (void)hipMemcpy(in, host.data(), n * 4, hipMemcpyHostToDevice);
        (void)hipMemset(scratch, 0, 256);
        e->launch(in, out, scratch, n);
        const int launched = static_cast<int>(hipGetLastError()),
                  ended = static_cast<int>(hipDeviceSynchronize());
        std::printf("launch %d, end %d\n", launched, ended);
        return launched || ended ? 4 : 0;
    }
    return count < 2 ? 0 : 5;
}
