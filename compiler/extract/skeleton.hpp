// SPDX-License-Identifier: MIT
// A recorded launch as a kernel test that runs as it is: operands with their types and with lengths as expressions of the
// launch's numbers, the grid likewise, and no reference yet.
//
//   scale<<<4, 256>>>(y, x, 2.5f, n) with n = 1000, y and x of 4000 bytes each
//     tileproof::custom("scale", {"n"}).output<float>("y", {"n"}).input<float>("x", {"n"}) ...
//         scale<<<dim3((n + 255) / 256, 1, 1), dim3(256, 1, 1)>>>(p.out<float>("y"), p.in<float>("x"), 2.5f, ...
//
// What a length is an expression of is a guess where several numbers of the launch were equal; such lines say so.
#pragma once

#include <string>

#include "compiler/extract/launch_record.hpp"
#include "compiler/translate/signature.hpp"

namespace tileproof::user {

// `include` is how the file names the kernel's source.
std::string skeleton(const kernel_signature&, const launch_record&, const std::string& include);

}  // namespace tileproof::user
