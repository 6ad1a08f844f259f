// SPDX-License-Identifier: MIT
// The translation of a user's HIP source before it is compiled for the cpu devices.
//
// The preprocessor runs first (clang++ -E), so launches and shared memory in included headers and in macros are seen
// like any others, and its line markers keep every message at the line of the user's own file. Then
//
//   scale<<<(n + 255) / 256, 256>>>(in, out, n);
// becomes, on the same line,
//   ::tileproof::hip_on::kernel_launch("scale", [&](const auto&... arguments_) { scale(arguments_...); },
//                                      (n + 255) / 256, 256)(in, out, n);
// `extern __shared__ float s[];` becomes a pointer, (void*)kernel a registered address, and the compiler parses plain
// C++ once for each device.
//
// One parse makes a device, with any C++20 compiler. What it cannot make of a source, clang's own HIP front end does in two
// (compiler/passes/hip_halves.hpp).
#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/translate/tokens.hpp"

namespace tileproof::compiler {

// "my.hip:12: inline assembly of a GPU is not supported by the cpu devices: ..."
class source_refused : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class translate_for { cpu, cpu_checked };

// Preprocessed source, made with -DTILEPROOF_TRANSLATE, as C++ for this device. Throws source_refused.
std::string translated(std::string_view preprocessed, translate_for);

// The passes of the translation (source_pass.hpp): each reads the tokens and adds its edits.

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

}  // namespace tileproof::compiler
