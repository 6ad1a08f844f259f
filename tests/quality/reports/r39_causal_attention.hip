// SPDX-License-Identifier: MIT
// right
// source: own (one pass, rescaled as FlashAttention does)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void attention(const float* q, const float* k, const float* v, float* o, long queries,
                          long keys, long depth, float* acc) {
    const long i = blockIdx.x * 32L + threadIdx.x, b = blockIdx.y;
    if (i >= queries) return;
    const float scale = 1.0f / sqrtf(float(depth));
    float m = -INFINITY, sum = 0;
    float* a = acc + (b * queries + i) * depth;
    for (long d = 0; d < depth; ++d) a[d] = 0;
    for (long j = 0; j < keys && j <= i + keys - queries; ++j) {
        float s = 0;
        for (long d = 0; d < depth; ++d)
            s += q[(b * queries + i) * depth + d] * k[(b * keys + j) * depth + d];
        s *= scale;
        const float higher = fmaxf(m, s), old = m == higher ? 1.0f : expf(m - higher),
                    now = expf(s - higher);
        sum = sum * old + now;
        for (long d = 0; d < depth; ++d) a[d] = a[d] * old + now * v[(b * keys + j) * depth + d];
        m = higher;
    }
    for (long d = 0; d < depth; ++d) o[(b * queries + i) * depth + d] = sum > 0 ? a[d] / sum : 0.0f;
}

static const tileproof::kernel_test test =
    tileproof::attention<float>("attention", tileproof::mask::causal)
        .at_least({0, 0, 1, 1})
        .launch([](const tileproof::pointers& p) {
            const long batch = p.dim("batch"), queries = p.dim("queries"), keys = p.dim("keys"),
                       depth = p.dim("depth");
            if (batch == 0 || queries == 0 || depth == 0) return;
            float* acc;
            (void)hipMalloc(&acc, batch * queries * depth * sizeof(float));
            attention<<<dim3((queries + 31) / 32, batch), 32>>>(p.in<float>("q"), p.in<float>("k"),
                                                                p.in<float>("v"), p.out<float>("o"),
                                                                queries, keys, depth, acc);
            (void)hipDeviceSynchronize();
            (void)hipFree(acc);
        });
