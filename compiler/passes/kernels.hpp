// SPDX-License-Identifier: MIT
// What a module of HIP on the CPU says of its kernels: which functions they are, which shared variables they can name, and
// which functions may make a thread wait for others of its block.
//
//   kernels_of(M)                   {@_Z6reducePf}: functions with the annotation "tileproof_kernel"
//   waiting(M).may_wait(F)          true: F calls __syncthreads(), or something that cannot be seen through
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::passes {

// __attribute__((annotate("tileproof_kernel"))), and where it stands.
struct annotation {
    llvm::GlobalValue* marked;
    llvm::StringRef text, file;
    unsigned line;
};
std::vector<annotation> marks_of(const llvm::Module&);

std::vector<llvm::Function*> kernels_of(const llvm::Module&);

// "_Z5scalePDF16b" is "scale(__bf16*)".
std::string demangled(llvm::StringRef);

// As a report says it: "void scale<float>(float*, int)" is "scale<float>".
std::string name_of_kernel(llvm::StringRef mangled);

// The __shared__ variables that the function, or one that it calls, can name, in the order of the module.
std::vector<llvm::GlobalVariable*> shared_of(llvm::Function&);

// The place of a __syncthreads(): number, file, line and column, all constants; nothing for another instruction.
struct barrier_place {
    llvm::Constant *number, *file, *line, *column;
    friend bool operator==(const barrier_place&, const barrier_place&) = default;
};
std::optional<barrier_place> barrier_at(const llvm::Instruction&);

// atomicAdd(&flag, 0): as a thread does that waits for another one. The function that is called is known.
bool reads_atomically(const llvm::CallBase&);

class waiting {
  public:
    // Whether a call of this function may make the calling thread wait, or cannot be seen through.
    bool may_wait(const llvm::Function&);
    bool may_wait(const llvm::CallBase&);
    // Whether all waits in the function are barriers, there or in functions that it calls: `callees` gets these. Each is
    // called in one place only, for two copies of a barrier would be two barriers.
    bool waits_at_barriers_only(const llvm::Function&, llvm::SetVector<llvm::Function*>& callees);

  private:
    std::map<const llvm::Function*, bool> known_;
};

}  // namespace tileproof::passes
