// SPDX-License-Identifier: MIT
// `tileproof bench`: how fast a device is at what is checked on it, beside a yardstick timed in the same run.
//
//   bench transpose   every transpose, beside a plain copy and a library's geam
//   bench check       the check of a large transpose where it lies, beside copying it back and comparing it there
//   bench product     every f32 <- f16 product, beside cuBLAS
#pragma once

#include <string>
#include <vector>

namespace tileproof::properties {

struct bench_command {
    std::string what;    // "transpose", "check" or "product"
    std::string device;  // empty: a GPU if there is one, else cpu
    // "8191x8193x2": rows, columns, bytes of an element; products: "4096x4096x4096", m, n, k; empty: the usual ones
    std::vector<std::string> shapes;
    std::string only;  // this kernel alone
    bool json = false;
};

// 0 all results are right, 1 one is wrong. Throws command_error for a shape that cannot be read, or an option that
// this benchmark does not have.
int bench(const bench_command&);

}  // namespace tileproof::properties
