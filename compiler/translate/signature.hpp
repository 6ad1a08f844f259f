// SPDX-License-Identifier: MIT
// What a kernel's declaration says of its parameters.
//
//   signature_of("__global__ void scale(float* __restrict__ y, const float* x, int n = 4) {..}", "scale")
//     // parameters {"float*", "y"}, {"const float*", "x", constant}, {"int", "n"}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/translate/tokens.hpp"

namespace tileproof::user {

struct kernel_parameter {
    std::string type, name;
    bool constant = false;  // a pointer to what the kernel does not write
};

struct kernel_signature {
    std::string file;  // where the kernel is declared, as the preprocessor names it
    std::vector<kernel_parameter> parameters;
};

// Of the kernel of this name, without namespace and template arguments, in text of `clang++ -E`. Nothing: it is not there.
std::optional<kernel_signature> signature_of(std::string_view preprocessed,
                                             std::string_view kernel);

// Those between the parentheses of a declaration.
std::vector<kernel_parameter> parameters_between(const std::vector<token>&, std::size_t open,
                                                 std::size_t close);

}  // namespace tileproof::user
