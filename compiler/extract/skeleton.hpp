// SPDX-License-Identifier: MIT
// Writes a recorded launch as a kernel test that runs unchanged: operands with their types and with lengths as
// expressions of the launch's numbers, the grid likewise, and no reference yet.
//
//   scale<<<4, 256>>>(y, x, 2.5f, n) with n = 1000, y and x of 4000 bytes each
//     tileproof::custom("scale", {"n"}).output<float>("y", {"n"}).input<float>("x", {"n"}) ...
//         scale<<<dim3((n + 255) / 256, 1, 1), dim3(256, 1, 1)>>>(p.out<float>("y"), p.in<float>("x"), 2.5f, ...
//
// If several numbers of the launch were equal, the expression for a length is a guess; such lines say so.
#pragma once

#include <string>

#include "compiler/extract/launch_record.hpp"

namespace tileproof::compiler {

// `include` is the name by which the file includes the kernel's source.
std::string skeleton(const launch_record&, const std::string& include);

}  // namespace tileproof::compiler
