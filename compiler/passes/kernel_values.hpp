// SPDX-License-Identifier: MIT
// What a kernel computes its addresses and conditions of, as JSON for a prover: a node for each value, in terms of arguments,
// thread and block indices, and counts of loops.
//
//   for (int k = 0; k < n; k += 8) out[k * w + threadIdx.x] = 0;
//
//   {"op": "count", "loop": 0, "of": [0, 1], "bits": 32, "next": 9, "before": 2}
//                          k: node 0, a value of block 2, plus node 1 for each iteration so far; node 9 is k + 8
//   {"op": "carried", "of": [0, 9], "bits": 32, "before": 2, "again": 5}
//                          node 0 in block 2, before the loop; node 9 in block 5, at the end of each iteration
//   {"op": "mul", "of": [2, 3], "bits": 32, "nsw": true, "block": 4, "line": 7}
//
// A value that is nothing of this kind, one that was loaded for instance, is {"op": "any"}. The variables have the values that
// their instructions had when they last ran: where one dominates a place, all nodes that it is made of belong together there.
#pragma once

#include "compiler/passes/uniform_values.hpp"

#include <llvm/Support/JSON.h>

#include <map>
#include <optional>

namespace tileproof::passes {

// Memory that the host can name, or a block, or a thread, and a node: where in it, in bytes.
struct kernel_address {
    llvm::json::Object base;
    std::int64_t at = 0;
};

class kernel_values {
  public:
    kernel_values(llvm::Function&, llvm::DominatorTree&, llvm::LoopInfo&, uniform_values&);

    // Of whole numbers and truth values.
    std::int64_t node(llvm::Value*);
    kernel_address address(llvm::Value* pointer);
    // Where a place in the function is: what is known when a thread comes there.
    std::int64_t block(const llvm::BasicBlock*);
    std::int64_t loop(const llvm::Loop*);

    llvm::json::Array nodes() const;
    // By block: its conditions, each a node and whether it is true.
    llvm::json::Array blocks();

  private:
    using conditions = llvm::json::Array;
    std::int64_t add(llvm::json::Object);
    std::int64_t constant(std::int64_t value, unsigned bits);
    std::int64_t operation(llvm::StringRef op, llvm::ArrayRef<std::int64_t> of, unsigned bits);
    std::int64_t any(llvm::Value*);
    std::int64_t made_node(llvm::Value*);
    std::int64_t of_instruction(llvm::Instruction&);
    std::int64_t of_load(llvm::LoadInst&);
    std::int64_t of_phi(llvm::PHINode&);
    std::int64_t of_call(llvm::CallInst&);
    std::int64_t resized(std::int64_t node, unsigned from, unsigned to);
    std::int64_t offset_of(llvm::GEPOperator&);
    std::optional<std::int64_t> count_of(llvm::PHINode&);
    std::int64_t carried(llvm::PHINode&, const llvm::Loop&);
    bool is_steady(llvm::Value*, const llvm::Loop&);
    void add_conditions(const llvm::BasicBlock*, conditions&);
    void add_edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to, conditions&);
    kernel_address merged(llvm::Value* first, llvm::Value* second, llvm::Value* condition);

    llvm::DominatorTree& tree_;
    llvm::LoopInfo& loops_;
    uniform_values& uniform_;
    const llvm::DataLayout& layout_;
    std::vector<llvm::json::Object> nodes_;
    std::map<llvm::Value*, std::int64_t> known_;
    std::map<std::pair<std::int64_t, unsigned>, std::int64_t> constants_;
    std::vector<const llvm::BasicBlock*> blocks_;
    std::vector<const llvm::Loop*> seen_loops_;
};

}  // namespace tileproof::passes
