// SPDX-License-Identifier: MIT
// Which lines of a kernel ran, and which ways its conditions went: a byte for each basic block, set when the block is entered, and a
// table of what the bytes say (devices/cpu_checked/module.hpp).
//
//   12  if (i >= n) return;            {"k.hip", 12, 7, line}   {"k.hip", 12, 7, true}   {"k.hip", 12, 7, false}
//   13  out[i] = in[i];                {"k.hip", 13, 3, line}
//   14  if (n == 1000) ...             and 1000 with both ways
//   that scale<float> was launched     {"scale<float>", 0, 0, kernel}
//
// Of kernels and the functions that they call, but not of libraries. Ways that end the program, as a failed assertion does, are left out.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

class reached_code {
  public:
    reached_code(llvm::Module&, site_table&);
    // Call it before checks are added, whose branches are not those of the source.
    void tell(llvm::ArrayRef<llvm::Function*> kernels);
    // The last members of the module's table.
    std::vector<llvm::Constant*> finish();

  private:
    enum class what : unsigned { line, condition_true, condition_false, kernel };
    void tell(llvm::Function&);
    void add(const llvm::Instruction&, what, unsigned byte, unsigned number = 0);
    void add(const source_place&, what, unsigned byte, unsigned number = 0);
    unsigned byte_of(llvm::BasicBlock&);

    llvm::Module& m_;
    site_table& sites_;
    llvm::StructType* type_;
    // Points to the bytes, which the runtime has: what forgets a case leaves them alone.
    llvm::GlobalVariable* bytes_;
    unsigned blocks_ = 0;
    llvm::DenseMap<llvm::BasicBlock*, unsigned> known_;
    std::vector<llvm::Constant*> entries_;
};

}  // namespace tileproof::passes
