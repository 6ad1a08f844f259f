// SPDX-License-Identifier: MIT
// __hip_bfloat16 and __hip_bfloat162: CUDA's.
#pragma once

#include <hip/hip_runtime.h>

#include <cuda_bf16.h>

using __hip_bfloat16 = __nv_bfloat16;
using __hip_bfloat162 = __nv_bfloat162;
