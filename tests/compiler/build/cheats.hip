// SPDX-License-Identifier: MIT
// Kernels and launches that cheat, each in one of the ways that weak harnesses let through.
#include <hip/hip_runtime.h>

#include <map>
#include <tileproof/kernel_test.hpp>
#include <vector>

namespace {

using tileproof::elementwise;
using tileproof::kernel_test;
using tileproof::matrix_shape;
using tileproof::product;
using tileproof::product_shape;
using tileproof::transpose;

float doubled(float x) { return 2 * x; }
unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

__global__ void doubles(const float* in, float* out, long n) {
    if (own_index() < n) out[own_index()] = 2 * in[own_index()];
}

__global__ void writes_nothing(const float* in, float* out, long n) {
    if (own_index() < n && in[own_index()] > 1e30f) out[own_index()] = 0;
}
const kernel_test never_written = elementwise<float, float>("never_written", doubled)
                                      .launch([](const float* in, float* out, long n) {
                                          if (n) writes_nothing<<<blocks(n), 64>>>(in, out, n);
                                      });

__global__ void clears_its_input(float* in, float* out, long n) {
    if (own_index() >= n) return;
    out[own_index()] = 2 * in[own_index()];
    in[own_index()] = 0;
}
const kernel_test changes_its_input =
    elementwise<float, float>("changes_its_input", doubled)
        .launch([](const float* in, float* out, long n) {
            if (n) clears_its_input<<<blocks(n), 64>>>(const_cast<float*>(in), out, n);
        });

const kernel_test knows_one_shape = elementwise<float, float>("knows_one_shape", doubled)
                                        .launch([](const float* in, float* out, long n) {
                                            if (n) doubles<<<1, 64>>>(in, out, n < 64 ? n : 64);
                                        });

__global__ void fills(float* out, long n) {
    if (own_index() < n) out[own_index()] = 2;
}
const kernel_test constant_output = elementwise<float, float>("constant_output", doubled)
                                        .launch([](const float*, float* out, long n) {
                                            if (n) fills<<<blocks(n), 64>>>(out, n);
                                        });

// Keeps what it computed for a pointer and a size, and gives it again.
const kernel_test remembers_results =
    elementwise<float, float>("remembers_results", doubled)
        .launch([](const float* in, float* out, long n) {
            static std::map<long, std::vector<float>> kept;
            if (n == 0) return;
            auto& result = kept[n];
            if (result.empty()) {
                doubles<<<blocks(n), 64>>>(in, out, n);
                result.assign(out, out + n);
            } else {
                fills<<<1, 64>>>(out, 0);  // so that a kernel runs
                for (long i = 0; i < n; ++i) out[i] = result[static_cast<std::size_t>(i)];
            }
        });

// Does its work in the next call.
const kernel_test works_later =
    elementwise<float, float>("works_later", doubled)
        .launch([](const float* in, float* out, long n) {
            static const float* last_in = nullptr;
            static float* last_out = nullptr;
            static long last_n = 0;
            if (last_n && last_in == in && last_out == out && last_n == n)
                doubles<<<blocks(n), 64>>>(in, out, n);
            last_in = in;
            last_out = out;
            last_n = n;
        });

__global__ void uses_much(const float* in, float* out, long n) {
    extern __shared__ float much[];
    much[threadIdx.x] = n ? in[0] : 0;
    if (own_index() < n) out[own_index()] = 2 * in[own_index()];
}
const kernel_test too_much_shared_memory =
    elementwise<float, float>("too_much_shared_memory", doubled)
        .launch([](const float* in, float* out, long n) {
            if (n) uses_much<<<blocks(n), 64, 80 * 1024>>>(in, out, n);
        });

const kernel_test calls_the_reference = elementwise<float, float>("calls_the_reference", doubled)
                                            .launch([](const float* in, float* out, long n) {
                                                for (long i = 0; i < n; ++i)
                                                    out[i] = doubled(in[i]);
                                            });

__global__ void copies(const float* in, float* out, long n) {
    if (own_index() < n) out[own_index()] = in[own_index()];
}
const kernel_test does_not_transpose =
    transpose<float>("does_not_transpose").launch([](const float* in, float* out, matrix_shape s) {
        const long n = s.rows * s.columns;
        if (n) copies<<<blocks(n), 64>>>(in, out, n);
    });

__global__ void adds_to_what_is_there(const float* in, float* out, long n) {
    if (own_index() < n) out[own_index()] += 2 * in[own_index()] - out[own_index()];
}
const kernel_test reads_its_output =
    elementwise<float, float>("reads_its_output", doubled)
        .launch([](const float* in, float* out, long n) {
            if (n) adds_to_what_is_there<<<blocks(n), 64>>>(in, out, n);
        });

__global__ void scales(const float* in, float* out, long n, float by) {
    if (own_index() < n) out[own_index()] = by * in[own_index()];
}
const kernel_test changes_its_mind =
    elementwise<float, float>("changes_its_mind", doubled)
        .launch([](const float* in, float* out, long n) {
            static int calls = 0;
            if (n) scales<<<blocks(n), 64>>>(in, out, n, ++calls % 3 ? 2.f : 2.0000002f);
        });

__global__ void rotates_through_shared_memory(const float* in, float* out, long n) {
    __shared__ float part[64];
    part[threadIdx.x] = own_index() < n ? in[own_index()] : 0;
    if (own_index() < n)
        out[own_index()] =
            part[threadIdx.x] + part[threadIdx.x ^ 1] - part[threadIdx.x ^ 1] + part[threadIdx.x];
}
const kernel_test forgets_a_barrier =
    elementwise<float, float>("forgets_a_barrier", doubled)
        .launch([](const float* in, float* out, long n) {
            if (n) rotates_through_shared_memory<<<blocks(n), 64>>>(in, out, n);
        });

__global__ void multiplies(const float* a, const float* b, float* c, long m, long n, long k,
                           long last, float noise) {
    const long e = own_index();
    if (e >= m * n) return;
    float sum = 0;
    for (long i = 0; i < last; ++i) {
        sum += a[e / n * k + i] * b[i * n + e % n];
        // What fewer bits inside do: 11 of them are kept.
        if (noise > 0) sum = static_cast<float>(static_cast<_Float16>(sum));
    }
    c[e] = sum;
}
const kernel_test fewer_bits_inside =
    product<float>("fewer_bits_inside")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n) multiplies<<<blocks(s.m * s.n), 64>>>(a, b, c, s.m, s.n, s.k, s.k, 1);
        });
const kernel_test drops_the_tail_of_k =
    product<float>("drops_the_tail_of_k")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n)
                multiplies<<<blocks(s.m * s.n), 64>>>(a, b, c, s.m, s.n, s.k, s.k / 8 * 8, 0);
        });
const kernel_test right_product =
    product<float>("right_product")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n) multiplies<<<blocks(s.m * s.n), 64>>>(a, b, c, s.m, s.n, s.k, s.k, 0);
        });
const kernel_test right_doubling = elementwise<float, float>("right_doubling", doubled)
                                       .launch([](const float* in, float* out, long n) {
                                           if (n) doubles<<<blocks(n), 64>>>(in, out, n);
                                       });

// Dynamic shared memory that is declared outside of all functions.
extern __shared__ float of_the_file[];
__global__ void doubles_by_way_of_shared_memory(const float* in, float* out, long n) {
    if (own_index() < n) of_the_file[threadIdx.x ^ 1] = 2 * in[own_index()];
    __syncthreads();
    if (own_index() < n) out[own_index()] = of_the_file[threadIdx.x ^ 1];
}
const kernel_test right_doubling_in_the_files_memory =
    elementwise<float, float>("right_doubling_in_the_files_memory", doubled)
        .launch([](const float* in, float* out, long n) {
            if (n)
                doubles_by_way_of_shared_memory<<<blocks(n), 64, 64 * sizeof(float)>>>(in, out, n);
        });

// Work of the device without a kernel: sums of no products are 0, and a copy is a copy.
const kernel_test right_clearing =
    product<float>("right_clearing")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n == 0) return;
            (void)hipMemset(c, 0, static_cast<std::size_t>(s.m * s.n) * sizeof(float));
            if (s.k) multiplies<<<blocks(s.m * s.n), 64>>>(a, b, c, s.m, s.n, s.k, s.k, 0);
        });
const kernel_test right_copying = elementwise<float, float>("right_copying", [](float x) {
                                      return x;
                                  }).launch([](const float* in, float* out, long n) {
    (void)hipMemcpy(out, in, static_cast<std::size_t>(n) * sizeof(float), hipMemcpyDeviceToDevice);
});

}  // namespace
