// SPDX-License-Identifier: MIT
#include "compiler/passes/spinning.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/passes/kernels.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

// Memory that is read anew each time. An exchange may take a lock, and adding 0 is a read.
bool looks(const Instruction& i) {
    if (const auto* const load = dyn_cast<LoadInst>(&i))
        return load->isVolatile() || load->isAtomic();
    if (const auto* const change = dyn_cast<AtomicRMWInst>(&i)) {
        const auto* const value = dyn_cast<Constant>(change->getValOperand());
        return change->getOperation() == AtomicRMWInst::Xchg || (value && value->isNullValue());
    }
    return isa<AtomicCmpXchgInst>(i);
}

class search {
  public:
    // `again`: it is called in a loop.
    spinning spins(const Function& f, bool again) {
        // Tries until nobody else was faster: the headers' own way to make an operation atomic.
        if (f.isDeclaration() || f.getName().contains("13atomic_updateI")) return spinning::never;
        const auto [known, first] = known_.try_emplace({&f, again}, spinning::never);
        if (!first) return known->second;
        spinning all = spinning::never;
        DominatorTree tree(const_cast<Function&>(f));
        const LoopInfo loops(tree);
        for (const Instruction& i : instructions(f)) {
            const bool in_loop = again || loops.getLoopFor(i.getParent());
            const auto* const call = dyn_cast<CallBase>(&i);
            const Function* const callee = call ? call->getCalledFunction() : nullptr;
            if (in_loop && callee && callee->getName().contains("clock64"))
                return known_[{&f, again}] = spinning::on_clock;
            spinning found = in_loop && (looks(i) || (callee && reads_atomically(*call)))
                                 ? spinning::on_memory
                                 : spinning::never;
            if (callee && !tries_again(*call)) found = std::max(found, spins(*callee, in_loop));
            all = std::max(all, found);
        }
        return known_[{&f, again}] = all;
    }

  private:
    // A compare-and-swap with what was there a moment ago fails only if somebody else gets on.
    static bool tries_again(const CallBase& call) {
        return call.getCalledFunction()->getName().contains("9atomicCASI") &&
               call.arg_size() == 3 && !isa<Constant>(call.getArgOperand(1));
    }
    std::map<std::pair<const Function*, bool>, spinning> known_;
};

}  // namespace

spinning may_spin(const Function& kernel) { return search().spins(kernel, false); }

}  // namespace tileproof::passes
