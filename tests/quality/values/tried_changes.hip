// SPDX-License-Identifier: MIT
// A kernel with two bugs of values, of which one change mends one, its twin with that one alone, and right kernels with too
// few blocks; one that is wrong from a number on, and one for a single value.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdint>
#include <tileproof/custom_contract.hpp>

namespace {

using tileproof::arrays;
using tileproof::custom;
using tileproof::kernel_test;
using tileproof::pointers;

// Two numbers of four bits a byte: the first row of an odd width begins the next byte.
template <bool has_sign>
__global__ void unpacks(const std::uint8_t* packed, int* y, long rows, long columns) {
    const long r = blockIdx.x;
    const long pitch = columns / 2;  // rounded down
    for (long c = threadIdx.x; c < columns; c += blockDim.x) {
        const int byte = packed[r * pitch + c / 2];
        const int nibble = c % 2 ? byte >> 4 : byte & 15;
        y[r * columns + c] = has_sign && nibble > 7 ? nibble - 16 : nibble;
    }
}

template <bool has_sign>
kernel_test unpacked(const char* name) {
    return custom(name, {"rows", "columns"})
        .at_least({1, 1})
        .input<std::uint8_t>("packed", {"rows", "ceil(columns / 2)"})
        .output<int>("y", {"rows", "columns"})
        .reference([](const arrays& a) {
            const auto packed = a.in<std::uint8_t>("packed");
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("columns"); ++c) {
                    const int nibble = c % 2 ? packed(r, c / 2) >> 4 : packed(r, c / 2) & 15;
                    a.out<int>("y")(r, c) = nibble > 7 ? nibble - 16 : nibble;
                }
        })
        .launch([](const pointers& p) {
            const long rows = p.dim("rows");
            unpacks<has_sign><<<static_cast<unsigned>(rows), 64>>>(
                p.in<std::uint8_t>("packed"), p.out<int>("y"), rows, p.dim("columns"));
        });
}
const kernel_test one_bug = unpacked<true>("one_bug");
const kernel_test two_bugs = unpacked<false>("two_bugs");

__global__ void copies(const int* x, int* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = x[i];
}
template <class Launch>
kernel_test copied(const char* name, Launch launch) {
    return custom(name, {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"n"})
        .reference([](const arrays& a) { a.out<int>("y") = a.in<int>("x"); })
        .launch([launch](const pointers& p) {
            if (p.dim("n") > 0) launch(p.in<int>("x"), p.out<int>("y"), p.dim("n"));
        });
}
const kernel_test rounded_down = copied("rounded_down", [](const int* x, int* y, long n) {
    const long whole = n / 64;  // wrong rounded_down
    copies<<<static_cast<unsigned>(std::max(whole, 1L)), 64>>>(x, y, n);
});
const kernel_test bounded = copied("bounded", [](const int* x, int* y, long n) {
    const long blocks = (n + 63) / 64;
    const long some = blocks < 4 ? blocks : 4;  // wrong bounded
    copies<<<static_cast<unsigned>(some), 64>>>(x, y, n);
});

// The first of two halves is summed from 512 on: another number in its place moves where that begins.
__global__ void sums(const float* x, float* y, long n) {
    if (threadIdx.x > 0) return;
    const long all = n >= 512 ? n / 2 : n;
    float sum = 0;
    for (long i = 0; i < all; ++i) sum += x[blockIdx.x * n + i];
    y[blockIdx.x] = sum;
}
const kernel_test half_from_512 = custom("half_from_512", {"rows", "n"})
                                      .input<float>("x", {"rows", "n"})
                                      .output<float>("y", {"rows"})
                                      .reference([](const arrays& a) {
                                          for (long r = 0; r < a.dim("rows"); ++r)
                                              a.out<float>("y")(r) = a.in<float>("x").row(r).sum();
                                      })
                                      .within(1e-3, 1e-4)
                                      .launch([](const pointers& p) {
                                          if (const long rows = p.dim("rows"))
                                              sums<<<static_cast<unsigned>(rows), 64>>>(
                                                  p.in<float>("x"), p.out<float>("y"), p.dim("n"));
                                      });

// The spread of one value is nothing, and not nothing by nothing.
__global__ void spreads(const float* x, float* spread, float* last, long rows, long n) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float mean = 0, sum = 0;
    for (long i = 0; i < n; ++i) mean += x[r * n + i] / static_cast<float>(n);
    for (long i = 0; i < n; ++i) sum += (x[r * n + i] - mean) * (x[r * n + i] - mean);
    spread[r] = sum / static_cast<float>(n - 1);  // wrong of_one_value
    last[r] = 2.0f * x[r * n + n - 1];
}
const kernel_test of_one_value =
    custom("of_one_value", {"rows", "n"})
        .at_least({0, 1})
        .input<float>("x", {"rows", "n"})
        .values_from(-9, 9)
        .output<float>("spread", {"rows"})
        .output<float>("last", {"rows"})
        .reference([](const arrays& a) {
            const auto x = a.in<float>("x");
            for (long r = 0; r < x.rows(); ++r) {
                const auto row = x.row(r).cast<double>();
                const double sum = (row.array() - row.mean()).square().sum();
                a.out<float>("spread")(r) =
                    x.cols() < 2 ? 0 : static_cast<float>(sum / static_cast<double>(x.cols() - 1));
                a.out<float>("last")(r) = 2 * x(r, x.cols() - 1);
            }
        })
        .within(1e-2, 1e-2)
        .launch([](const pointers& p) {
            const long rows = p.dim("rows");
            if (rows > 0)
                spreads<<<static_cast<unsigned>((rows + 63) / 64), 64>>>(
                    p.in<float>("x"), p.out<float>("spread"), p.out<float>("last"), rows,
                    p.dim("n"));
        });

}  // namespace
