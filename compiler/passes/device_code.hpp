// SPDX-License-Identifier: MIT
// The files of device code that a source names (sdk/include/tileproof/device_code.hpp) become part of its module: a kernel that
// is declared there and has its body in one of them gets it.
//
//   TILEPROOF_DEVICE_CODE("add.llir")                        in test.hip: the mark "tileproof_device_code:add.llir"
//   extern "C" __global__ void add(float* x, box b);         declare void @add(ptr, ptr byval(%struct.box))
//
// becomes  define internal void @add(ptr, ptr)  with the body of add.llir's @add, for which the arguments lie as a GPU has them.
// Instructions without debug information have the lines of the text as places.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/passes/retarget.hpp"

namespace tileproof::passes {

// What nobody calls is not compiled: the runtime's functions, and those of the device.
void remove_unused(llvm::Module&);

class device_code : public llvm::PassInfoMixin<device_code> {
  public:
    device_code(retarget_for target, bool keeps_places)
        : target_(target), keeps_places_(keeps_places) {}
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);

  private:
    retarget_for target_;
    bool keeps_places_;
};

}  // namespace tileproof::passes
