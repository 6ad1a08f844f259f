// SPDX-License-Identifier: MIT
// Two layers of a perceptron: Y = W2 f16(max(0, W1 X)), 16 wide, one wave for each 16 columns of X.
//
// The result D of the first product is B of the second. On targets that hold D and B alike (RDNA 4: row 8 (l / 16) +
// e of column l % 16 in both; CDNA 3: 4 (l / 16) + e), D's elements are rounded to f16 in place. RDNA 3 and NVIDIA
// hold them differently; there D goes through 16 x 16 elements of shared memory.
#include "kernels/product/fragment.hpp"
#include "kernels/product/product.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int threads = 64;

template <class Map>
constexpr TILEPROOF_HOST_DEVICE bool result_is_operand() {
    if (Map::ab_elements != Map::c_elements) return false;
    for (int l = 0; l < Map::wave; ++l)
        for (int e = 0; e < Map::c_elements; ++e)
            if (Map::c_row(l, e) != Map::b_k(l, e) || Map::c_column(l, e) != Map::b_column(l, e))
                return false;
    return true;
}

__device__ inline fragment<f16> load_weights(const std::uint16_t* w, int lane) {
    using map = map_of<f16>;
    fragment<f16> a;
    for (int e = 0; e < map::ab_elements; ++e)
        a.element[e] = w[map::a_row(lane, e) * 16 + map::a_k(lane, e)];
    return a;
}

__global__ void __launch_bounds__(threads)
    mlp(long long n, const std::uint16_t* w1, const std::uint16_t* w2, const std::uint16_t* x,
        float* y) {
    using map = map_of<f16>;
    constexpr int waves = threads / map::wave;
    __shared__ std::uint16_t hidden[waves][16][16 + 2];
    const int lane = lane_of_thread(), wave = static_cast<int>(threadIdx.x) / map::wave;
    const long long j0 = (static_cast<long long>(blockIdx.x) * waves + wave) * 16;
    fragment<f16> b;
    for (int e = 0; e < map::ab_elements; ++e) {
        const long long j = j0 + map::b_column(lane, e);
        b.element[e] = j < n ? x[map::b_k(lane, e) * n + j] : std::uint16_t{0};
    }
    accumulator<f16, float> sum = {};
    multiply(load_weights(w1, lane), b, sum);
    std::uint16_t activated[map::c_elements];
    for (int e = 0; e < map::c_elements; ++e)
        activated[e] = f16_from_float(sum.element[e] > 0 ? sum.element[e] : 0.0f);
    if constexpr (result_is_operand<map>()) {
        for (int e = 0; e < map::c_elements; ++e) b.element[e] = activated[e];
    } else {
        for (int e = 0; e < map::c_elements; ++e)
            hidden[wave][map::c_row(lane, e)][map::c_column(lane, e)] = activated[e];
        __syncthreads();
        for (int e = 0; e < map::ab_elements; ++e)
            b.element[e] = hidden[wave][map::b_k(lane, e)][map::b_column(lane, e)];
    }
    sum = {};
    multiply(load_weights(w2, lane), b, sum);
    for (int e = 0; e < map::c_elements; ++e) {
        const long long j = j0 + map::c_column(lane, e);
        if (j < n) y[map::c_row(lane, e) * n + j] = sum.element[e];
    }
}

void run(long_index_t n, const void* w1, const void* w2, const void* x, void* y, void* stream) {
    constexpr long_index_t most = most_blocks_x(threads) * 16;
    if (n < 0 || n > most)
        throw device_error("mlp_16 takes from 0 to " + std::to_string(most) + " columns, not " +
                           std::to_string(n) + ": a grid has less than 2^32 threads in x.");
    if (n == 0) return;
    // Each wave takes sixteen columns, and a block has one wave of 64 lanes or two of 32: this many blocks suffice
    // for either.
    hipLaunchKernelGGL(mlp, dim3(blocks_for(n, 16)), dim3(threads), 0, on_stream(stream),
                       static_cast<long long>(n), static_cast<const std::uint16_t*>(w1),
                       static_cast<const std::uint16_t*>(w2), static_cast<const std::uint16_t*>(x),
                       static_cast<float*>(y));
    check_launch("mlp_16");
}

}  // namespace

mlp_kernel mlp_16() {
    return {"mlp_16", "two layers, 16 inputs, 16 hidden, 16 outputs, one wave for 16 columns", run};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
