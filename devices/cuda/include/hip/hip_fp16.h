// SPDX-License-Identifier: MIT
// __half and __half2: CUDA's.
#pragma once

#include <hip/hip_runtime.h>

#include <cuda_fp16.h>
