// SPDX-License-Identifier: MIT
// A user's kernel tests as properties: the engine of kernel contracts applied to their declarations.
//
//   {"source": "scale.hip", "test": "scale", "dims": [33], "slack": [0,0], "shift": [1,0],
//    "data": "integers", "data_seed": 7, "fence": "after", "repeats": 1}
//
// On the cpu devices, a test for waves of 64 lanes, or of both 32 and 64, has cases with "wave": "64".
#pragma once

#include "compiler/build/user_library.hpp"
#include "properties/kernel/contract.hpp"
#include "properties/property.hpp"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tileproof::properties {

class draw;

// One property for each test of the library on the device, in the order of the tests; tests declared for a wave size
// that the GPU does not have are left out. The library must outlive the properties. Throws user_error with a sentence
// for a declaration that makes no sense.
property_list user_properties(const compiler::user_library&, const std::string& source,
                              const std::string& device);

// A sentence for each test that is left out on a GPU, or that asks for huge cases but gets none.
std::vector<std::string> left_out(const compiler::user_library&, const std::string& device);

// For each dim of a test, as text, how long it may become: at 4096 the reference, and on request the kernel, may take
// only a few times as long on cpu as looking at each element. Call it in a child process, because it runs the user's
// code.
std::string far_lengths(const compiler::user_library&, std::size_t test, bool of_kernel);
void add_far_lengths(compiler::user_library&, std::size_t test, const std::string& text);

// Numbers with which the conditions of the kernels compare that some cases on cpu-checked never made true, or never false, as
// text: "48611" for `if (n == 48611)`. Cases draw lengths and scalars next to them. Call it in a child process.
std::string unmet_conditions(const compiler::user_library&);
void add_unmet_conditions(compiler::user_library&, const std::string& text);

// Controls of a test: what a kernel could leave in an output without doing its work (zeros, ones, what was there, each element one
// place off, the answer for other inputs), judged as if it had left that. If it is right in every case, the declaration cannot
// tell such a kernel from a right one. Nothing is launched, but the reference is asked: call it in a child process. JSON:
//
//   [{"kernel": "writes zeros to y", "cases": 1, "told_apart": true}, ...]
std::string controls_of(const compiler::user_library&, std::size_t test);

// The contract of a test; with an old kernel to compare it with, that gives the right answer.
kernel_contract contract_of(const compiler::user_library&, std::size_t test,
                            const std::string& device = "cpu");

// Launches of a test on the device, or on compiler::cpu_in_double.
contract_kernel kernel_of(const compiler::user_library&, std::size_t test,
                          std::shared_ptr<const kernel_contract>, const std::string& device);

// A case of one test, from a fuzzer's choices.
nlohmann::json random_user_case(draw& from, const compiler::user_library&, std::size_t test,
                                const std::string& source, int size);

}  // namespace tileproof::properties
