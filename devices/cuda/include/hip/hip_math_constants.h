// SPDX-License-Identifier: MIT
// Constants of mathematics.
#pragma once

#include <hip/hip_runtime.h>

#include <math_constants.h>

#define HIP_INF_F CUDART_INF_F
#define HIP_NAN_F CUDART_NAN_F
#define HIP_MIN_DENORM_F CUDART_MIN_DENORM_F
#define HIP_MAX_NORMAL_F CUDART_MAX_NORMAL_F
#define HIP_PI_F CUDART_PI_F
#define HIP_PIO2_F CUDART_PIO2_F
#define HIP_SQRT_HALF_F CUDART_SQRT_HALF_F
#define HIP_SQRT_TWO_F CUDART_SQRT_TWO_F
#define HIP_LOG2E_F CUDART_L2E_F
#define HIP_LN2_F CUDART_LN2_F
#define HIP_INF CUDART_INF
#define HIP_NAN CUDART_NAN
#define HIP_PI CUDART_PI
#define HIP_PIO2 CUDART_PIO2
#define HIP_SQRT_HALF CUDART_SQRT_HALF
#define HIP_SQRT_TWO CUDART_SQRT_TWO
#define HIP_LOG2E CUDART_L2E
#define HIP_LN2 CUDART_LN2
