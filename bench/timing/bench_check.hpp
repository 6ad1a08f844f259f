// SPDX-License-Identifier: MIT
// Times the check of a large transpose where it lies: the data of `tileproof bench check`.
//
//   const timed_check c = bench_check(find_device("cuda"), packed_transpose(65536, 65536, 2));
//   c.share_of_copy()   // 0.9: the check reads its 8 GiB at 0.9 of the rate at which the plain copy moves bytes
//
// What is checked is transpose_best of generated numbers. The check is itself checked: one element is changed, and
// must be the only one found, on the device and by the host, which compares every element, too, after copying all of
// them back.
#pragma once

#include "devices/device.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/tools/tools.hpp"

namespace tileproof::bench {

struct timed_check {
    kernels::transpose_problem problem;
    double copy_seconds = 0;       // the plain copy of the same bytes on the device
    double transpose_seconds = 0;  // transpose_best
    double check_seconds =
        0;  // the check on the device, a verdict brought back included; the median
    double back_seconds = 0;     // copying the result to the host
    double compare_seconds = 0;  // comparing it there, on all cores
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

}  // namespace tileproof::bench
