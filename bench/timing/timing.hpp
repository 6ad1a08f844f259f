// SPDX-License-Identifier: MIT
// What `tileproof bench` times on a device: transposes, products, and the check of a large transpose where it lies.
//
//   const timed_check c = bench_check(find_device("cuda"), packed_transpose(65536, 65536, 2));
//   c.share_of_copy()   // 0.9: the check reads its 8 GiB at 0.9 of the rate at which the plain copy moves bytes
//
// What bench_check() checks is transpose_best of generated numbers. The check is itself checked: one element is changed, and
// must be the only one found, on the device and by the host, which compares every element, too, after copying all of
// them back.
#pragma once

#include "devices/device.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/product/product_problem.hpp"
#include "kernels/tools/tools.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tileproof::bench {

struct timed_check {
    kernels::transpose_problem problem;
    double copy_seconds = 0;       // the plain copy of the same bytes on the device
    double transpose_seconds = 0;  // transpose_best
    double check_seconds = 0;      // the check on the device, verdict included; the median
    double back_seconds = 0;       // copying the result to the host
    double compare_seconds = 0;    // comparing it there, on all cores
    unsigned host_threads = 1;
    std::uint64_t wrong_on_device = 0, wrong_on_host = 0;  // the planted one not counted
    bool found_on_device = false, found_on_host = false;   // the planted one, alone, where it is

    double bytes() const {
        return static_cast<double>(problem.rows) * static_cast<double>(problem.columns) *
               problem.element_bytes;
    }
    // The check reads each byte once, the copy reads and writes it.
    double share_of_copy() const { return copy_seconds / (2 * check_seconds); }
    bool found_the_planted() const { return found_on_device && found_on_host; }
    bool right() const { return wrong_on_device == 0 && wrong_on_host == 0 && found_the_planted(); }
};

// 8 GiB of each element size; 4 MiB on a device whose memory the host reads (the cpu).
std::vector<kernels::transpose_problem> default_check_shapes(const devices::device&);

// Packed problems of one matrix. Throws device_error when memory is short, transpose_best refuses the problem, or
// the device's times mean nothing (cpu-checked).
timed_check bench_check(devices::device&, const kernels::transpose_problem&, int rounds = 5);

struct timed_kernel {
    std::string name;
    double seconds = 0;  // one call, the median
    bool verified = false;
    std::string problem;  // why there is no time, as a sentence
};

// The kernels of a device beside a yardstick, for one problem.
template <class Problem>
struct timed {
    Problem problem;
    double work = 0;  // of one call: bytes read and written, or floating-point operations
    double yardstick_seconds = 0;  // in the same run: a plain copy, or cuBLAS, where it is
    std::vector<timed_kernel> timings = {};
    double rate(double seconds) const { return work / seconds; }  // a second
};
using timed_shape = timed<kernels::transpose_problem>;
using timed_product = timed<kernels::product_problem>;

template <class Problem>
struct bench_options {
    std::vector<Problem> shapes;  // empty: the usual ones
    std::string only;             // only this kernel; empty: all
    int rounds = 9;
    std::function<void()> on_step = [] {};  // called when a kernel has been timed
};

// Throws device_error if the device's times mean nothing (cpu-checked).
kernels::device_tools tools_to_time(devices::device&);

// Times every transpose of a device beside a plain copy and a library: the data of `tileproof bench transpose`.
//
//   for (const timed_shape& s : bench_transpose(find_device("cuda"), {})) ...
//   s.yardstick_seconds == 33.0e-6, s.timings[0] == {"transpose_best", 34.3e-6, verified}

// Those of the published comparisons, and odd ones. On a device whose memory the host reads (the cpu), smaller.
std::vector<kernels::transpose_problem> default_bench_shapes(const devices::device&);

// Each kernel's result is checked on the device, too. A library's out-of-place transpose (cuBLAS or rocBLAS
// geam) is one more row where its library is found. Throws device_error when memory is short.
std::vector<timed_shape> bench_transpose(devices::device&,
                                         const bench_options<kernels::transpose_problem>&);

// Times the products of a device beside cuBLAS: the data of `tileproof bench product`.
//
//   for (const timed_product& t : bench_product(find_device("cuda"), {})) ...
//   t.problem.m == 4096, t.timings[0] == {"product_pipelined", 320e-6, verified}
//
// D = A B, f32 <- f16, row-major. The elements are whole numbers from -8 to 8, so that every sum is exact in f32 and
// the host recomputes elements of the result exactly.

// m x n x k, packed.
kernels::product_problem packed_product(long_index_t m, long_index_t n, long_index_t k);

// 512 to 8192; on a device whose memory the host reads (the cpu), only 128.
std::vector<kernels::product_problem> default_product_shapes(const devices::device&);

// Is D = A B in 300 places that no tile of a power of two repeats, corners included? A and B as on the device,
// f16 whose sums are exact; `result` is D there.
bool product_is_right(devices::device&, const kernels::product_problem&,
                      const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b,
                      const void* result);

// Throws device_error when memory is short.
std::vector<timed_product> bench_product(devices::device&,
                                         const bench_options<kernels::product_problem>&);

}  // namespace tileproof::bench
