// SPDX-License-Identifier: MIT
// Some elements of a vector are read or written at a time.
//
//   pair = v.zw;                                                  becomes
//   %7 = load <4 x float>, ptr %v, align 16                       %7 = load ... as it was, and no access of the source's
//   %8 = shufflevector <4 x float> %7, ..., <2 x i32>             %e = getelementptr float, ptr %v, i64 2
//        <i32 2, i32 3>                                           %r = load i64, ptr %e, align 8
//                                                                 %8 = shufflevector ... as it was
// What is loaded for %r is used by nobody: it stands for the access. It is an integer, of which each bit must be set
// (unset.hpp). v.zw = pair; is such a load, two shuffles and a store of the whole, which becomes one of its elements. What
// does not lie side by side, as in v.xw, is an access each.
#pragma once

#include "devices/cpu_checked/instrument/vector_load.hpp"

namespace tileproof::cpu_checked {

// Instead of the lines from `i` on, of which the first is the load.
rewritten_lines swizzle_read(const body_lines&, std::size_t i, const vector_load&);
rewritten_lines swizzle_written(const body_lines&, std::size_t i, const vector_load&);

}  // namespace tileproof::cpu_checked
