// SPDX-License-Identifier: MIT
// Kernels that are right for every shape below 2^31 elements, or 2^31 bytes, and wrong from there on; each beside its
// right twin, whose name begins with right_. Behind `// wrong:` stand the laws that may tell it first: an index that
// wraps around strays (K3, K4), or meets another element (K1, K7), which its own block may have written (K6).
#include <hip/hip_runtime.h>

#include <algorithm>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::kernel_test;
using tileproof::matrix_shape;
using tileproof::product_shape;

constexpr int threads = 256;
constexpr long most_blocks = 0xffffffffL / threads;  // of one launch: HIP counts threads in 32 bits

// Transposes, element by element; a grid of columns and, in y, of rows.
template <class Index>
__global__ void transposes(const float* in, float* out, Index rows, Index columns) {
    const Index c = blockIdx.x * Index{32} + threadIdx.x;
    for (Index r = blockIdx.y * Index{8} + threadIdx.y; r < rows; r += Index{8} * gridDim.y)
        if (c < columns) out[c * rows + r] = in[r * columns + c];
}
template <class Index>
kernel_test transpose_with(const char* name) {
    return tileproof::transpose<float>(name)
        .at_most({1 << 20, 1 << 20})
        .huge()
        .launch([](const float* in, float* out, matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;
            const long blocks = (s.rows + 7) / 8;
            transposes<Index>
                <<<dim3((s.columns + 31) / 32, blocks < 65535 ? blocks : 65535), dim3(32, 8)>>>(
                    in, out, static_cast<Index>(s.rows), static_cast<Index>(s.columns));
        });
}
const kernel_test right_transpose = transpose_with<long>("right_transpose");
const kernel_test transpose_int = transpose_with<int>("transpose_int");  // wrong: K3 K4 K6
const kernel_test transpose_unsigned =
    transpose_with<unsigned>("transpose_unsigned");  // wrong: K1 K3 K6

// Transposes through a tile, blocks numbered along one dim.
template <class Index>
__global__ void transposes_tiles(const float* in, float* out, long rows, long columns) {
    __shared__ float tile[16][17];
    const long across = (columns + 15) / 16;
    const long r0 = blockIdx.x / across * 16, c0 = blockIdx.x % across * 16;
    const long x = threadIdx.x, y = threadIdx.y;
    if (r0 + y < rows && c0 + x < columns)
        tile[y][x] = in[static_cast<Index>((r0 + y) * columns + c0 + x)];
    __syncthreads();
    if (c0 + y < columns && r0 + x < rows)
        out[static_cast<Index>((c0 + y) * rows + r0 + x)] = tile[x][y];
}
template <class Index>
kernel_test tiled_transpose_with(const char* name) {
    return tileproof::transpose<float>(name)
        .at_most({1 << 20, 1 << 20})
        .huge()
        .launch([](const float* in, float* out, matrix_shape s) {
            const long tiles = ((s.rows + 15) / 16) * ((s.columns + 15) / 16);
            if (tiles) transposes_tiles<Index><<<tiles, dim3(16, 16)>>>(in, out, s.rows, s.columns);
        });
}
const kernel_test right_tiled = tiled_transpose_with<long>("right_tiled_transpose");
const kernel_test tiled_int = tiled_transpose_with<int>("tiled_transpose_int");  // wrong: K3 K4 K6

// Copies: the bound, the number of bytes, or the size of the grid in 32 bits.
template <class Count>
__global__ void copies(const float* in, float* out, Count n, long first) {
    const long i = first + blockIdx.x * static_cast<long>(threads) + threadIdx.x;
    if (i < n) out[i] = in[i];
}
template <class Count, class Grid>
kernel_test copy_with(const char* name) {
    return tileproof::copy<float>(name).huge().launch([](const float* in, float* out,
                                                         matrix_shape s) {
        const auto n = static_cast<Grid>(s.rows * s.columns);
        for (long first = 0; first < n; first += most_blocks * threads) {
            const long blocks = std::min<long>((n - first + threads - 1) / threads, most_blocks);
            copies<Count><<<blocks, threads>>>(in, out, static_cast<Count>(n), first);
        }
    });
}
const kernel_test right_copy = copy_with<long, long>("right_copy");
const kernel_test copy_int_bound = copy_with<int, long>("copy_int_bound");  // wrong: K2
const kernel_test copy_int_grid = copy_with<long, int>("copy_int_grid");    // wrong: K2 K9
const kernel_test copy_unsigned_grid =
    copy_with<long, unsigned>("copy_unsigned_grid");  // wrong: K2 K9

template <class Bytes>
__global__ void copies_bytes(const char* in, char* out, long rows, long columns) {
    const long c = blockIdx.x * static_cast<long>(threads) + threadIdx.x;
    for (long r = blockIdx.y; r < rows; r += gridDim.y) {
        if (c >= columns) return;
        const Bytes at = static_cast<Bytes>((r * columns + c) * sizeof(float));
        *reinterpret_cast<float*>(out + at) = *reinterpret_cast<const float*>(in + at);
    }
}
template <class Bytes>
kernel_test byte_copy_with(const char* name) {
    return tileproof::copy<float>(name)
        .at_most({0, 1 << 24})
        .huge()
        .launch([](const float* in, float* out, matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;
            copies_bytes<Bytes>
                <<<dim3((s.columns + threads - 1) / threads, s.rows < 65535 ? s.rows : 65535),
                   threads>>>(reinterpret_cast<const char*>(in), reinterpret_cast<char*>(out),
                              s.rows, s.columns);
        });
}
const kernel_test right_bytes = byte_copy_with<std::size_t>("right_byte_copy");
const kernel_test bytes_int = byte_copy_with<int>("byte_copy_int");  // wrong: K3 K4 K6
const kernel_test bytes_unsigned =
    byte_copy_with<unsigned>("byte_copy_unsigned");  // wrong: K1 K3 K6

// A copy by way of memory of its own, whose size is a number of bytes.
template <class Bytes>
kernel_test workspace_copy_with(const char* name) {
    return tileproof::copy<float>(name).huge().launch(
        [](const float* in, float* out, matrix_shape s) {
            const long n = s.rows * s.columns;
            if (n == 0) return;
            void* space = nullptr;
            const auto bytes = static_cast<Bytes>(n * sizeof(float));
            if (hipMalloc(&space, bytes) != hipSuccess) return;
            for (const auto& [from, to] :
                 {std::pair<const float*, float*>{in, static_cast<float*>(space)},
                  {static_cast<float*>(space), out}})
                for (long first = 0; first < n; first += most_blocks * threads) {
                    const long blocks =
                        std::min<long>((n - first + threads - 1) / threads, most_blocks);
                    copies<long><<<blocks, threads>>>(from, to, n, first);
                }
            hipFree(space);
        });
}
const kernel_test right_workspace = workspace_copy_with<std::size_t>("right_workspace_copy");
const kernel_test workspace_unsigned =
    workspace_copy_with<unsigned>("workspace_copy_unsigned");  // wrong: K3 K9

// Products.
template <class Index>
__global__ void multiplies(const float* a, const float* b, float* c, Index m, Index n, Index k) {
    const Index column = blockIdx.x * Index{16} + threadIdx.x;
    for (Index row = blockIdx.y * Index{16} + threadIdx.y; row < m; row += Index{16} * gridDim.y) {
        if (column >= n) return;
        float sum = 0;
        for (Index i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
        c[row * n + column] = sum;
    }
}
template <class Index>
kernel_test product_with(const char* name) {
    return tileproof::product<float>(name).huge().launch(
        [](const float* a, const float* b, float* c, product_shape s) {
            if (s.m == 0 || s.n == 0) return;
            const long rows = (s.m + 15) / 16;
            multiplies<Index><<<dim3((s.n + 15) / 16, rows < 65535 ? rows : 65535), dim3(16, 16)>>>(
                a, b, c, static_cast<Index>(s.m), static_cast<Index>(s.n), static_cast<Index>(s.k));
        });
}
const kernel_test right_product = product_with<long>("right_product");
const kernel_test product_int = product_with<int>("product_int");  // wrong: K2 K3 K4 K6 K7
const kernel_test product_unsigned = product_with<unsigned>("product_unsigned");  // wrong: K3 K6 K7

// Of one's own contract: the index of a row's begin.
template <class Index>
__global__ void sums(const float* in, float* out, long rows, int columns) {
    const long r = blockIdx.x * static_cast<long>(threads) + threadIdx.x;
    if (r >= rows) return;
    float sum = 0;
    for (int c = 0; c < columns; ++c) sum += in[static_cast<Index>(r) * columns + c];
    out[r] = sum;
}
template <class Index>
kernel_test sums_with(const char* name) {
    return tileproof::custom(name, {"rows", "columns"})
        .input<float>("matrix", {"rows", "columns"})
        .values_from(0, 3)
        .output<float>("sums", {"rows"})
        .at_most({1L << 30, 64})
        .huge({"rows"})
        .reference([](const tileproof::arrays& a) {
            a.out<float>("sums") = a.in<float>("matrix").rowwise().sum();
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows");
            if (rows > 0)
                sums<Index><<<(rows + threads - 1) / threads, threads>>>(
                    p.in<float>("matrix"), p.out<float>("sums"), rows,
                    static_cast<int>(p.dim("columns")));
        });
}
const kernel_test right_sums = sums_with<long>("right_sums");
const kernel_test sums_int = sums_with<int>("sums_int");  // wrong: K4

// A function of each element whose number is an int.
template <class Index>
__global__ void doubles(const float* in, float* out, long n) {
    const Index step = static_cast<Index>(blockDim.x) * static_cast<Index>(gridDim.x);
    for (Index i = blockIdx.x * static_cast<Index>(blockDim.x) + threadIdx.x; i < n; i += step)
        out[i] = 2 * in[i];
}
template <class Index>
kernel_test doubles_with(const char* name) {
    return tileproof::elementwise<float, float>(name, [](float x) { return 2 * x; })
        .huge()
        .launch([](const float* in, float* out, long n) {
            const long blocks = std::min((n + threads - 1) / threads, 65536L);
            if (n > 0) doubles<Index><<<blocks, threads>>>(in, out, n);
        });
}
const kernel_test right_doubles = doubles_with<long>("right_doubles");
const kernel_test doubles_int = doubles_with<int>("doubles_int");  // wrong: K3 K4

// Right kernels that a few blocks could make look wrong.
// Each value is overwritten by a later kernel.
__global__ void fills(float* out, long n, float value) {
    const long i = blockIdx.x * static_cast<long>(threads) + threadIdx.x;
    if (i < n) out[i] = value;
}
template <class...>
kernel_test rewritten_with(const char* name) {
    return tileproof::copy<float>(name)
        .at_most({1 << 15, 3 << 15})
        .huge()
        .launch([](const float* in, float* out, matrix_shape s) {
            const long n = s.rows * s.columns, blocks = (n + threads - 1) / threads;
            if (n == 0) return;
            fills<<<blocks, threads>>>(out, n, 7);
            copies<long><<<blocks, threads>>>(in, out, n, 0);
        });
}
const kernel_test right_rewritten = rewritten_with<>("right_rewritten");
// Tiles are handed out by a counter: which block has which depends on all.
__global__ void takes_tiles(const float* in, float* out, long n, unsigned* next) {
    __shared__ unsigned tile;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) tile = atomicAdd(next, 1u);
        __syncthreads();
        const long i = tile * static_cast<long>(threads) + threadIdx.x;
        if (tile * static_cast<long>(threads) >= n) return;
        if (i < n) out[i] = in[i];
    }
}
template <class...>
kernel_test queue_with(const char* name) {
    return tileproof::copy<float>(name).huge().launch(
        [](const float* in, float* out, matrix_shape s) {
            const long n = s.rows * s.columns;
            if (n == 0) return;
            unsigned* next = nullptr;
            hipMalloc(&next, sizeof *next);
            hipMemset(next, 0, sizeof *next);
            takes_tiles<<<8192, threads>>>(in, out, n, next);
            hipFree(next);
        });
}
const kernel_test right_queue = queue_with<>("right_queue");

}  // namespace
