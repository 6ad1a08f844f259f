// SPDX-License-Identifier: MIT
// What the bug is called that a wrong map proves, in the words of the field.
//
//   must be r + c * rows, arrives at r + c * columns       "Rows and columns are swapped in the output index"
//   must be r * output_stride + c, arrives at r * rows + c    "The stride of the output is ignored"
//   (r,c) is not written where r is in the last, partial tile of 16      "The last, partial tile of 16 is not written"
//
// Empty: what is wrong has no such name.
#pragma once

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/diagnosis/formula.hpp"
#include "fuzz/diagnosis/moved_elements.hpp"

#include <string>
#include <vector>

namespace tileproof::diagnosis {

// What a kernel does instead as a sentence, and what that is called.
struct named_rule {
    std::string text, name;
};

std::string name_of_address(const moved_elements&, const formula& must, const formula& is);
// By index: which element lies there.
std::string name_of_element(const moved_elements&, const std::vector<std::string>& index);
std::string name_of_unwritten(const condition& where);

}  // namespace tileproof::diagnosis
