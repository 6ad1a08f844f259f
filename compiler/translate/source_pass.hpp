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
// Why not clang's own HIP mode (-x hip)? It would parse launches and shared memory without our help, but it parses
// every file twice. The host half holds stubs in place of the kernels' bodies; the device half (cc1 -fcuda-is-device
// with an x86 triple) accepts no function of <math.h> or the standard library in a kernel unless it is redeclared for
// the device, and leaves out main() and every host variable. Two halves, each for the plain and for the checked
// device, would have to be joined again in the intermediate form. Rewriting preprocessed tokens takes some 600 lines,
// keeps one parse, and works with any C++20 compiler.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tileproof::user {

// "my.hip:12: inline assembly of a GPU is not supported by the cpu devices: ..."
class source_refused : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class translate_for { cpu, cpu_checked };

// Preprocessed source, made with -DTILEPROOF_TRANSLATE, as C++ for this device. Throws source_refused.
std::string translated(std::string_view preprocessed, translate_for);

}  // namespace tileproof::user
