// SPDX-License-Identifier: MIT
// What C++ adds to HIP's host interface: typed pointers, variables by name, kernels by their functions.
//
//   float* x; hipMalloc(&x, 400);   hipMemcpyToSymbol(table, values, 64);   hipLaunchCooperativeKernel(kernel, 8, 64, args, 0, 0);
#pragma once

#include <type_traits>

#include "tileproof_hip/api_functions.h"

// clang-format off
template <class T> hipError_t hipMalloc(T** p, size_t n) { return hipMalloc(reinterpret_cast<void**>(p), n); }
template <class T> hipError_t hipExtMallocWithFlags(T** p, size_t n, unsigned flags) { return hipExtMallocWithFlags(reinterpret_cast<void**>(p), n, flags); }
template <class T> hipError_t hipHostMalloc(T** p, size_t n, unsigned flags = 0) { return hipHostMalloc(reinterpret_cast<void**>(p), n, flags); }
template <class T> hipError_t hipHostAlloc(T** p, size_t n, unsigned flags = 0) { return hipHostAlloc(reinterpret_cast<void**>(p), n, flags); }
template <class T> hipError_t hipExtHostAlloc(T** p, size_t n, unsigned flags = 0) { return hipExtHostAlloc(reinterpret_cast<void**>(p), n, flags); }
template <class T> hipError_t hipMallocHost(T** p, size_t n) { return hipMallocHost(reinterpret_cast<void**>(p), n); }
template <class T> hipError_t hipMemAllocHost(T** p, size_t n) { return hipMemAllocHost(reinterpret_cast<void**>(p), n); }
template <class T> hipError_t hipMallocManaged(T** p, size_t n, unsigned flags = hipMemAttachGlobal) { return hipMallocManaged(reinterpret_cast<void**>(p), n, flags); }
template <class T> hipError_t hipMallocPitch(T** p, size_t* pitch, size_t width, size_t height) { return hipMallocPitch(reinterpret_cast<void**>(p), pitch, width, height); }
template <class T> hipError_t hipMemAllocPitch(T** p, size_t* pitch, size_t width, size_t height, unsigned bytes) { return hipMemAllocPitch(reinterpret_cast<void**>(p), pitch, width, height, bytes); }
template <class T> hipError_t hipMallocAsync(T** p, size_t n, hipStream_t s) { return hipMallocAsync(reinterpret_cast<void**>(p), n, s); }
template <class T> hipError_t hipMallocFromPoolAsync(T** p, size_t n, hipMemPool_t pool, hipStream_t s) { return hipMallocFromPoolAsync(reinterpret_cast<void**>(p), n, pool, s); }
template <class T> hipError_t hipMallocAsync(T** p, size_t n, hipMemPool_t pool, hipStream_t s) { return hipMallocFromPoolAsync(reinterpret_cast<void**>(p), n, pool, s); }
template <class T> hipError_t hipHostGetDevicePointer(T** p, void* host, unsigned flags = 0) { return hipHostGetDevicePointer(reinterpret_cast<void**>(p), host, flags); }
// clang-format on
inline hipError_t hipMallocAsync(void** p, size_t n, hipMemPool_t pool, hipStream_t s) {
    return hipMallocFromPoolAsync(p, n, pool, s);
}
inline hipError_t hipHostMalloc(void** p, size_t n) { return hipHostMalloc(p, n, 0); }
inline hipError_t hipHostGetDevicePointer(void** p, void* host) {
    return hipHostGetDevicePointer(p, host, 0);
}
inline hipError_t hipGraphInstantiate(hipGraphExec_t* made, hipGraph_t graph,
                                      unsigned long long flags = 0) {
    return hipGraphInstantiateWithFlags(made, graph, flags);
}

// A variable stands for itself, the address of a variable (&variable) for what it points to.
template <class T>
const void* tileproof_symbol(T&& symbol) {
    if constexpr (!std::is_lvalue_reference_v<T> && std::is_pointer_v<std::remove_cvref_t<T>>)
        return const_cast<const void*>(static_cast<const volatile void*>(symbol));
    else
        return const_cast<const char*>(&reinterpret_cast<const volatile char&>(symbol));
}
#define TILEPROOF_SYMBOL \
    template <class T>   \
    requires(!std::is_same_v<std::remove_cvref_t<T>, const void*>) hipError_t
TILEPROOF_SYMBOL hipMemcpyToSymbol(T&& symbol, const void* from, size_t bytes, size_t offset = 0,
                                   hipMemcpyKind kind = hipMemcpyHostToDevice) {
    return hipMemcpyToSymbol(tileproof_symbol(static_cast<T&&>(symbol)), from, bytes, offset, kind);
}
TILEPROOF_SYMBOL hipMemcpyFromSymbol(void* to, T&& symbol, size_t bytes, size_t offset = 0,
                                     hipMemcpyKind kind = hipMemcpyDeviceToHost) {
    return hipMemcpyFromSymbol(to, tileproof_symbol(static_cast<T&&>(symbol)), bytes, offset, kind);
}
TILEPROOF_SYMBOL hipMemcpyToSymbolAsync(T&& symbol, const void* from, size_t bytes, size_t offset,
                                        hipMemcpyKind kind, hipStream_t stream = nullptr) {
    return hipMemcpyToSymbolAsync(tileproof_symbol(static_cast<T&&>(symbol)), from, bytes, offset,
                                  kind, stream);
}
TILEPROOF_SYMBOL hipMemcpyFromSymbolAsync(void* to, T&& symbol, size_t bytes, size_t offset,
                                          hipMemcpyKind kind, hipStream_t stream = nullptr) {
    return hipMemcpyFromSymbolAsync(to, tileproof_symbol(static_cast<T&&>(symbol)), bytes, offset,
                                    kind, stream);
}
template <class P, class T>
requires(!std::is_same_v<std::remove_cvref_t<T>, const void*>) hipError_t
    hipGetSymbolAddress(P** pointer, T&& symbol) {
    return hipGetSymbolAddress(reinterpret_cast<void**>(pointer),
                               tileproof_symbol(static_cast<T&&>(symbol)));
}
TILEPROOF_SYMBOL hipGetSymbolSize(size_t* bytes, T&& symbol) {
    return hipGetSymbolSize(bytes, tileproof_symbol(static_cast<T&&>(symbol)));
}
#undef TILEPROOF_SYMBOL
#define HIP_SYMBOL(symbol) symbol

// Kernels by their functions.
template <class F>
requires std::is_function_v<F>
const void* tileproof_kernel(F* kernel) { return reinterpret_cast<const void*>(kernel); }
#define TILEPROOF_KERNEL \
    template <class F>   \
    requires std::is_function_v<F> hipError_t
TILEPROOF_KERNEL hipLaunchKernel(F* kernel, dim3 grid, dim3 block, void** arguments,
                                 size_t shared = 0, hipStream_t stream = nullptr) {
    return hipLaunchKernel(tileproof_kernel(kernel), grid, block, arguments, shared, stream);
}
TILEPROOF_KERNEL hipLaunchCooperativeKernel(F* kernel, dim3 grid, dim3 block, void** arguments,
                                            unsigned shared, hipStream_t stream) {
    return hipLaunchCooperativeKernel(tileproof_kernel(kernel), grid, block, arguments, shared,
                                      stream);
}
TILEPROOF_KERNEL hipExtLaunchKernel(F* kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t shared, hipStream_t stream, hipEvent_t start,
                                    hipEvent_t stop, int flags) {
    return hipExtLaunchKernel(tileproof_kernel(kernel), grid, block, arguments, shared, stream,
                              start, stop, flags);
}
TILEPROOF_KERNEL hipFuncSetAttribute(F* kernel, hipFuncAttribute attribute, int value) {
    return hipFuncSetAttribute(tileproof_kernel(kernel), attribute, value);
}
TILEPROOF_KERNEL hipFuncSetCacheConfig(F* kernel, hipFuncCache_t config) {
    return hipFuncSetCacheConfig(tileproof_kernel(kernel), config);
}
TILEPROOF_KERNEL hipFuncSetSharedMemConfig(F* kernel, hipSharedMemConfig config) {
    return hipFuncSetSharedMemConfig(tileproof_kernel(kernel), config);
}
TILEPROOF_KERNEL hipFuncGetAttributes(hipFuncAttributes* attributes, F* kernel) {
    return hipFuncGetAttributes(attributes, tileproof_kernel(kernel));
}
// Programs name the type of the kernel, which stands first: hipOccupancy...<void (*)(int*)>(&n, kernel, 64, 0).
template <class F>
requires(std::is_function_v<std::remove_pointer_t<F>>) hipError_t
    hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F kernel, int threads,
                                                 size_t shared) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, tileproof_kernel(kernel), threads,
                                                        shared);
}
template <class F>
requires(std::is_function_v<std::remove_pointer_t<F>>) hipError_t
    hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F kernel, int threads,
                                                          size_t shared, unsigned flags = 0) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, tileproof_kernel(kernel),
                                                                 threads, shared, flags);
}
template <class F>
hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* block, F kernel, size_t shared = 0,
                                             int limit = 0) {
    return hipOccupancyMaxPotentialBlockSize(grid, block, reinterpret_cast<const void*>(kernel),
                                             shared, limit);
}
template <class F>
hipError_t hipOccupancyMaxPotentialBlockSize(unsigned* grid, unsigned* block, F kernel,
                                             size_t shared = 0, int limit = 0) {
    return hipOccupancyMaxPotentialBlockSize(reinterpret_cast<int*>(grid),
                                             reinterpret_cast<int*>(block), kernel, shared, limit);
}
template <class F>
hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, F kernel,
                                                      size_t shared = 0, int limit = 0,
                                                      unsigned = 0) {
    return hipOccupancyMaxPotentialBlockSize(grid, block, kernel, shared, limit);
}
template <class Size, class F, class Shared>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(Size* grid, Size* block, F kernel,
                                                         Shared shared, int limit = 0) {
    return hipOccupancyMaxPotentialBlockSize(grid, block, kernel, shared(limit ? limit : 1024),
                                             limit);
}
template <class Size, class F, class Shared>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(Size* grid, Size* block, F kernel,
                                                                  Shared shared, int limit = 0,
                                                                  unsigned = 0) {
    return hipOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, shared, limit);
}
#undef TILEPROOF_KERNEL
inline hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams* list, unsigned devices,
                                                     unsigned flags = 0) {
    return hipExtLaunchMultiKernelMultiDevice(list, static_cast<int>(devices), flags);
}

inline hipPitchedPtr make_hipPitchedPtr(void* p, size_t pitch, size_t x, size_t y) {
    return {p, pitch, x, y};
}
inline hipExtent make_hipExtent(size_t w, size_t h, size_t d) { return {w, h, d}; }
inline hipPos make_hipPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
