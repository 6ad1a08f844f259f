// SPDX-License-Identifier: MIT
// Launches as clang's own HIP front end writes them: scale<<<grid, 256>>>(x, n) calls the first of these functions with the
// configuration and then a stub, which takes it back and calls hipLaunchKernel() with the kernel's handle and the addresses
// of its arguments. The kernels are entered by compiler/passes/hip_halves.hpp, which has both halves of the source.
#pragma once

#include "tileproof_hip/launch.h"

TILEPROOF_HIP_BEGIN

inline int start_joined(const void* kernel, uint3 grid, uint3 block, std::size_t shared,
                        void** arguments, const char* name) {
    const cpu_engine::kernel_record& k = *cpu_engine::find_kernel(kernel);
    const auto call = k.call;
    const cpu_engine::launch_info info{.kernel = name,
                                       .grid = grid,
                                       .block = block,
                                       .dynamic_shared = shared,
                                       .shared_limit = shared_bytes_of_block,
                                       .shared = k.shared,
                                       .file = k.file};
    cpu_engine::host_watch* const host = k.declared ? cpu_engine::watching_host() : nullptr;
    if (host) {
        cpu_engine::launch_argument list[128];
        const unsigned count = k.count < 128 ? k.count : 128;
        for (unsigned i = 0; i < count; ++i) list[i] = k.declared[i], list[i].value = arguments[i];
        host->launches(info, {list, count});
    }
    const hipError_t error = start_launch(info, [=] { call(arguments); });
    if (host) host->launched();
    return static_cast<int>(error);
}

TILEPROOF_HIP_END

extern "C" inline hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block,
                                                        std::size_t shared = 0,
                                                        hipStream_t stream = nullptr,
                                                        TILEPROOF_CALLER) {
    ::tileproof::cpu_engine::launch_to_come() = {grid, block, shared, stream, from_};
    return hipSuccess;
}
extern "C" inline hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared,
                                                       hipStream_t* stream) {
    const auto& c = ::tileproof::cpu_engine::launch_to_come();
    *grid = c.grid, *block = c.block, *shared = c.shared,
    *stream = static_cast<hipStream_t>(c.stream);
    return hipSuccess;
}
extern "C" inline hipError_t hipLaunchKernel(const void* kernel, dim3 grid, dim3 block,
                                             void** arguments, std::size_t shared = 0,
                                             hipStream_t stream = nullptr) {
    auto& c = ::tileproof::cpu_engine::launch_to_come();
    const ::tileproof::cpu_engine::caller from = c.from;
    c.from = {};
    return launch_record(::tileproof::cpu_engine::find_kernel(kernel), grid, block, arguments,
                         shared, stream, from);
}
// Called by a launch of a kernel that another compiler made.
extern "C" __attribute__((used)) inline void tileproof_device_launch(const void* kernel,
                                                                     void** arguments) {
    dim3 grid, block;
    std::size_t shared = 0;
    hipStream_t stream = nullptr;
    (void)__hipPopCallConfiguration(&grid, &block, &shared, &stream);
    (void)hipLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
// Called at the beginning of a thread.
extern "C" __attribute__((used)) inline void tileproof_hip_bounds(unsigned most) {
    ::tileproof::hip_on::within_launch_bounds(most);
}
// Called when the object file is loaded.
extern "C" __attribute__((used)) inline void tileproof_hip_kernel(
    const void* handle, const char* name, void (*call)(void**), unsigned count,
    const unsigned* sizes, const unsigned* alignments,
    const ::tileproof::cpu_engine::launch_argument* declared,
    void (*shared)(::tileproof::cpu_engine::tell_shared), const char* file) {
    ::tileproof::cpu_engine::enter_kernel({handle, name, ::tileproof::hip_on::start_joined, count,
                                           sizes, alignments, call, declared, shared, file});
}
// With -fgpu-rdc, where kernels call functions of other object files: of this one.
extern "C" __attribute__((used)) inline void tileproof_hip_shared(
    void (*shared)(::tileproof::cpu_engine::tell_shared)) {
    ::tileproof::cpu_engine::enter_shared(shared);
}
extern "C" __attribute__((used)) inline void tileproof_hip_all_shared(
    ::tileproof::cpu_engine::tell_shared tell) {
    ::tileproof::cpu_engine::all_shared(tell);
}

#define hipLaunchKernelGGL(kernel, grid, block, dynamic_shared, stream, ...) \
    kernel<<<(grid), (block), (dynamic_shared), (stream)>>>(__VA_ARGS__)
