// SPDX-License-Identifier: MIT
// The device `cpu-checked`: the cpu device with every memory access of a kernel checked.
//
//   devices::device& d = devices::cpu_checked_device();
//   ... launch as on any device ...
//   d.synchronize();      // throws cpu_checked::check_error (report.hpp) if there were findings
//
// Kernels run as written: they are instrumented before any optimisation (compiler/passes/checks.hpp).
// Blocks run one after the other, the threads of a block in an order shuffled under a seed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "devices/cpu_checked/efficiency.hpp"
#include "devices/cpu_checked/report.hpp"
#include "devices/device.hpp"
#include "kernels/catalogue.hpp"

namespace tileproof::devices {

device& cpu_checked_device();

}  // namespace tileproof::devices

namespace tileproof::cpu_checked {

// Settings of the device for later launches.
void set_shuffle_seed(std::optional<std::uint64_t>);  // nullopt: threads in order
void set_block_seconds(double);                       // a longer block is reported as a hang
void set_wave_size(unsigned);                         // 32 or 64
void set_efficiency_report(bool);
std::vector<efficiency_line> take_efficiency_report();
// Whole numbers with which conditions compare that were never true, or never false.
std::vector<long> numbers_of_unmet_conditions();

// Names for buffers in sentences: "reads 4 bytes of the input (96 bytes)".
void name_buffer(const void* data, std::string name);
// From now on reads of these bytes are reported until they are written; used after painting a poison pattern.
void set_uninitialised(const void* data, std::size_t bytes);

// A catalogue of instrumented kernels whose starts do not throw what a report says. (Every launch of an instrumented
// kernel is checked, with or without this.)
kernels::catalogue checked(const kernels::catalogue&);

}  // namespace tileproof::cpu_checked
