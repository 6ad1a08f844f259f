// SPDX-License-Identifier: MIT
// clang's own HIP front end compiles a source twice, for the device and for the host. Here the host's half takes in the
// device's (-tileproof-device=FILE, bitcode for an AMD GPU), and the module is one for this machine:
//
//   @_Z5scalePfi = constant ptr @_Z20__device_stub__scalePfi      the kernel's handle, as the host knows it
//   @table = internal global [16 x float] undef                   the host's shadow of a __device__ variable
//
// become  calls of tileproof_hip_kernel({@_Z5scalePfi, "scale", 2, sizes, alignments, @call, ...}) and of
// tileproof_hip_variable({@table, "table", 64}) when the object is loaded, where @call runs a thread of the device's @_Z5scalePfi
// with arguments given by their addresses, and @table is the device's own.
// The registration that clang wrote, for HIP's own runtime, is dropped.
#pragma once

#include <llvm/IR/PassManager.h>

#include <string>

#include "compiler/passes/retarget.hpp"

namespace tileproof::passes {

// Fills the functions that tell the shared variables of each kernel, once all kernels have bodies: devices/cpu/hip_state.hpp.
void tell_shared_variables(llvm::Module&);

class hip_halves : public llvm::PassInfoMixin<hip_halves> {
  public:
    // Without a device's half there is only clang's registration to drop. keeps_places: debug information stays.
    // source: the user's file, for errors at its lines.
    // shares_functions: with other files (retarget.hpp).
    hip_halves(std::string device, std::string source, retarget_for target, bool keeps_places,
               bool shares_functions)
        : device_(std::move(device)),
          source_(std::move(source)),
          target_(target),
          keeps_places_(keeps_places),
          shares_functions_(shares_functions) {}
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);

  private:
    std::string device_, source_;
    retarget_for target_;
    bool keeps_places_, shares_functions_;
};

}  // namespace tileproof::passes
