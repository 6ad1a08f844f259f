// SPDX-License-Identifier: MIT
// Tells HIP's runtime where it is called (devices/cpu/hip_state.hpp): before each call of HIP's host interface,
//
//   call void @tileproof_hip_place(ptr @place)             { "k.hip", ptr @tileproof_hip_target, i32 7, i8 checked }
//   call i32 @hipMalloc(ptr %p, i64 400)                   k.hip:7
//
// Calls within our own headers (hipMalloc of a float**) belong to the place that calls them.
#pragma once

#include <llvm/IR/Module.h>

namespace tileproof::passes {

void tell_places_of_calls(llvm::Module&, bool checked);

}  // namespace tileproof::passes
