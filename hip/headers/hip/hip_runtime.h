// SPDX-License-Identifier: MIT
// HIP for the cpu devices: the contents of <hip/hip_runtime.h>. docs/hip-api.md lists them; a missing name does not compile.
//
// The host interface is hip_runtime_api.h, with C linkage. What kernels call is in a namespace and made visible. clang's own HIP
// front end compiles programs; other C++20 compilers take the header for host code.
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

#include <hip/hip_runtime_api.h>
#include <tileproof_hip/keywords.h>
TILEPROOF_FOR_BOTH
//
#include <tileproof_hip/vector_types.h>
//
#include <tileproof_hip/amdgcn.h>
#include <tileproof_hip/amdgcn_floats.h>
#include <tileproof_hip/atomics.h>
#include <tileproof_hip/lds_loads.h>
#include <tileproof_hip/math.h>
#include <tileproof_hip/matrix.h>
#include <tileproof_hip/textures.h>
#include <tileproof_hip/threads.h>
#include <tileproof_hip/wave.h>
#ifdef TILEPROOF_CLANG_HIP
#include <tileproof_hip/joined_kernels.h>
#endif

TILEPROOF_FOR_BOTH_END
#ifdef TILEPROOF_CLANG_HIP  // beside the host's
__attribute__((device)) inline long long clock() { return clock64(); }
#endif
#define __HIP_PLATFORM_TILEPROOF__ 1
#include <hip/hip_version.h>
#define HIPRT_CB

#include <tileproof_hip/letters_back.h>
