// A user's kernel test as a property: cases, laws, and everything a campaign needs.
//
// A case is the numbers that a launch gets, and where its operands lie:
//   {"source": "scale.hip", "test": "scale", "dims": [33], "slack": [0,0], "shift": [1,0],
//    "data": "integers", "data_seed": 7, "fence": "after", "repeats": 1}
// slack: elements between rows beyond a row's length; shift: elements of the pointer behind its
// buffer's start, both by operand.
#pragma once

#include "kernels/user/user_library.hpp"
#include "properties/property.hpp"

#include <memory>
#include <string>

namespace tileproof::properties {

// Runs a middling case of each test on cpu-checked and says, line by line, how well its accesses
// fit a GPU.
std::string efficiency_text(const user_library&, const std::string& source);

// One property for each test of the library on the device, in the order of the tests. The library
// must outlive them.
property_list user_properties(const user_library&, const std::string& source,
                              const std::string& device);

}  // namespace tileproof::properties
