// SPDX-License-Identifier: MIT
// `tileproof copy`: the tutorial's copy program, with its flags.
//
//   tileproof copy -m=4096 -n=512 -prec=fp32 -id=1 -warmup=5 -repeat=20
//   m: 4096, n: 512, prec: fp32, id: 1 (copy_lds: ..), device: cpu
//   Perf: 1.2345 ms, 13.59 GB/s
//   valid: y (all 2097152 elements, bit for bit)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tileproof::command {

struct copy_options {
    std::int64_t m = 64, n = 8;  // rows and columns
    int id = 0;                  // which kernel of the device's copies
    bool verify = true;
    std::string precision = "fp16";
    int warmup = 50, repeat = 100;
    std::string device = "cpu";
};

// The tutorial's flags have a single dash ("-prec=fp16", "-prec fp16"); this turns it into two, as the parser
// expects. Other arguments are unchanged.
std::vector<std::string> with_two_dashes(std::vector<std::string> arguments);

// The numbers and names of the kernels, for the help text: "0 copy_registers, 1 copy_lds, .."
std::string copy_variants();

// 0: copied, and verified if requested; 1: the copy is wrong. Throws command_error.
int copy(const copy_options&);

}  // namespace tileproof::command
