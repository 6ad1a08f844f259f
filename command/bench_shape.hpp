// SPDX-License-Identifier: MIT
// What the benchmarks of the command share: shapes as text, the device, its title.
//
//   transpose_shape("8191x8193x2")        // 8191 rows, 8193 columns, elements of 2 bytes; without x2: 4
//   product_shape("4096x4096x512")        // m, n, k; "4096" is all three
#pragma once

#include <string>

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"

namespace tileproof::properties {

struct bench_command;

// All throw command_error with a sentence when the text is no shape, or none that can be.
kernels::transpose_problem transpose_shape(const std::string& text);
kernels::product_problem product_shape(const std::string& text);

// The one of that name; of no name, a GPU if there is one, else cpu.
kernels::device& bench_device(const std::string& name);
std::string title_of(const kernels::device&);  // "cuda (NVIDIA H200)"

// Each one of `tileproof bench`.
int bench_transposes(const bench_command&);
int bench_checks(const bench_command&);
int bench_products(const bench_command&);

}  // namespace tileproof::properties
