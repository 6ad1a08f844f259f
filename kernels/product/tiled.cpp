// SPDX-License-Identifier: MIT
// A product of any size: a block computes 64 x 64 elements of D, its waves share sixteen 16 x 16 tiles.
//
// For each 32 of k, all threads load a 64 x 32 piece of A and a 32 x 64 piece of B into shared memory, both with k
// fastest, and zeros outside the matrix: a tail of k must not rely on 0 * x = 0, because the x there may be an
// unrelated NaN. Fragments are read from there by the target's lane map.
//
//   17 x 5 x 33:   one block; pieces of k [0, 32) and [32, 64), of which 31 columns are zeros
#include <algorithm>

#include "kernels/product/fragment.hpp"
#include "kernels/product/product.hpp"
#include "kernels/product/scaled_sum.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int threads = 256, tile = 64, depth = 32;

// Strides of rows and columns in elements; one of them is 1.
struct strides {
    long long row, column;
};

struct product_arguments {
    const void *a, *b, *c;
    void* d;
    int m, n, k;
    strides a_strides, b_strides, c_strides, d_strides;
    float alpha, beta;
    int whole_alpha, whole_beta;
};

template <class T>
struct pair {
    T first, second;
};

// Converts to f16, rounded toward zero, with one packed instruction if there is one.
__device__ inline pair<std::uint16_t> f16_pair_toward_zero(float x, float y) {
#if defined(__HIP_DEVICE_COMPILE__)
    return __builtin_bit_cast(pair<std::uint16_t>, __builtin_amdgcn_cvt_pkrtz(x, y));
#elif defined(__CUDA_ARCH__)
    unsigned both;  // the first source becomes the upper half
    asm("cvt.rz.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(y), "f"(x));
    return __builtin_bit_cast(pair<std::uint16_t>, both);
#else
    return {f16_from_float_toward_zero(x), f16_from_float_toward_zero(y)};
#endif
}

// The types of a kind of product: the fragment's, those in memory, the accumulator, D in memory.
struct f32_f16_kind {
    using fragment_type = f16;
    using memory = std::uint16_t;
    using sum = float;
    using result = float;
    static __device__ pair<std::uint16_t> take(memory x, memory y) { return {x, y}; }
};
struct f32_bf16_kind : f32_f16_kind {
    using fragment_type = bf16;
};
struct f16_f16_kind : f32_f16_kind {
    using sum = std::uint16_t;
    using result = std::uint16_t;
};
struct from_float_kind : f32_f16_kind {
    using memory = float;
    static __device__ pair<std::uint16_t> take(float x, float y) {
        return f16_pair_toward_zero(x, y);
    }
};
struct i32_i8_kind {
    using fragment_type = i8;
    using memory = std::int8_t;
    using sum = int;
    using result = int;
    static __device__ pair<std::int8_t> take(memory x, memory y) { return {x, y}; }
};

// Fills piece[r][k], r < 64, k < 32: element (first_r + r, first_k + k) of a matrix of `rows` x `ks`.
template <class Kind, class Stored>
__device__ inline void bring(const typename Kind::memory* from, strides s, int first_r, int rows,
                             int first_k, int ks, Stored (*piece)[depth + 8]) {
    // Each thread takes two neighbours in k; neighbouring threads read along whichever direction is contiguous.
    const bool k_fast = s.column == 1;
    constexpr int pairs = depth / 2;
    for (int x = static_cast<int>(threadIdx.x); x < tile * pairs; x += threads) {
        const int r = k_fast ? x / pairs : x % tile, k = 2 * (k_fast ? x % pairs : x / tile);
        typename Kind::memory two[2] = {};
        if (r < rows - first_r)
            for (int i = 0; i < 2; ++i)
                if (k + i < ks - first_k)
                    two[i] = from[(first_r + static_cast<long long>(r)) * s.row +
                                  (first_k + static_cast<long long>(k + i)) * s.column];
        const pair<Stored> taken = Kind::take(two[0], two[1]);
        piece[r][k] = taken.first;
        piece[r][k + 1] = taken.second;
    }
}

template <class Kind>
__global__ void __launch_bounds__(threads) product_tiled(product_arguments g) {
    using type = typename Kind::fragment_type;
    using stored = typename type::storage;
    using sum = typename Kind::sum;
    using map = map_of<type>;
    using memory = typename Kind::memory;
    constexpr int waves = threads / map::wave, side = tile / 16, own_tiles = side * side / waves;
    __shared__ stored a_piece[tile][depth + 8], b_piece[tile][depth + 8];

    const int lane = static_cast<int>(threadIdx.x) % map::wave,
              wave = static_cast<int>(threadIdx.x) / map::wave;
    const int column_blocks = (g.n + tile - 1) / tile;
    const int row0 = static_cast<int>(blockIdx.x) / column_blocks * tile;
    const int column0 = static_cast<int>(blockIdx.x) % column_blocks * tile;
    accumulator<type, sum> sums[own_tiles] = {};
    for (int k0 = 0; k0 < g.k; k0 += depth) {
        bring<Kind>(static_cast<const memory*>(g.a), g.a_strides, row0, g.m, k0, g.k, a_piece);
        // The columns of B are the rows of its piece, so the strides are exchanged.
        bring<Kind>(static_cast<const memory*>(g.b), strides{g.b_strides.column, g.b_strides.row},
                    column0, g.n, k0, g.k, b_piece);
        __syncthreads();
        for (int k1 = 0; k1 < depth; k1 += 16) {
            for (int own = 0; own < own_tiles; ++own) {
                const int i0 = (own * waves + wave) / side * 16,
                          j0 = (own * waves + wave) % side * 16;
                fragment<type> a, b;
                for (int e = 0; e < map::ab_elements; ++e) {
                    const int ak = map::a_k(lane, e), bk = map::b_k(lane, e);
                    a.element[e] = ak < 16 ? a_piece[i0 + map::a_row(lane, e)][k1 + ak] : stored{0};
                    b.element[e] =
                        bk < 16 ? b_piece[j0 + map::b_column(lane, e)][k1 + bk] : stored{0};
                }
                multiply(a, b, sums[own]);
            }
        }
        __syncthreads();
    }
    for (int own = 0; own < own_tiles; ++own) {
        const int i0 = row0 + (own * waves + wave) / side * 16,
                  j0 = column0 + (own * waves + wave) % side * 16;
        for (int e = 0; e < map::c_elements; ++e) {
            const int i = i0 + map::c_row(lane, e), j = j0 + map::c_column(lane, e);
            if (i >= g.m || j >= g.n) continue;
            using result = typename Kind::result;
            const sum own_sum = sums[own].element[e];
            const auto c = [&] {  // only if beta is not 0: C may be absent
                return static_cast<const result*>(
                    g.c)[i * g.c_strides.row + j * g.c_strides.column];
            };
            result* d = static_cast<result*>(g.d) + (i * g.d_strides.row + j * g.d_strides.column);
            if constexpr (std::is_same_v<sum, int>) {
                unsigned value =
                    static_cast<unsigned>(g.whole_alpha) * static_cast<unsigned>(own_sum);
                if (g.whole_beta != 0)
                    value += static_cast<unsigned>(g.whole_beta) * static_cast<unsigned>(c());
                *d = static_cast<int>(value);
            } else if constexpr (std::is_same_v<sum, std::uint16_t>) {
                *d = f16_from_float(scaled_sum(g.alpha, f16_to_float(own_sum), g.beta,
                                               [&] { return f16_to_float(c()); }));
            } else {
                *d = scaled_sum(g.alpha, own_sum, g.beta, c);
            }
        }
    }
}

strides strides_of(const product_operand& o) {
    return o.column_major ? strides{1, o.leading} : strides{o.leading, 1};
}

std::string tiled_refusal(const product_problem& p) {
    std::string no = product_refusal(p);
    const long_index_t blocks = ((p.m + tile - 1) / tile) * ((p.n + tile - 1) / tile);
    constexpr long_index_t most = most_blocks_x(threads);
    if (no.empty() && blocks > most)
        no = "product_tiled takes at most " + std::to_string(most) +
             " tiles of 64 x 64 elements of D, not " + std::to_string(p.m) + " x " +
             std::to_string(p.n) + " elements: a grid has less than 2^32 threads in x.";
    return no;
}

void run(const product_problem& p, const void* a, const void* b, const void* c, void* d,
         void* stream) {
    if (std::string no = tiled_refusal(p); !no.empty()) throw device_error(no);
    if (p.m == 0 || p.n == 0) return;
    product_arguments g{a,
                        b,
                        c,
                        d,
                        static_cast<int>(p.m),
                        static_cast<int>(p.n),
                        static_cast<int>(p.k),
                        strides_of(p.a),
                        strides_of(p.b),
                        strides_of(p.c),
                        strides_of(p.d),
                        static_cast<float>(p.alpha),
                        static_cast<float>(p.beta),
                        0,
                        0};
    if (p.types == product_types::i32_i8) {
        g.whole_alpha = static_cast<int>(p.alpha);
        g.whole_beta = static_cast<int>(p.beta);
    }
    const dim3 grid(blocks_for(p.m, tile) * blocks_for(p.n, tile)), block(threads);
    const hipStream_t on = on_stream(stream);
    switch (p.types) {
        case product_types::f32_f16:
            hipLaunchKernelGGL(product_tiled<f32_f16_kind>, grid, block, 0, on, g);
            break;
        case product_types::f32_bf16:
            hipLaunchKernelGGL(product_tiled<f32_bf16_kind>, grid, block, 0, on, g);
            break;
        case product_types::f16_f16:
            hipLaunchKernelGGL(product_tiled<f16_f16_kind>, grid, block, 0, on, g);
            break;
        case product_types::f32_from_float:
            hipLaunchKernelGGL(product_tiled<from_float_kind>, grid, block, 0, on, g);
            break;
        case product_types::i32_i8:
            hipLaunchKernelGGL(product_tiled<i32_i8_kind>, grid, block, 0, on, g);
            break;
    }
    check_launch("product_tiled");
}

}  // namespace

product_kernel tiled_product() {
    return {"product_tiled",
            "any m, n, k and type: 64 x 64 tiles through shared memory, matrix instructions",
            tiled_refusal, run};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
