// SPDX-License-Identifier: MIT
// What the three benchmarks of the command share: the device, and the lines of their tables.
//
//   timing_line("transpose_tiled", 1.5e-5, 559.2, "GB/s", 0.85)
//     "  transpose_tiled                          15.00 us    559.20 GB/s   0.850"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "devices/device.hpp"
#include "report/output.hpp"

namespace tileproof::properties {

struct bench_command;

// The one of that name; of no name, a GPU if there is one, else cpu.
kernels::device& bench_device(const std::string& name);
std::string title_of(const kernels::device&);  // "cuda (NVIDIA H200)"

// `share` of what it is compared with; 0: of nothing.
std::string timing_line(const std::string& name, double seconds, double rate, std::string_view unit,
                        double share = 0);
std::string remark_line(const std::string& name, const std::string& remark);

// How many timings are ahead. Throws command_error when the device has no kernel of that name.
template <class Kernels>
std::int64_t steps_of(const Kernels& known, const std::string& only, std::size_t shapes,
                      const kernels::device& d) {
    std::string names;
    std::int64_t chosen = 0;
    for (const auto& k : known) {
        names += (names.empty() ? "" : ", ") + std::string(k.name);
        chosen += only.empty() || only == k.name;
    }
    if (chosen == 0)
        throw command_error("--kernel '" + only + "' is not a kernel of the device " +
                            std::string(d.name()) + ", which has " + names + ".");
    return chosen * static_cast<std::int64_t>(shapes);
}

// Each one of `tileproof bench`.
int bench_transposes(const bench_command&);
int bench_checks(const bench_command&);
int bench_products(const bench_command&);

}  // namespace tileproof::properties
