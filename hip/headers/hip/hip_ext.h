// SPDX-License-Identifier: MIT
// Extensions: a launch between two events.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_runtime.h>

#include <tuple>

// Its older name.
inline hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz,
                                           uint32_t bx, uint32_t by, uint32_t bz, size_t shared,
                                           hipStream_t stream, void** arguments, void** extra,
                                           hipEvent_t before = nullptr,
                                           hipEvent_t after = nullptr) {
    return hipExtModuleLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra,
                                    before, after, 0);
}
#ifdef TILEPROOF_CLANG_HIP
// The events, if not null, are recorded before and after the kernel.
template <class... Parameters, class... As>
void hipExtLaunchKernelGGL(void (*kernel)(Parameters...), const dim3& grid, const dim3& block,
                           unsigned shared, hipStream_t stream, hipEvent_t start, hipEvent_t stop,
                           unsigned flags, As&&... as) {
    std::tuple<std::decay_t<Parameters>...> values(static_cast<As&&>(as)...);
    std::apply(
        [&](auto&... value) {
            void* addresses[] = {&value..., nullptr};
            (void)hipExtLaunchKernel(kernel, grid, block, addresses, shared, stream, start, stop,
                                     static_cast<int>(flags));
        },
        values);
}
#endif

#include <tileproof_hip/letters_back.h>
