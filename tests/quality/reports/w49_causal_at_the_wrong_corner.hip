// SPDX-License-Identifier: MIT
// wrong
// when: queries >= 1 and keys >= 1 and queries != keys
// bugs: 1
// source: https://github.com/Dao-AILab/flash-attention/pull/436
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

// Sums of the keys that a query may see: aligned at the lower right corner.
__global__ void seen(const int* v, int* y, long queries, long keys) {
    const long q = blockIdx.x * 64L + threadIdx.x;
    if (q >= queries) return;
    int sum = 0;
    for (long k = 0; k < keys && k <= q; ++k) sum += v[k];  // BUG
    y[q] = sum;
}

static const tileproof::kernel_test test =
    tileproof::custom("seen", {"queries", "keys"})
        .input<int>("v", {"keys"})
        .values_from(1, 1000)
        .output<int>("y", {"queries"})
        .reference([](const tileproof::arrays& a) {
            for (long q = 0; q < a.dim("queries"); ++q) {
                int sum = 0;
                for (long k = 0; k < a.dim("keys") && k <= q + a.dim("keys") - a.dim("queries");
                     ++k)
                    sum += a.in<int>("v")(k, 0);
                a.out<int>("y")(q, 0) = sum;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long queries = p.dim("queries"))
                seen<<<(queries + 63) / 64, 64>>>(p.in<int>("v"), p.out<int>("y"), queries,
                                                  p.dim("keys"));
        });
