// SPDX-License-Identifier: MIT
// The parameters in a kernel's declaration.
//
//   signature_of("__global__ void scale(float* __restrict__ y, const float* x, int n = 4) {..}", "scale")
//     // parameters {"float*", "y"}, {"const float*", "x", constant}, {"int", "n"}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::compiler {

struct kernel_parameter {
    std::string type, name;
    bool constant = false;  // a pointer through which the kernel does not write
};

struct kernel_signature {
    std::string file;  // declares the kernel, as the preprocessor names it
    std::vector<kernel_parameter> parameters;
};

// The kernel with this name, without namespace and template arguments, in text of `clang++ -E`; nullopt if it is
// absent.
std::optional<kernel_signature> signature_of(std::string_view preprocessed,
                                             std::string_view kernel);

}  // namespace tileproof::compiler
