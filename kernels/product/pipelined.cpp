// SPDX-License-Identifier: MIT
// A fast product for NVIDIA: f32 <- f16, row-major, whole tiles. Each block computes 128 x 128 elements of D with
// four warps of 64 x 64; k goes in steps of 32, which cp.async loads into four stages of shared memory while older
// ones are in use.
//
// The sixteen-byte chunks of a row are permuted (xor with the row) so that the eight rows that ldmatrix reads at once
// are in eight different groups of banks:
//   A, 4 chunks a row, 2 rows a line:  chunk c of row r at c ^ (r / 2) % 4
//   B, 16 chunks a row:                chunk c of row r at c ^ r % 8
#include "kernels/product/product.hpp"

#if defined(__CUDACC__)

#include <cstdint>
#include <type_traits>

#include "kernels/product/scaled_sum.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int threads = 128, tile_m = 128, tile_n = 128, depth = 32, stages = 4;
constexpr int a_bytes = tile_m * depth * 2, stage_bytes = a_bytes + depth * tile_n * 2;
constexpr int lds_bytes = stages * stage_bytes;

struct pipelined_arguments {
    const std::uint16_t *a, *b;
    const float* c;
    float* d;
    int m, n, k;
    long long lda, ldb, ldc, ldd;
    float alpha, beta;
};

__device__ inline void copy_chunk(unsigned to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));
}
__device__ inline unsigned a_place(int r, int chunk) {
    return r * 64 + ((chunk ^ (r / 2 & 3)) * 16);
}
__device__ inline unsigned b_place(int r, int chunk) { return r * 256 + ((chunk ^ (r & 7)) * 16); }

__global__ void __launch_bounds__(threads, 2) product_pipelined(pipelined_arguments g) {
    extern __shared__ uint4 lds[];
    const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(lds));
    const int t = static_cast<int>(threadIdx.x), lane = t % 32, warp = t / 32;
    const int row0 = static_cast<int>(blockIdx.x) * tile_m,
              column0 = static_cast<int>(blockIdx.y) * tile_n;
    const int warp_row = warp / 2 * 64, warp_column = warp % 2 * 64;

    // Four chunks of A and four of B per thread and stage.
    const std::uint16_t* a = g.a + (row0 + t / 4) * g.lda + t % 4 * 8;
    const std::uint16_t* b = g.b + (t / 16) * g.ldb + column0 + t % 16 * 8;
    const auto bring = [&](int stage) {
        const unsigned to = base + stage * stage_bytes;
#pragma unroll
        for (int i = 0; i < 4; ++i)
            copy_chunk(to + a_place(t / 4 + i * 32, t % 4), a + i * 32 * g.lda);
#pragma unroll
        for (int i = 0; i < 4; ++i)
            copy_chunk(to + a_bytes + b_place(t / 16 + i * 8, t % 16), b + i * 8 * g.ldb);
        a += depth;
        b += depth * g.ldb;
    };
    const int pieces = g.k / depth;
#pragma unroll
    for (int s = 0; s < stages - 1; ++s) {
        if (s < pieces) bring(s);
        asm volatile("cp.async.commit_group;");
    }
    float sum[4][8][4] = {};
    for (int piece = 0; piece < pieces; ++piece) {
        asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2));
        __syncthreads();
        if (piece + stages - 1 < pieces) bring((piece + stages - 1) % stages);
        asm volatile("cp.async.commit_group;");
        const unsigned from = base + piece % stages * stage_bytes;
#pragma unroll
        for (int k = 0; k < depth; k += 16) {
            unsigned x[4][4], y[4][4];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                asm volatile(
                    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                    : "=r"(x[i][0]), "=r"(x[i][1]), "=r"(x[i][2]), "=r"(x[i][3])
                    : "r"(from + a_place(warp_row + i * 16 + lane % 16, k / 8 + lane / 16)));
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                             : "=r"(y[j][0]), "=r"(y[j][1]), "=r"(y[j][2]), "=r"(y[j][3])
                             : "r"(from + a_bytes +
                                   b_place(k + lane % 16, (warp_column + j * 16) / 8 + lane / 16)));
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
                        "{%4,%5,%6,%7}, {%8,%9}, "
                        "{%0,%1,%2,%3};"
                        : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]),
                          "+f"(sum[i][j][3])
                        : "r"(x[i][0]), "r"(x[i][1]), "r"(x[i][2]), "r"(x[i][3]),
                          "r"(y[j / 2][j % 2 * 2]), "r"(y[j / 2][j % 2 * 2 + 1]));
        }
    }
    // Instantiated twice: if beta is known to be 0, no element tests it again.
    const auto write = [&](auto with_c) {
        const float beta = decltype(with_c)::value ? g.beta : 0.0f;
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j)
#pragma unroll
                for (int half = 0; half < 2; ++half) {
                    const long long r = row0 + warp_row + i * 16 + lane / 4 + half * 8;
                    const long long c = column0 + warp_column + j * 8 + lane % 4 * 2;
                    const auto scaled = [&](int x) {
                        return scaled_sum(g.alpha, sum[i][j][half * 2 + x], beta,
                                          [&] { return g.c[r * g.ldc + c + x]; });
                    };
                    *reinterpret_cast<float2*>(g.d + r * g.ldd + c) = float2{scaled(0), scaled(1)};
                }
    };
    if (g.beta == 0)
        write(std::false_type{});
    else
        write(std::true_type{});
}

std::string pipelined_refusal(const product_problem& p) {
    std::string no = product_refusal(p);
    if (!no.empty()) return no;
    if (p.types != product_types::f32_f16 || p.a.column_major || p.b.column_major ||
        p.c.column_major || p.d.column_major)
        return "product_pipelined takes f32 <- f16 with row-major operands only.";
    if (p.m % tile_m || p.n % tile_n || p.k % depth || p.n > long_index_t{65535} * tile_n)
        return "product_pipelined takes whole tiles: m a multiple of 128, n of 128, k of 32, not " +
               std::to_string(p.m) + " x " + std::to_string(p.n) + " x " + std::to_string(p.k) +
               ".";
    if (p.a.leading % 8 || p.b.leading % 8 || p.d.leading % 2)
        return "product_pipelined takes leading dimensions of A and B that are multiples of 8, and "
               "an even one of D, "
               "not " +
               std::to_string(p.a.leading) + ", " + std::to_string(p.b.leading) + " and " +
               std::to_string(p.d.leading) + ".";
    return {};
}

void run(const product_problem& p, const void* a, const void* b, const void* c, void* d,
         void* stream) {
    if (std::string no = pipelined_refusal(p); !no.empty()) throw device_error(no);
    if (reinterpret_cast<std::uintptr_t>(a) % 16 || reinterpret_cast<std::uintptr_t>(b) % 16 ||
        reinterpret_cast<std::uintptr_t>(d) % 8)
        throw device_error(
            "product_pipelined takes A and B at 16-byte boundaries and D at 8-byte ones.");
    if (p.m == 0 || p.n == 0) return;
    static const cudaError_t allowed = cudaFuncSetAttribute(
        product_pipelined, cudaFuncAttributeMaxDynamicSharedMemorySize, lds_bytes);
    if (allowed != cudaSuccess)
        throw device_error(std::string("product_pipelined could not run: ") +
                           hipGetErrorString(allowed) + ".");
    const pipelined_arguments g{static_cast<const std::uint16_t*>(a),
                                static_cast<const std::uint16_t*>(b),
                                static_cast<const float*>(c),
                                static_cast<float*>(d),
                                static_cast<int>(p.m),
                                static_cast<int>(p.n),
                                static_cast<int>(p.k),
                                p.a.leading,
                                p.b.leading,
                                p.c.leading,
                                p.d.leading,
                                static_cast<float>(p.alpha),
                                static_cast<float>(p.beta)};
    hipLaunchKernelGGL(
        product_pipelined,
        dim3(static_cast<unsigned>(p.m / tile_m), static_cast<unsigned>(p.n / tile_n)),
        dim3(threads), lds_bytes, on_stream(stream), g);
    check_launch("product_pipelined");
}

}  // namespace

std::vector<product_kernel> fast_products() {
    return {{"product_pipelined",
             "f32 <- f16 in whole tiles of 128 x 128, cp.async and mma.sync",
             pipelined_refusal,
             run,
             {.types = {product_types::f32_f16},
              .m_step = tile_m,
              .n_step = tile_n,
              .k_step = depth,
              .leading_step = 8,
              .row_major_only = true,
              .alignment = 16}}};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE

#else

namespace tileproof::kernels::TILEPROOF_DEVICE {

std::vector<product_kernel> fast_products() { return {}; }

}  // namespace tileproof::kernels::TILEPROOF_DEVICE

#endif
