// SPDX-License-Identifier: MIT
// Launches: by name, by pointer, by address with packed arguments, cooperative, and from graphs.
//
//   hipLaunchKernel((void*)k, grid, block, arguments, 0, stream)                   each argument by its address
#pragma once

#include <cstdlib>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tileproof_hip/properties.h"

TILEPROOF_HIP_BEGIN

inline hipError_t error_of(cpu_engine::launch_status status) {
    using cpu_engine::launch_status;
    if (status == launch_status::refused) return note_error(hipErrorInvalidConfiguration);
    if (status == launch_status::failed) return note_error(hipErrorLaunchFailure);
    return hipSuccess;
}

// A file compiled for one wave size is launched with it.
template <class Body>
hipError_t start_launch(const cpu_engine::launch_info& info, const Body& body) {
#ifdef TILEPROOF_WAVE_SIZE
    cpu_engine::settings().wave_size = TILEPROOF_WAVE_SIZE;
#endif
    cpu_engine::host_watch* const host = cpu_engine::watching_host();
    if (host) host->runs(&info);
    const cpu_engine::launch_status status = cpu_engine::launch(info, body);
    if (host && status == cpu_engine::launch_status::failed)
        host->broken_off(info, cpu_engine::last_error());
    if (host) host->runs(nullptr);
    if (host && status == cpu_engine::launch_status::refused)
        host->refused(info, cpu_engine::last_error());
    return error_of(status);
}

template <class Body, class... Args>
hipError_t run_copied(const cpu_engine::launch_info& info, const Body& body, const Args&... args) {
    const std::tuple<Args...> copies(args...);
    return start_launch(info, [&] { std::apply(body, copies); });
}
// Arguments are copied (arrays become pointers), as in a launch; each thread gets its own copy.
template <class Body, class... Args>
hipError_t run_kernel(const cpu_engine::launch_info& info, hipStream_t stream,
                      cpu_engine::caller at, const Body& body, Args... args) {
    if (stream && cpu_engine::capturing(stream)) {
        cpu_engine::record(stream, new work_of([=] {
                               const cpu_engine::of_stream work(cpu_engine::order_here(), stream,
                                                                at);
                               return run_copied(info, body, args...);
                           }));
        return hipSuccess;
    }
    const cpu_engine::of_stream work(cpu_engine::order_here(), stream, at);
    return run_copied(info, body, args...);
}
template <class Body, class... Args>
void launch_kernel(const char* name, dim3 grid, dim3 block, std::size_t dynamic_shared,
                   hipStream_t stream, cpu_engine::caller at, const Body& body, Args... args) {
    run_kernel({.kernel = name, .grid = grid, .block = block, .dynamic_shared = dynamic_shared},
               stream, at, body, args...);
}

// Kernels by address, with arguments given by their addresses.
template <class... P, std::size_t... I>
int start_unpacked(const void* kernel, uint3 grid, uint3 block, std::size_t shared,
                   void** arguments, const char* name, std::index_sequence<I...>) {
    const auto call = reinterpret_cast<void (*)(P...)>(const_cast<void*>(kernel));
    return static_cast<int>(run_kernel(
        {.kernel = name,
         .grid = grid,
         .block = block,
         .dynamic_shared = shared,
         .shared_limit = shared_bytes_of_block},
        nullptr, {}, [call](const auto&... a) { call(a...); },
        std::remove_cv_t<P>(*static_cast<std::remove_cv_t<P>*>(arguments[I]))...));
}
template <class... P>
int start_unpacked(const void* kernel, uint3 grid, uint3 block, std::size_t shared,
                   void** arguments, const char* name) {
    return start_unpacked<P...>(kernel, grid, block, shared, arguments, name,
                                std::index_sequence_for<P...>());
}
template <class... P>
inline constexpr unsigned sizes_of[] = {sizeof(P)..., 0};
template <class... P>
inline constexpr unsigned alignments_of[] = {alignof(P)..., 0};
template <class... P>
void* kernel_address(void (*kernel)(P...), const char* name = "") {
    void* const address = reinterpret_cast<void*>(kernel);
#ifdef TILEPROOF_CLANG_HIP
    return (void)name, address;  // which is entered already
#endif
    if (*name || !cpu_engine::find_kernel(address))
        cpu_engine::enter_kernel({address, name, start_unpacked<P...>, sizeof...(P), sizes_of<P...>,
                                  alignments_of<P...>});
    return address;
}
inline hipError_t launch_record(const cpu_engine::kernel_record* k, dim3 grid, dim3 block,
                                void** arguments, std::size_t shared, hipStream_t stream,
                                cpu_engine::caller at) {
    if (!k) return note_error(hipErrorInvalidDeviceFunction);
    const char* const name = *k->name ? k->name : "kernel";
    if (cpu_engine::is_stream(stream) && cpu_engine::capturing(stream)) {
        void** const kept = copied_arguments(
            *k, arguments);  // as long as the graph, which may be launched again and again
        return on_stream(stream, at, [=] {
            return static_cast<hipError_t>(k->start(k->address, grid, block, shared, kept, name));
        });
    }
    const cpu_engine::of_stream work(cpu_engine::order_here(), stream, at);
    return static_cast<hipError_t>(k->start(k->address, grid, block, shared, arguments, name));
}
#ifndef TILEPROOF_CLANG_HIP  // joined_kernels.h has it
inline hipError_t hipLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                  std::size_t shared = 0, hipStream_t stream = nullptr,
                                  TILEPROOF_CALLER) {
    return launch_record(cpu_engine::find_kernel(kernel), grid, block, arguments, shared, stream,
                         from_);
}
template <class... P>
hipError_t hipLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                           std::size_t shared = 0, hipStream_t stream = nullptr, TILEPROOF_CALLER) {
    return hipLaunchKernel(static_cast<const void*>(kernel_address(kernel)), grid, block, arguments,
                           shared, stream, from_);
}
#endif
inline hipError_t hipExtLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                     std::size_t shared, hipStream_t stream, hipEvent_t start,
                                     hipEvent_t stop, int, TILEPROOF_CALLER) {
    if (start) hipEventRecord(start, stream);
    const hipError_t e = launch_record(cpu_engine::find_kernel(kernel), grid, block, arguments,
                                       shared, stream, from_);
    if (stop) hipEventRecord(stop, stream);
    return e;
}

// A grid whose blocks may wait for each other.
inline hipError_t hipLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block,
                                             void** arguments, unsigned shared, hipStream_t stream,
                                             TILEPROOF_CALLER) {
    if (std::uint64_t{grid.x} * grid.y * grid.z > cpu_engine::most_cooperative_blocks())
        return note_error(hipErrorCooperativeLaunchTooLarge);
    const cpu_engine::cooperative_scope scope;
    return launch_record(cpu_engine::find_kernel(kernel), grid, block, arguments, shared, stream,
                         from_);
}
template <class... P>
hipError_t hipLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                                      unsigned shared, hipStream_t stream, TILEPROOF_CALLER) {
    return hipLaunchCooperativeKernel(static_cast<const void*>(kernel_address(kernel)), grid, block,
                                      arguments, shared, stream, from_);
}

// Attributes and occupancy: one block at a time per core.
template <class F>
hipError_t hipFuncSetAttribute(F, hipFuncAttribute attribute, int value) {
    const bool fits = attribute != hipFuncAttributeMaxDynamicSharedMemorySize ||
                      static_cast<std::size_t>(value) <= shared_bytes_of_block;
    return note_error(fits ? hipSuccess : hipErrorInvalidValue);
}
template <class F>
hipError_t hipFuncSetCacheConfig(F, hipFuncCache_t) {
    return hipSuccess;
}
template <class F>
hipError_t hipFuncSetSharedMemConfig(F, hipSharedMemConfig) {
    return hipSuccess;
}
template <class F>
hipError_t hipFuncGetAttributes(hipFuncAttributes* a, F) {
    *a = {};
    a->maxThreadsPerBlock = 1024;
    a->maxDynamicSharedSizeBytes = static_cast<int>(shared_bytes_of_block);
    a->numRegs = 32;
    return hipSuccess;
}
template <class F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F, int block_size,
                                                        std::size_t shared) {
    *blocks = block_size <= 1024 && shared <= shared_bytes_of_block ? 1 : 0;
    return hipSuccess;
}
template <class F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F f, int block_size,
                                                                 std::size_t shared, unsigned = 0) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, block_size, shared);
}
template <class Size, class F>
hipError_t hipOccupancyMaxPotentialBlockSize(Size* grid, Size* block, F, std::size_t = 0,
                                             int limit = 0) {
    *block = static_cast<Size>(limit > 0 && limit < 1024 ? limit : 1024);
    *grid = static_cast<Size>(cpu_engine::processor_count());
    return hipSuccess;
}
template <class Size, class F, class Shared>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(Size* grid, Size* block, F f, Shared,
                                                         int limit = 0) {
    return hipOccupancyMaxPotentialBlockSize(grid, block, f, 0, limit);
}

// Modules: the kernels of the program itself, whichever file is named.
inline hipError_t hipModuleLoad(hipModule_t* module, const char*) {
    return *module = reinterpret_cast<hipModule_t>(8), hipSuccess;
}
inline hipError_t hipModuleLoadData(hipModule_t* module, const void*) {
    return hipModuleLoad(module, "");
}
inline hipError_t hipModuleUnload(hipModule_t) { return hipSuccess; }
inline hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t, const char* name) {
    *function = cpu_engine::find_kernel(name);
    return note_error(*function ? hipSuccess : hipErrorNotFound);
}
inline hipError_t hipGetFuncBySymbol(hipFunction_t* function, const void* kernel) {
    *function = cpu_engine::find_kernel(kernel);
    return note_error(*function ? hipSuccess : hipErrorInvalidDeviceFunction);
}
#define HIP_LAUNCH_PARAM_BUFFER_POINTER (reinterpret_cast<void*>(1))
#define HIP_LAUNCH_PARAM_BUFFER_SIZE (reinterpret_cast<void*>(2))
#define HIP_LAUNCH_PARAM_END (reinterpret_cast<void*>(3))
// The arguments are given by address, or consecutively in a buffer, each at its alignment.
inline hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                        unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                        hipStream_t stream, void** arguments, void** extra,
                                        TILEPROOF_CALLER) {
    void* in_buffer[64];
    if (!f) return note_error(hipErrorInvalidDeviceFunction);
    if (!arguments) {
        if (!extra || f->count > 64) return note_error(hipErrorInvalidValue);
        char* const buffer = static_cast<char*>(extra[1]);
        std::size_t at = 0;
        for (unsigned i = 0; i < f->count; ++i) {
            at = (at + f->alignments[i] - 1) / f->alignments[i] * f->alignments[i];
            in_buffer[i] = buffer + at;
            at += f->sizes[i];
        }
        arguments = in_buffer;
    }
    return launch_record(f, {gx, gy, gz}, {bx, by, bz}, arguments, shared, stream, from_);
}

typedef struct hipKernelNodeParams {
    dim3 blockDim;
    void** extra;
    void* func;
    dim3 gridDim;
    void** kernelParams;
    unsigned sharedMemBytes;
} hipKernelNodeParams;
inline auto kernel_work(const hipKernelNodeParams& p) {
    const cpu_engine::kernel_record* const k = cpu_engine::find_kernel(p.func);
    void** const kept = k ? copied_arguments(*k, p.kernelParams) : nullptr;
    return [=, grid = p.gridDim, block = p.blockDim, shared = p.sharedMemBytes] {
        return launch_record(k, grid, block, kept, shared, nullptr, {});
    };
}
inline hipError_t hipGraphAddKernelNode(hipGraphNode_t* node, hipGraph_t graph,
                                        const hipGraphNode_t* after, std::size_t n,
                                        const hipKernelNodeParams* p) {
    if (!cpu_engine::find_kernel(p->func)) return note_error(hipErrorInvalidDeviceFunction);
    return add_node(node, graph, after, n, kernel_work(*p));
}
inline hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t graph, hipGraphNode_t node,
                                                  const hipKernelNodeParams* p) {
    using made = work_of<decltype(kernel_work(*p))>;
    return cpu_engine::replace_node(graph, node, new made(kernel_work(*p))), hipSuccess;
}

TILEPROOF_HIP_END

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#ifndef TILEPROOF_CLANG_HIP  // joined_kernels.h has it
#define hipLaunchKernelGGL(kernel, grid, block, dynamic_shared, stream, ...)               \
    ::tileproof::hip_on::launch_kernel(                                                    \
        #kernel, grid, block, dynamic_shared, stream, {__FILE__, __LINE__},                \
        [&](const auto&... arguments_) -> void { (kernel)(arguments_...); } __VA_OPT__(, ) \
                                           __VA_ARGS__)
#endif
