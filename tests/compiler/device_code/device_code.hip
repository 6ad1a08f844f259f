// SPDX-License-Identifier: MIT
// What the kernels of kernels.ll, and of made_by_clang.hip as the file MADE_BY_CLANG, are to do.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/device_code.hpp>
#include <tileproof/kernel_test.hpp>

TILEPROOF_DEVICE_CODE("kernels.ll")
TILEPROOF_DEVICE_CODE(MADE_BY_CLANG)

extern "C" {
__global__ void add(const float* x, const float* y, float* out, int n);
__global__ void add_beyond(const float* x, const float* y, float* out, int n);
__global__ void add_in_small_blocks(const float* x, const float* y, float* out, int n);
__global__ void sums(const int* in, int* out, int columns);
__global__ void sums_without_barrier(const int* in, int* out, int columns);
__global__ void sums_unset(const int* in, int* out, int columns);
__global__ void sums_diverging(const int* in, int* out, int columns);
__global__ void sums_unknown(const int* in, int* out, int columns);
__global__ void product(const float* a, const float* b, float* c, int n, int k);

struct shift_and_step {
    int shift, step;
};
struct bounds {
    long least, most, other;
};
struct factors {
    float by;
    double plus;
};
__global__ void counts(const int* values, int* counts, int n, shift_and_step, bounds, factors);
__global__ void counts_beyond(const int* values, int* counts, int n);
__global__ void counts_of_block(const int* values, int* counts, int n);
__global__ void counts_racing(const int* values, int* counts, int n);
}

namespace {

using tileproof::kernel_test;

template <class Kernel>
kernel_test addition(const char* name, Kernel kernel) {
    return tileproof::elementwise<float, float, float>(
               name, [](float x, float y) { return std::exp2(x) + y; })
        .values_from(-4, 4)
        .within(1e-5)
        .launch([kernel](const float* x, const float* y, float* out, long n) {
            if (n) kernel<<<(n + 63) / 64, 64>>>(x, y, out, static_cast<int>(n));
        });
}
const kernel_test adds[] = {addition("add", add), addition("add_beyond", add_beyond),
                            addition("add_in_small_blocks", add_in_small_blocks)};

template <class Kernel>
kernel_test row_sums(const char* name, Kernel kernel) {
    return tileproof::custom(name, {"rows", "columns"})
        .input<int>("in", {"rows", "columns"})
        .output<int>("out", {"rows"})
        .at_most({3, 600})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("out") = a.in<int>("in").cast<long>().rowwise().sum().cast<int>();
        })
        .launch([kernel](const tileproof::pointers& p) {
            if (p.dim("rows"))
                kernel<<<p.dim("rows"), 256, 16>>>(p.in<int>("in"), p.out<int>("out"),
                                                   static_cast<int>(p.dim("columns")));
        });
}
const kernel_test row_sum_tests[] = {
    row_sums("sums", sums), row_sums("sums_without_barrier", sums_without_barrier),
    row_sums("sums_unset", sums_unset), row_sums("sums_diverging", sums_diverging),
    row_sums("sums_unknown", sums_unknown)};

const kernel_test product_test =
    tileproof::product<float>("product")
        .multiples_of({16, 16, 4})
        .at_most({32, 32, 16})
        .launch([](const float* a, const float* b, float* c, tileproof::product_shape s) {
            if (s.m && s.n)
                product<<<dim3(s.n / 16, s.m / 16), 64>>>(a, b, c, static_cast<int>(s.n),
                                                          static_cast<int>(s.k));
        });

template <class Launch>
kernel_test count_test(const char* name, Launch launch) {
    return tileproof::custom(name, {"n"})
        .input<int>("values", {"n"})
        .values_from(0, 255)
        .output<int>("counts", {"16"})
        .at_most({2000})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("counts") = 0;
            for (long i = 0; i < a.dim("n"); ++i)
                ++a.out<int>("counts")(a.in<int>("values")(i) >> 4);
        })
        .launch([launch](const tileproof::pointers& p) {
            int* const counts = p.out<int>("counts");
            (void)hipMemset(counts, 0, 16 * sizeof(int));
            const int n = static_cast<int>(p.dim("n"));
            if (n) launch(p.in<int>("values"), counts, n, (n + 127) / 128);
        });
}
const kernel_test count_tests[] = {
    count_test("counts",
               [](const int* v, int* c, int n, int blocks) {
                   counts<<<blocks, 128>>>(v, c, n, {4, 2}, {0, 255, 7}, {0.25f, 0.5});
               }),
    count_test("counts_beyond", [](const int* v, int* c, int n,
                                   int blocks) { counts_beyond<<<blocks, 128>>>(v, c, n); }),
    count_test("counts_of_block", [](const int* v, int* c, int n,
                                     int blocks) { counts_of_block<<<blocks, 128>>>(v, c, n); }),
    count_test("counts_racing", [](const int* v, int* c, int n, int blocks) {
        counts_racing<<<blocks, 128>>>(v, c, n);
    })};

}  // namespace
