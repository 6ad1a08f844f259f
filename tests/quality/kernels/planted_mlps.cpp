// SPDX-License-Identifier: MIT
// HIP source, compiled for the cpu device: an element of Y a thread.
#include "tests/quality/kernels/planted_mlps.hpp"

#include "kernels/launch.hpp"
#include "kernels/product/number_bits.hpp"

#include <cstdint>

namespace tileproof::planted {
namespace {

using namespace kernels;
using namespace kernels::TILEPROOF_DEVICE;

enum class bug { none, without_activation, last_column_unwritten, takes_less_than_none };

__global__ void two_layers(bug wrong, long_index_t n, const std::uint16_t* w1,
                           const std::uint16_t* w2, const std::uint16_t* x, float* y) {
    const long_index_t i = threadIdx.x, j = blockIdx.x;
    if (wrong == bug::last_column_unwritten && j == n - 1) return;
    float sum = 0;
    for (int h = 0; h < 16; ++h) {
        float hidden = 0;
        for (int k = 0; k < 16; ++k)
            hidden += f16_to_float(w1[h * 16 + k]) * f16_to_float(x[k * n + j]);
        if (wrong != bug::without_activation && !(hidden > 0)) hidden = 0;
        sum += f16_to_float(w2[i * 16 + h]) * f16_to_float(f16_from_float(hidden));
    }
    y[i * n + j] = sum;
}

mlp_kernel make(const char* name, bug wrong) {
    return {name, "a planted bug",
            [wrong](long_index_t n, const void* w1, const void* w2, const void* x, void* y,
                    void* stream) {
                if (n < 0 && wrong != bug::takes_less_than_none)
                    throw device_error("The columns are " + std::to_string(n) +
                                       ", but none is the least.");
                if (n <= 0) return;
                hipLaunchKernelGGL(two_layers, dim3(static_cast<unsigned>(n)), dim3(16), 0,
                                   on_stream(stream), wrong, n,
                                   static_cast<const std::uint16_t*>(w1),
                                   static_cast<const std::uint16_t*>(w2),
                                   static_cast<const std::uint16_t*>(x), static_cast<float*>(y));
                check_launch("two_layers");
            }};
}

}  // namespace

const std::vector<mlp_kernel>& mlps() {
    static const std::vector<mlp_kernel> all{
        make("right", bug::none), make("without_activation", bug::without_activation),
        make("last_column_unwritten", bug::last_column_unwritten),
        make("takes_less_than_none", bug::takes_less_than_none)};
    return all;
}

}  // namespace tileproof::planted
