// Makes the case of a finding as small as it gets, each try in a child process.
//
//   auto m = minimize_finding(f, list, 30, 10, [](const std::string& line) { print_out(line); });
//     step  characters  case
//        0          54  packed [4,3] -> {pad(1,2): 0 -> 0; pass: 1 -> 1}
//        1          32  packed [1] -> {pad(0,1): 0 -> 0}
#pragma once

#include "fuzz/finding/finding.hpp"
#include "properties/property.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace tileproof::properties {

struct minimized {
    finding what;        // with the smallest case, its sentence, and the case it was first seen as
    bool fails = false;  // false: the law holds for it now, and nothing was done
    std::int64_t tries = 0;
};

// `say` gets a line for each step. Throws command_error when the property is not in the list, or
// the case cannot be judged.
minimized minimize_finding(finding f, const property_list& list, double seconds,
                           double case_seconds, const std::function<void(const std::string&)>& say);

}  // namespace tileproof::properties
