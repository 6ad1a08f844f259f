// SPDX-License-Identifier: MIT
// `tileproof bench`: the speed of a device at the work it is checked on, next to a yardstick timed in the same run.
//
//   bench transpose   every transpose, next to a plain copy and a library's geam
//   bench check       checking a large transpose on the device, next to copying it back and comparing it on the host
//   bench product     every f32 <- f16 product, next to cuBLAS
#pragma once

#include "kernels/catalogue.hpp"

#include <string>
#include <vector>

namespace tileproof::command {

struct bench_command {
    std::string what;    // "transpose", "check" or "product"
    std::string device;  // empty: a GPU if there is one, else cpu
    // "8191x8193x2": rows, columns, bytes per element; products: "4096x4096x4096", m, n, k; empty: the default shapes
    std::vector<std::string> shapes;
    std::string only;  // only this kernel
    bool json = false;
};

// Returns 0 if all results are right, 1 if one is wrong. Throws command_error for an invalid shape or option.
int bench(const bench_command&);

// Both throw command_error with a sentence if the text is not a shape, or the shape is impossible.
//
//   transpose_shape("8191x8193x2")        // 8191 rows, 8193 columns, elements of 2 bytes; without x2: 4
//   product_shape("4096x4096x512")        // m, n, k; "4096" is all three
kernels::transpose_problem transpose_shape(const std::string& text);
kernels::product_problem product_shape(const std::string& text);

}  // namespace tileproof::command
