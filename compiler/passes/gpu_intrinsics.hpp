// SPDX-License-Identifier: MIT
// Calls of an AMD GPU's intrinsics, in code that otherwise is for this machine, become calls of the runtime's functions of the
// same names (hip/headers/tileproof_hip/device_code.h), with the place of the call.
//
//   call void @"llvm.amdgcn.s.barrier"()          becomes   call void @__syncthreads(i32 1, ptr @"softmax.py", i32 12, i32 4)
//   call float @__ocml_exp2_f32(float %x)         becomes   call float @exp2f(float %x)
//   call i32 asm "v_mad_u32 ..."                  becomes   a report, should a thread come there
//
// Waits for memory and hints for the scheduler are dropped: memory is always there.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace tileproof::passes {

// Its intrinsics are known by this prefix in a module for this machine, where LLVM would not take them.
inline constexpr llvm::StringLiteral gpu_prefix = "tileproof.gpu.";
bool is_of_gpu(llvm::StringRef intrinsic);
// Is it a function of a GPU's for which device_code.h or ocml.h has the code?
bool is_of_runtime(llvm::StringRef function);

struct target_of_code {
    unsigned lanes;
    bool gfx12;
    // What is not known is a report when a thread comes there; in this file of the user's it is an error.
    llvm::StringRef source = {};
    bool shares_functions = false;  // those that are not known may be of other files
};
// Leaves other calls alone.
void replace_gpu_call(llvm::CallBase&, const target_of_code&);

}  // namespace tileproof::passes
