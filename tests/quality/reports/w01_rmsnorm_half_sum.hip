// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: a sum of squares beyond 65504, or rounded in half
// bugs: 1
// source: https://github.com/xlite-dev/LeetCUDA/pull/335
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void rms(const _Float16* x, const _Float16* gamma, _Float16* y, long rows,
                    long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    _Float16 sum = 0;
    for (long c = 0; c < columns; ++c) sum += x[r * columns + c] * x[r * columns + c];  // BUG
    const float scale = 1.0f / sqrtf(float(sum) / columns + 1e-5f);
    for (long c = 0; c < columns; ++c)
        y[r * columns + c] = _Float16(float(x[r * columns + c]) * scale * float(gamma[c]));
}

static const tileproof::kernel_test test =
    tileproof::rmsnorm<_Float16>("rms", 1e-5).launch([](const tileproof::pointers& p) {
        const long rows = p.dim("rows"), columns = p.dim("columns");
        if (rows > 0 && columns > 0)
            rms<<<(rows + 63) / 64, 64>>>(p.in<_Float16>("x"), p.in<_Float16>("gamma"),
                                          p.out<_Float16>("y"), rows, columns);
    });
