// SPDX-License-Identifier: MIT
// The passes of the translation (source_pass.hpp): each reads the tokens and adds its edits.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/translate/edits.hpp"
#include "compiler/translate/source_pass.hpp"
#include "compiler/translate/tokens.hpp"

namespace tileproof::user {

struct translation {
    std::string_view source;
    std::vector<token> tokens;
    edits changes;
    translate_for device{};
    std::set<std::string, std::less<>> kernels;  // the names of __global__ functions

    std::size_t end(std::size_t i) const { return tokens[i].at + tokens[i].text.size(); }
    std::string main_file() const;  // as the preprocessor names it
    bool is_of_main_file(std::size_t token_index) const;
    [[noreturn]] void refuse(std::size_t token_index, const std::string& sentence) const;
};

// The words that <hip/hip_runtime.h> leaves to the translation.
inline constexpr std::string_view global_word = "__tileproof_global__",
                                  device_word = "__tileproof_device__",
                                  constant_word = "__tileproof_constant__",
                                  shared_word = "__tileproof_shared__",
                                  host_word = "__tileproof_host__",
                                  launch_bounds_word = "__tileproof_launch_bounds__";

// The opening parenthesis of the parameters after __global__; tokens.size() if this is not a function.
std::size_t parameters_of(const std::vector<token>&, std::size_t global);

void find_kernels(translation&);              // enters them in the table of kernels
void translate_launch_bounds(translation&);   // checked at the beginning of a kernel
void translate_words(translation&);           // __global__, __device__, ...
void translate_address_spaces(translation&);  // __attribute__((address_space(3)))
void translate_shared(translation&);          // extern __shared__ T name[]
void translate_launches(translation&);
void translate_addresses(translation&);  // (void*)kernel
void translate_assembly(translation&);
void translate_builtins(translation&);   // of GPUs, if <hip/hip_runtime.h> lacks them
void translate_overloads(translation&);  // of the host and of the device

}  // namespace tileproof::user
