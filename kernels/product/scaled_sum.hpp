// SPDX-License-Identifier: MIT
// alpha sum + beta c of every product with float sums, rounded in one way on every device.
//
//   beta c is rounded to float, then alpha sum + that, once. With beta = 0: alpha sum, rounded once
//   alpha = 1 + 2^-14, sum = 1 + 2^-10, beta = 1, c = -(1 + 2^-10 + 2^-14):   2^-24
//   (of a rounded alpha sum nothing would be left)
//
// Written as alpha * sum + beta * c, a compiler may fuse either product with the addition, and another one in
// the next row. Here the addition is fused already, and no product is left that could be.
#pragma once

#include <hip/hip_runtime.h>

#include <cmath>

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE cpu
#endif

namespace tileproof::kernels::TILEPROOF_DEVICE {

// c() reads C, where beta is not 0 alone: C may not be there.
template <class ReadC>
__device__ inline float scaled_sum(float alpha, float sum, float beta, ReadC c) {
    return beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * c());
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
