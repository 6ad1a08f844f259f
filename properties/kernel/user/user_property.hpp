// SPDX-License-Identifier: MIT
// A user's kernel tests as properties: the engine of kernel contracts on what they declare.
//
//   {"source": "scale.hip", "test": "scale", "dims": [33], "slack": [0,0], "shift": [1,0],
//    "data": "integers", "data_seed": 7, "fence": "after", "repeats": 1}
//
// On the cpu devices a test for waves of 64 lanes, or of 32 and of 64, has cases that say so: "wave": "64".
#pragma once

#include "compiler/build/user_library.hpp"
#include "properties/property.hpp"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tileproof::properties {

class draw;

// Runs a middling case of each test on cpu-checked and says, line by line, how well its accesses
// fit a GPU.
std::string efficiency_text(const user_library&, const std::string& source);

// One property for each test of the library on the device, in the order of the tests, without those that are declared
// for waves of another size than a GPU has. The library must outlive them. Throws user_error with a sentence when a declaration makes no sense.
property_list user_properties(const user_library&, const std::string& source,
                              const std::string& device);

// A sentence for each test that is left out on a GPU, or of which no huge case is drawn though it asks for them.
std::vector<std::string> left_out(const user_library&, const std::string& device);

// For each dim of a test, as text, up to where it may be long: of 4096 the right answer, and the kernel if asked, take no longer
// on cpu than what looks at each element a few times. To be called in a child process, as the code is a user's.
std::string far_lengths(const user_library&, std::size_t test, bool of_kernel);
void add_far_lengths(user_library&, std::size_t test, const std::string& text);

// A case of one test, from a fuzzer's choices.
nlohmann::json random_user_case(draw& from, const user_library&, std::size_t test,
                                const std::string& source, int size);

}  // namespace tileproof::properties
