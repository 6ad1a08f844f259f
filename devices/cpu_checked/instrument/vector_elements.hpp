// SPDX-License-Identifier: MIT
// One element of a vector is read or written alone.
//
//   vec4 v;  v[i] = x;                                        becomes
//   %7 = load <4 x float>, ptr %v, align 16                   %7 = getelementptr float, ptr %v, i32 %i
//   %8 = insertelement <4 x float> %7, float %x, i32 %i       %8 = freeze float %x
//   store <4 x float> %8, ptr %v, align 16                    store float %8, ptr %7, align 4
//
// So the other elements are neither read nor written: they may be unset, or another thread's. Likewise for the value of
// v[i]. Where several are read or written at a time (v.yx): swizzles.hpp.
#pragma once

#include <string>
#include <string_view>

namespace tileproof::cpu_checked {

std::string access_elements_alone(std::string_view ir);

}  // namespace tileproof::cpu_checked
