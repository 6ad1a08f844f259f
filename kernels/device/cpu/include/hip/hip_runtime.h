// HIP for the cpu device: what <hip/hip_runtime.h> offers to a kernel, as plain C++.
//
// Include path first, no flag needed: a kernel source that includes <hip/hip_runtime.h> compiles
// with any C++20 compiler. What is here: launches, indices, shared memory, barriers, wave
// operations, atomics, vector types, device mathematics, and the host calls for memory, copies,
// streams and events. Not here, so that using it does not compile: textures, surfaces, cooperative
// groups, inline assembly of a GPU.
//
// Everything lives in a namespace named after the device that is being built (TILEPROOF_DEVICE) and
// is made visible, so that one program can hold the same kernels for several devices.
#pragma once

#include <tileproof_hip/keywords.h>
//
#include <tileproof_hip/vector_types.h>
//
#include <tileproof_hip/atomics.h>
#include <tileproof_hip/math.h>
#include <tileproof_hip/runtime.h>
#include <tileproof_hip/threads.h>
#include <tileproof_hip/wave.h>

#define __HIP_PLATFORM_TILEPROOF__ 1
