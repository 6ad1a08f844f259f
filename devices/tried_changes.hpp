// SPDX-License-Identifier: MIT
// Kernels compiled with small changes that can be tried, one at a time (compiler/passes/tried_changes.hpp).
//
//   tried_changes::all()[16]                {.block = 3, .line = 12, .column = 11, .file = "k.hip", .text = "`<=` in place of `<`"}
//   tried_changes::begin({17}, 100'000);    // from now on that one is made, for so many threads and turns of loops in all
//   ...                                     // the kernel runs, or ends its process since its fuel is used up
//   tried_changes::reached(3)               // the block of code was reached since then
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tileproof::devices {

struct small_change {
    std::size_t block = 0;
    bool of_host = false;  // of what is computed for a launch
    unsigned line = 0, column = 0;
    std::string file, text;
};

// Texts of changes. The first mends nothing and shows what depends on digits that are lost there.
inline constexpr const char* narrower = "another last digit";
inline constexpr const char* rounded_up = "the quotient rounded up";

class tried_changes {
  public:
    // Of the code that was loaded last.
    static const std::vector<small_change>& all();
    // Up to two at once; 0: none.
    using numbers = std::array<std::size_t, 2>;
    static void begin(numbers, std::int64_t fuel);
    static bool reached(std::size_t block);
    static std::int64_t fuel_left();
    // A case is given up where its first run has stored a wrong value: that much is enough to know that a change does not mend it.
    inline static bool until_wrong = false;
};

}  // namespace tileproof::devices
