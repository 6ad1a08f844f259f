// SPDX-License-Identifier: MIT
// HIP for the cpu device: the contents of <hip/hip_runtime.h> for programs, as plain C++.
//
// Only the include path is needed, no flag: a kernel source that includes <hip/hip_runtime.h> compiles with any C++20
// compiler. docs/hip-api.md lists the contents; a missing name does not compile.
//
// Everything is in a namespace named after the device being built (TILEPROOF_DEVICE) and made visible, so that one
// program can hold the same kernels for several devices.
#pragma once
#include <tileproof_hip/letters_aside.h>

#ifdef __CLANG_HIP_RUNTIME_WRAPPER_H__  // before std:: takes over what there is
extern "C" __attribute__((device)) void* memcpy(void*, const void*, decltype(sizeof 0)) noexcept;
extern "C" __attribute__((device)) void* memmove(void*, const void*, decltype(sizeof 0)) noexcept;
extern "C" __attribute__((device)) void* memset(void*, int, decltype(sizeof 0)) noexcept;
extern "C" __attribute__((device)) int printf(const char*, ...);
extern "C" __attribute__((device, noreturn)) void abort() noexcept;
extern "C" __attribute__((device, noreturn)) void __assert_fail(const char*, const char*, unsigned,
                                                                const char*) noexcept;
#endif
#include <cmath>
// C++20's lerp stays in std, because C++17 programs define functions of that name.
#define lerp fma
#include <math.h>
#undef lerp

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <tileproof_hip/keywords.h>
TILEPROOF_FOR_BOTH
//
#include <tileproof_hip/vector_types.h>
//
#include <tileproof_hip/amdgcn.h>
#include <tileproof_hip/amdgcn_floats.h>
#include <tileproof_hip/atomics.h>
#include <tileproof_hip/copies.h>
#include <tileproof_hip/errors.h>
#include <tileproof_hip/launch.h>
#include <tileproof_hip/lds_loads.h>
#include <tileproof_hip/math.h>
#include <tileproof_hip/matrix.h>
#include <tileproof_hip/memory.h>
#include <tileproof_hip/properties.h>
#include <tileproof_hip/streams.h>
#include <tileproof_hip/textures.h>
#include <tileproof_hip/threads.h>
#include <tileproof_hip/wave.h>

TILEPROOF_FOR_BOTH_END
#ifdef TILEPROOF_CLANG_HIP
#include <tileproof_hip/joined_kernels.h>
#endif
#define __HIP_PLATFORM_TILEPROOF__ 1
#include <hip/hip_version.h>
#define HIPRT_CB

#include <tileproof_hip/letters_back.h>
