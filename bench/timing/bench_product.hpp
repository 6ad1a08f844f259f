// SPDX-License-Identifier: MIT
// Times the products of a device beside cuBLAS: the data of `tileproof bench product`.
//
//   for (const timed_product& t : bench_product(find_device("cuda"), {})) ...
//   t.problem.m == 4096, t.timings[0] == {"product_pipelined", 320e-6, verified}
//
// D = A B, f32 <- f16, row-major. The elements are whole numbers from -8 to 8, so that every sum is exact in f32 and
// the host recomputes elements of the result exactly.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/timing/bench_transpose.hpp"
#include "devices/device.hpp"
#include "kernels/product/product_problem.hpp"

namespace tileproof::bench {

struct timed_product {
    kernels::product_problem problem;
    std::vector<timed_kernel> timings;
    double library_seconds = 0;  // cuBLAS, where it is
    // Floating-point operations a second: two for each of m n k products.
    double rate(double seconds) const {
        return 2.0 * static_cast<double>(problem.m) * static_cast<double>(problem.n) *
               static_cast<double>(problem.k) / seconds;
    }
};

struct product_bench_options {
    std::vector<kernels::product_problem>
        shapes;        // f32 <- f16, row-major, packed; empty: the usual ones
    std::string only;  // only this kernel; empty: all
    int rounds = 9;
    std::function<void()> on_step = [] {};  // called when a kernel has been timed
};

// m x n x k, packed.
kernels::product_problem packed_product(long_index_t m, long_index_t n, long_index_t k);

// 512 to 8192; on a device whose memory the host reads (the cpu), only 128.
std::vector<kernels::product_problem> default_product_shapes(const devices::device&);

// Is D = A B in 300 places that no tile of a power of two repeats, corners included? A and B as on the device,
// f16 whose sums are exact; `result` is D there.
bool product_is_right(devices::device&, const kernels::product_problem&,
                      const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b,
                      const void* result);

// Throws device_error when memory is short or the device's times mean nothing (cpu-checked).
std::vector<timed_product> bench_product(devices::device&, const product_bench_options&);

}  // namespace tileproof::bench
