// SPDX-License-Identifier: MIT
// Kernels of which one bug hides another, or looks like two, until they are explained: explained_bugs_test.cpp.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

constexpr int threads = 64;

// At most 4 blocks without a loop, and 0 / 0 for empty segments.
__global__ void mean_of_segments(const float* x, const int* begins, float* means, int segments,
                                 int columns) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= segments * columns) return;
    const int s = i / columns, first = begins[s], end = begins[s + 1];
    float sum = 0;
    for (int k = first; k < end; ++k) sum += x[k * columns + i % columns];
    means[i] = sum / static_cast<float>(end - first);
}
const tileproof::kernel_test means =
    tileproof::custom("mean_of_segments", {"segments", "n", "columns"})
        .input<float>("x", {"n", "columns"})
        .input<int>("begins", {"segments + 1"})
        .row_pointers("n")
        .output<float>("means", {"segments", "columns"})
        .reference([](const tileproof::arrays& a) {
            const auto& x = a.in<float>("x");
            const auto& begins = a.in<int>("begins");
            for (long s = 0; s < a.dim("segments"); ++s)
                for (long c = 0; c < a.dim("columns"); ++c) {
                    double sum = 0;
                    for (int k = begins(s); k < begins(s + 1); ++k) sum += x(k, c);
                    const int rows = begins(s + 1) - begins(s);
                    a.out<float>("means")(s, c) = rows ? static_cast<float>(sum / rows) : 0.0f;
                }
        })
        .within(1e-4, 1e-3)
        .launch([](const tileproof::pointers& p) {
            const long all = p.dim("segments") * p.dim("columns");
            if (all)
                mean_of_segments<<<std::min((all + threads - 1) / threads, 4L), threads>>>(
                    p.in<float>("x"), p.in<int>("begins"), p.out<float>("means"),
                    static_cast<int>(p.dim("segments")), static_cast<int>(p.dim("columns")));
        });

}  // namespace
