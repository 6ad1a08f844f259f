// SPDX-License-Identifier: MIT
// Times every transpose of a device beside a plain copy and a library: the data of `tileproof bench transpose`.
//
//   for (const timed_shape& s : bench_transpose(find_device("cuda"), {})) ...
//   s.copy_seconds == 33.0e-6, s.timings[0] == {"transpose_best", 34.3e-6, verified}
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "devices/device.hpp"
#include "kernels/catalogue.hpp"

namespace tileproof::bench {

struct timed_kernel {
    std::string name;
    double seconds = 0;  // one call, the median
    bool verified = false;
    std::string problem;  // why there is no time, as a sentence
};

struct timed_shape {
    kernels::transpose_problem problem;
    double copy_seconds = 0;  // the plain vector copy of the same bytes, in the same run
    std::vector<timed_kernel> timings;
    // Bytes read and written over the time, in bytes a second.
    double bandwidth(double seconds) const {
        return 2.0 * static_cast<double>(problem.rows) * static_cast<double>(problem.columns) *
               problem.element_bytes / seconds;
    }
};

struct bench_options {
    std::vector<kernels::transpose_problem> shapes;  // empty: default_bench_shapes()
    std::string only;                                // only this kernel; empty: all
    int rounds = 9;
    std::function<void()> on_step = [] {};  // called when a kernel has been timed
};

// Those of the published comparisons, and odd ones. On a device whose memory the host reads (the cpu), smaller.
std::vector<kernels::transpose_problem> default_bench_shapes(const devices::device&);

// Each kernel's result is checked on the device, too. A library's out-of-place transpose (cuBLAS or rocBLAS
// geam) is one more row where its library is found. Throws device_error when memory is short.
std::vector<timed_shape> bench_transpose(devices::device&, const bench_options&);

}  // namespace tileproof::bench
