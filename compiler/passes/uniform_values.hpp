// SPDX-License-Identifier: MIT
// Which values are the same in all threads of a block, as long as those have met at the same barriers. LLVM's own analysis
// asks that of the lanes of a wave only.
//
//   for (int s = blockDim.x / 2; s > 0; s /= 2) {      s: uniform
//       if (threadIdx.x < s) ..                        this condition: not
//       __syncthreads();                               is_uniform(barrier's block): each condition that decides about it is
//   }
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <optional>

namespace tileproof::passes {

// threadIdx, blockIdx, blockDim or gridDim, and the dim; nothing for other memory.
struct index_of_launch {
    llvm::StringRef name;
    unsigned dim;
};
std::optional<index_of_launch> index_at(const llvm::LoadInst&);

// Without casts between address spaces and to whole numbers and back.
llvm::Value* plain_pointer(llvm::Value*);
// The kernel's argument, passed by reference, that the pointer points into, and how far.
struct part_of_argument {
    unsigned argument;
    std::int64_t at;
};
std::optional<part_of_argument> argument_at(llvm::Value* pointer, const llvm::DataLayout&);

class uniform_values {
  public:
    uniform_values(llvm::Function& f, llvm::DominatorTree& tree, llvm::LoopInfo& loops)
        : tree_(tree), ends_(f), loops_(loops), layout_(f.getParent()->getDataLayout()) {}

    bool is_uniform(llvm::Value*);
    // Whether all threads of a block come there equally often.
    bool is_uniform(llvm::BasicBlock*);

  private:
    bool compute(llvm::Value*);
    bool leaves_together(const llvm::Loop&);
    bool decides_together(llvm::Instruction* end);

    llvm::DominatorTree& tree_;
    llvm::PostDominatorTree ends_;
    llvm::LoopInfo& loops_;
    const llvm::DataLayout& layout_;
    std::map<const void*, bool> known_;
};

}  // namespace tileproof::passes
