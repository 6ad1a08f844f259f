// SPDX-License-Identifier: MIT
#include "compiler/passes/occasions.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/xxhash.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

SetVector<Function*> functions_that_come_to_a_barrier(Module& m) {
    SetVector<Function*> reaching;
    for (Function& f : m)
        if (f.getName().contains("10cpu_engine9wait_callE")) reaching.insert(&f);
    for (std::size_t i = 0; i < reaching.size(); ++i)
        for (const User* const u : reaching[i]->users())
            if (const auto* call = dyn_cast<CallInst>(u);
                call && call->getCalledFunction() == reaching[i])
                reaching.insert(const_cast<Function*>(call->getFunction()));
    return reaching;
}

// Zero where the loop is entered, one more at each turn.
AllocaInst* count_turns(const Loop& loop) {
    Function& f = *loop.getHeader()->getParent();
    IRBuilder<> at(&f.getEntryBlock(), f.getEntryBlock().begin());
    AllocaInst* const counter = at.CreateAlloca(at.getInt64Ty(), nullptr, "turns");
    const SmallSetVector<BasicBlock*, 4> before(pred_begin(loop.getHeader()),
                                                pred_end(loop.getHeader()));
    for (BasicBlock* const b : before) {
        at.SetInsertPoint(b->getTerminator());
        at.CreateStore(loop.contains(b)
                           ? at.CreateAdd(at.CreateLoad(at.getInt64Ty(), counter), at.getInt64(1))
                           : at.getInt64(0),
                       counter);
    }
    return counter;
}

void tell_occasions_in(Function& f, const SetVector<Function*>& reaching) {
    std::vector<CallInst*> calls;
    for (Instruction& i : instructions(f))
        if (auto* const call = dyn_cast<CallInst>(&i);
            call && reaching.contains(call->getCalledFunction()))
            calls.push_back(call);
    const DominatorTree dominators(f);
    const LoopInfo loops(dominators);
    std::vector<std::pair<const Loop*, AllocaInst*>> counted;
    for (const Loop* const loop : const_cast<LoopInfo&>(loops).getLoopsInPreorder())
        if (any_of(calls, [&](CallInst* c) { return loop->contains(c); }))
            counted.emplace_back(loop, count_turns(*loop));
    Module& m = *f.getParent();
    Type* const number = Type::getInt64Ty(f.getContext());
    const FunctionCallee enter = m.getOrInsertFunction("tileproof_checked_enter", number, number,
                                                       number),
                         leave = m.getOrInsertFunction("tileproof_checked_leave",
                                                       Type::getVoidTy(f.getContext()), number);
    std::uint64_t identity = xxh3_64bits((m.getSourceFileName() + f.getName()).str());
    for (CallInst* const call : calls) {
        IRBuilder<> at(call);
        Value* turns = at.getInt64(0);
        for (std::size_t k = 0; k < counted.size(); ++k)
            if (counted[k].first->contains(call))
                // Sums of different odd multiples: different counters hardly ever agree.
                turns = at.CreateAdd(
                    turns, at.CreateMul(at.CreateLoad(number, counted[k].second),
                                        at.getInt64((0x9e3779b97f4a7c15u * (2 * k + 1)) >> 8 | 1)));
        identity = identity * 0x100000001b3u + 1;
        Value* const old = at.CreateCall(enter, {at.getInt64(identity >> 1), turns});
        at.SetInsertPoint(call->getNextNode());
        at.CreateCall(leave, old);
    }
}

}  // namespace

void tell_occasions(Module& m) {
    const SetVector<Function*> reaching = functions_that_come_to_a_barrier(m);
    for (Function* const f : reaching)
        if (!f->isDeclaration() && !is_of_library(*f)) tell_occasions_in(*f, reaching);
}

}  // namespace tileproof::passes
