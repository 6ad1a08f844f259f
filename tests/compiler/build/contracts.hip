// SPDX-License-Identifier: MIT
// What a declaration can say (copy, strided, batched, aligned, refuses): right kernels, and those whose
// declaration says more than they do.
#include <hip/hip_runtime.h>

#include <stdexcept>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::copy;
using tileproof::elementwise;
using tileproof::kernel_test;
using tileproof::matrix_shape;
using tileproof::transpose;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

// Element (b, r, c), or (b, c, r) of the output, from the strides it is given.
template <bool Transposed, class T>
__global__ void moves(const T* in, T* out, matrix_shape s, long batch) {
    const long i = own_index();
    if (i >= s.rows * s.columns * batch) return;
    const long c = i % s.columns, r = i / s.columns % s.rows, b = i / s.columns / s.rows;
    out[b * s.output_batch_stride +
        (Transposed ? c * s.output_stride + r : r * s.output_stride + c)] =
        in[b * s.input_batch_stride + r * s.input_stride + c];
}
template <bool Transposed, class T>
void launch(const T* in, T* out, matrix_shape s, long batch) {
    const long n = s.rows * s.columns * batch;
    if (n) moves<Transposed, T><<<blocks(n), 64>>>(in, out, s, batch);
}
matrix_shape packed(matrix_shape s) {
    s.input_stride = s.output_stride = s.columns;
    return s;
}

const kernel_test right_copy =
    copy<float>("right_copy").launch([](const float* in, float* out, matrix_shape s) {
        launch<false>(in, out, packed(s), 1);
    });
const kernel_test right_strided_copy =
    copy<std::int8_t>("right_strided_copy")
        .strided()
        .launch([](const std::int8_t* in, std::int8_t* out, matrix_shape s) {
            launch<false>(in, out, s, 1);
        });
const kernel_test right_batched_copy =
    copy<double>("right_batched_copy")
        .batched()
        .launch([](const double* in, double* out, matrix_shape s) {
            launch<false>(in, out, s, s.batch);
        });
const kernel_test right_batched_transpose =
    transpose<float>("right_batched_transpose")
        .batched()
        .strided()
        .launch(
            [](const float* in, float* out, matrix_shape s) { launch<true>(in, out, s, s.batch); });

__global__ void copies_vectors(const float* in, float* out, long rows, long columns, long in_stride,
                               long out_stride) {
    const long i = own_index(), vectors = columns / 4;
    if (i >= rows * vectors) return;
    const long r = i / vectors, v = i % vectors;
    reinterpret_cast<float4*>(out + r * out_stride)[v] =
        reinterpret_cast<const float4*>(in + r * in_stride)[v];
}
const kernel_test right_aligned_copy =
    copy<float>("right_aligned_copy")
        .aligned(16)
        .strided()
        .multiples_of({1, 4})
        .launch([](const float* in, float* out, matrix_shape s) {
            const long n = s.rows * s.columns / 4;
            if (n)
                copies_vectors<<<blocks(n), 64>>>(in, out, s.rows, s.columns, s.input_stride,
                                                  s.output_stride);
        });
const kernel_test needs_alignment =
    copy<float>("needs_alignment")
        .multiples_of({1, 4})
        .launch([](const float* in, float* out, matrix_shape s) {
            const long n = s.rows * s.columns / 4;
            if (n)
                copies_vectors<<<blocks(n), 64>>>(in, out, s.rows, s.columns, s.columns, s.columns);
        });
const kernel_test ignores_strides = copy<float>("ignores_strides")
                                        .strided()
                                        .launch([](const float* in, float* out, matrix_shape s) {
                                            launch<false>(in, out, packed(s), 1);
                                        });
const kernel_test takes_rows_for_the_batch_stride =
    copy<float>("takes_rows_for_the_batch_stride")
        .batched()
        .strided()
        .launch([](const float* in, float* out, matrix_shape s) {
            s.input_batch_stride = s.rows * s.input_stride;
            launch<false>(in, out, s, s.batch);
        });
const kernel_test copies_one_of_a_batch =
    copy<float>("copies_one_of_a_batch")
        .batched()
        .launch([](const float* in, float* out, matrix_shape s) {
            launch<false>(in, out, s, s.batch > 0 ? 1 : 0);
        });

const kernel_test right_refusal = copy<float>("right_refusal")
                                      .multiples_of({8, 32})
                                      .at_most({64, 0})
                                      .refuses()
                                      .launch([](const float* in, float* out, matrix_shape s) {
                                          if (s.rows % 8 || s.columns % 32 || s.rows > 64)
                                              throw std::invalid_argument("not supported");
                                          launch<false>(in, out, s, 1);
                                      });
const kernel_test takes_what_it_does_not_support =
    copy<float>("takes_what_it_does_not_support")
        .multiples_of({8, 32})
        .refuses()
        .launch([](const float* in, float* out, matrix_shape s) {
            s.columns = s.columns / 32 * 32;
            launch<false>(in, out, s, 1);
        });
const kernel_test returns_instead_of_refusing =
    copy<float>("returns_instead_of_refusing")
        .multiples_of({8, 32})
        .refuses()
        .launch([](const float* in, float* out, matrix_shape s) {
            if (s.rows % 8 == 0 && s.columns % 32 == 0) launch<false>(in, out, s, 1);
        });
const kernel_test refuses_too_late = copy<float>("refuses_too_late")
                                         .multiples_of({8, 32})
                                         .refuses()
                                         .launch([](const float* in, float* out, matrix_shape s) {
                                             launch<false>(in, out, s, 1);
                                             if (s.rows % 8 || s.columns % 32)
                                                 throw std::invalid_argument("not supported");
                                         });

// Memory of its own, that the host clears and two kernels share.
__global__ void counts(const float* in, int* count, long n) {
    if (own_index() < n && in[own_index()] == in[own_index()]) atomicAdd(count, 1);
}
__global__ void doubles_with(const int* count, const float* in, float* out, long n) {
    if (own_index() < n) out[own_index()] = *count >= 0 ? 2 * in[own_index()] : 0;
}
void with_workspace(const float* in, float* out, long n, bool clear) {
    if (n == 0) return;
    int* count = nullptr;
    if (hipMalloc(&count, sizeof(int)) != hipSuccess) throw std::runtime_error("no memory");
    if (clear && hipMemset(count, 0, sizeof(int)) != hipSuccess)
        throw std::runtime_error("no memory");
    counts<<<blocks(n), 64>>>(in, count, n);
    doubles_with<<<blocks(n), 64>>>(count, in, out, n);
    if (hipFree(count) != hipSuccess) throw std::runtime_error("not freed");
}
const kernel_test right_workspace =
    elementwise<float, float>("right_workspace", [](float x) {
        return 2 * x;
    }).launch([](const float* in, float* out, long n) { with_workspace(in, out, n, true); });
const kernel_test forgets_to_clear =
    elementwise<float, float>("forgets_to_clear", [](float x) {
        return 2 * x;
    }).launch([](const float* in, float* out, long n) { with_workspace(in, out, n, false); });
// The output is cleared by the host, and added to.
__global__ void adds(const float* in, float* out, long n) {
    if (own_index() < n) atomicAdd(&out[own_index()], 2 * in[own_index()]);
}
const kernel_test right_accumulation =
    elementwise<double, float>("right_accumulation", [](float x) { return 2.0 * x; })
        .within(1e-6)
        .launch([](const float* in, double* out, long n) {
            if (n == 0) return;
            float* sums = nullptr;
            if (hipMalloc(&sums, n * sizeof(float)) != hipSuccess ||
                hipMemset(sums, 0, n * sizeof(float)) != hipSuccess)
                throw std::runtime_error("no memory");
            adds<<<blocks(n), 64>>>(in, sums, n);
            std::vector<float> kept(static_cast<std::size_t>(n));
            (void)hipMemcpy(kept.data(), sums, n * sizeof(float), hipMemcpyDeviceToHost);
            const std::vector<double> wide(kept.begin(), kept.end());
            (void)hipMemcpy(out, wide.data(), n * sizeof(double), hipMemcpyHostToDevice);
            (void)hipFree(sums);
        });

__global__ void keeps_a_large_tile(const float* in, float* out, long n) {
    __shared__ float tile[64 * 1024];
    tile[threadIdx.x] = own_index() < n ? 2 * in[own_index()] : 0;
    if (own_index() < n) out[own_index()] = tile[threadIdx.x];
}
const kernel_test large_static_shared_memory =
    elementwise<float, float>("large_static_shared_memory", [](float x) {
        return 2 * x;
    }).launch([](const float* in, float* out, long n) {
        if (n) keeps_a_large_tile<<<blocks(n), 64>>>(in, out, n);
    });

}  // namespace
