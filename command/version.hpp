// SPDX-License-Identifier: MIT
// The output of `tileproof --version`: enough for a bug report.
//
//   tileproof 0.2.0
//   commit    b6503606f
//   compiler  clang 19.1.7
//   devices   cpu, cpu-checked (without hip, cuda: `tileproof list` says why)
#pragma once

#include <string>
#include <string_view>

namespace tileproof::command {

std::string version_text(std::string_view commit);

}  // namespace tileproof::command
