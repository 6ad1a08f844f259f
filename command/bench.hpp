// SPDX-License-Identifier: MIT
// `tileproof bench`: the speed of a device at the work it is checked on, next to a yardstick timed in the same run.
//
//   bench transpose   every transpose, next to a plain copy and a library's geam
//   bench check       checking a large transpose on the device, next to copying it back and comparing it on the host
//   bench product     every f32 <- f16 product, next to cuBLAS
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "devices/device.hpp"
#include "kernels/catalogue.hpp"
#include "report/output.hpp"

namespace tileproof::command {

struct bench_command {
    std::string what;    // "transpose", "check" or "product"
    std::string device;  // empty: a GPU if there is one, else cpu
    // "8191x8193x2": rows, columns, bytes per element; products: "4096x4096x4096", m, n, k; empty: the default shapes
    std::vector<std::string> shapes;
    std::string only;  // only this kernel
    bool json = false;
};

// Returns 0 if all results are right, 1 if one is wrong. Throws command_error for an invalid shape, or an option that
// this benchmark does not have.
int bench(const bench_command&);

// Shared by the three benchmarks of the command: the device, and the lines of their tables.
//
//   timing_line("transpose_tiled", 1.5e-5, 559.2, "GB/s", 0.85)
//     "  transpose_tiled                          15.00 us    559.20 GB/s   0.850"

struct bench_command;

// The device of that name; without a name, a GPU if there is one, else cpu.
devices::device& bench_device(const std::string& name);
std::string title_of(const devices::device&);  // "cuda (NVIDIA H200)"

// `share`: the rate relative to the yardstick; 0: there is none.
std::string timing_line(const std::string& name, double seconds, double rate, std::string_view unit,
                        double share = 0);
std::string remark_line(const std::string& name, const std::string& remark);

// The number of timings to do. Throws command_error if the device has no kernel of that name.
template <class Kernels>
std::int64_t steps_of(const Kernels& known, const std::string& only, std::size_t shapes,
                      const devices::device& d) {
    std::string names;
    std::int64_t chosen = 0;
    for (const auto& k : known) {
        names += (names.empty() ? "" : ", ") + std::string(k.name);
        chosen += only.empty() || only == k.name;
    }
    if (chosen == 0)
        throw report::command_error("--kernel '" + only + "' is not a kernel of the device " +
                                    std::string(d.name()) + ", which has " + names + ".");
    return chosen * static_cast<std::int64_t>(shapes);
}

// One for each form of `tileproof bench`.
int bench_transposes(const bench_command&);
int bench_checks(const bench_command&);
int bench_products(const bench_command&);

// Parses shapes for `tileproof bench`.
//
//   transpose_shape("8191x8193x2")        // 8191 rows, 8193 columns, elements of 2 bytes; without x2: 4
//   product_shape("4096x4096x512")        // m, n, k; "4096" is all three

// Both throw command_error with a sentence if the text is not a shape, or the shape is impossible.
kernels::transpose_problem transpose_shape(const std::string& text);
kernels::product_problem product_shape(const std::string& text);

}  // namespace tileproof::command
