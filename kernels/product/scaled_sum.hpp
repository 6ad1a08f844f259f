// SPDX-License-Identifier: MIT
// alpha sum + beta c for all products with float sums, rounded the same way on every device.
//
//   beta c is rounded to float, then alpha sum + that is rounded once. With beta = 0: alpha sum, rounded once
//   alpha = 1 + 2^-14, sum = 1 + 2^-10, beta = 1, c = -(1 + 2^-10 + 2^-14):   2^-24
//   (with alpha sum rounded first, nothing would be left)
//
// If it were written as alpha * sum + beta * c, a compiler could fuse either product with the addition, and choose
// differently in the next row. Here the addition is already fused, and no fusible product is left.
#pragma once

#include <hip/hip_runtime.h>

#include <cmath>

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE cpu
#endif

namespace tileproof::kernels::TILEPROOF_DEVICE {

// c() reads C and is called only if beta is not 0: C may be absent.
__device__ inline float scaled_sum(float alpha, float sum, float beta, auto c) {
    return beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * c());
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
