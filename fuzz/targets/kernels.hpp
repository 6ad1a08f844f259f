// The kernels of one device under the laws of their contracts, for targets that differ in the device
// alone. Every property of the device takes part: transposes, copies, products, and what else there is.
//
// An input is {"property": "transpose_tiled@cpu", "case": {...}}, as a finding has it; bytes that are no
// such text choose a property and a case that it draws. So a corpus can be read, and a case copied.
#pragma once

#include "fuzz/target.hpp"

#include <cstddef>
#include <cstdint>

namespace tileproof::fuzz {

// Judges the input; ends the process through broken() when a law is broken.
void judge_kernel(const char* device, input_bytes input);
nlohmann::json kernel_cases_of(const char* device, input_bytes input);

// Kernels, and the labels of the cases: "type: float32", "shape: empty".
void note_reached_by_kernels(const char* device, input_bytes input, reached_counts& counts);

// libFuzzer's hooks, see case/case_edit.hpp.
std::size_t mutate_kernel_case(const char* device, std::span<std::uint8_t> data, std::size_t size,
                               std::uint64_t seed);
std::size_t cross_kernel_cases(const char* device, input_bytes first, input_bytes second,
                               std::span<std::uint8_t> out, std::uint64_t seed);

}  // namespace tileproof::fuzz
