// SPDX-License-Identifier: MIT
// Shared by the three benchmarks of the command: the device, and the lines of their tables.
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

// The device of that name; without a name, a GPU if there is one, else cpu.
kernels::device& bench_device(const std::string& name);
std::string title_of(const kernels::device&);  // "cuda (NVIDIA H200)"

// `share`: the rate relative to the yardstick; 0: there is none.
std::string timing_line(const std::string& name, double seconds, double rate, std::string_view unit,
                        double share = 0);
std::string remark_line(const std::string& name, const std::string& remark);

// The number of timings to do. Throws command_error if the device has no kernel of that name.
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

// One for each form of `tileproof bench`.
int bench_transposes(const bench_command&);
int bench_checks(const bench_command&);
int bench_products(const bench_command&);

}  // namespace tileproof::properties
