// SPDX-License-Identifier: MIT
// Kernels that another compiler made, as LLVM IR (.ll, .llir) or bitcode (.bc) for an AMD GPU: Triton writes such files, and
// `clang -x hip --offload-device-only -emit-llvm`. On the cpu devices they are checked as kernels of the file are, with the
// places of their own debug information, or, where it has none, with the lines of the .ll file.
//
//   #include <hip/hip_runtime.h>
//   #include <tileproof/device_code.hpp>
//   #include <tileproof/kernel_test.hpp>
//
//   TILEPROOF_DEVICE_CODE("add_kernel.llir")       // beside this file
//   extern "C" __global__ void add_kernel(const float* x, const float* y, float* out, int n);   // declared, no body
//
//   static const tileproof::kernel_test add_test =
//       tileproof::elementwise<float, float, float>("add", [](float x, float y) { return x + y; })
//           .launch([](const float* x, const float* y, float* out, long n) {
//               add_kernel<<<(n + 1023) / 1024, 256>>>(x, y, out, static_cast<int>(n));
//           });
//
// A kernel that is declared and has no body is looked for by its name in these files. Its parameters must be those of the
// declaration. Waves have the lanes of the GPU that the file was made for, 64 on gfx9 and 32 on later ones, unless the test
// or --wave says otherwise. Dynamic shared memory (Triton's global_smem) has the size that the launch gives.
#pragma once

#include <hip/hip_runtime.h>

// compiler/passes/device_code.hpp reads these marks.
#define TILEPROOF_DEVICE_CODE_2(path, number)        \
    static const char tileproof_device_code_##number \
        __attribute__((used, annotate("tileproof_device_code:" path))) = 0;
#define TILEPROOF_DEVICE_CODE_1(path, number) TILEPROOF_DEVICE_CODE_2(path, number)
#if defined(__HIP_PLATFORM_TILEPROOF__)
#define TILEPROOF_DEVICE_CODE(path) TILEPROOF_DEVICE_CODE_1(path, __COUNTER__)
#else
#define TILEPROOF_DEVICE_CODE(path) \
    static_assert(                  \
        false, "Device code in LLVM IR runs on the cpu devices: use --device cpu,cpu-checked.");
#endif
