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

#include <cmath>
// C++20's lerp stays in std, because C++17 programs define functions of that name.
#define lerp fma
#include <math.h>
#undef lerp

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tileproof_hip/keywords.h>
//
#include <tileproof_hip/vector_types.h>
//
#include <tileproof_hip/amdgcn.h>
#include <tileproof_hip/amdgcn_floats.h>
#include <tileproof_hip/atomics.h>
#include <tileproof_hip/copies.h>
#include <tileproof_hip/errors.h>
#include <tileproof_hip/intrinsics.h>
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

#define __HIP_PLATFORM_TILEPROOF__ 1
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 0
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60000000
#define HIPRT_CB

#include <tileproof_hip/letters_back.h>
