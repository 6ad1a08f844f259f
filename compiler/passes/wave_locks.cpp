// SPDX-License-Identifier: MIT
#include "compiler/passes/wave_locks.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

namespace tileproof::passes {

using namespace llvm;

namespace {

// Has one value in all rounds.
bool stays(const Value* v, const Loop& l, int steps = 8) {
    const auto* const i = dyn_cast<Instruction>(v);
    if (!i || !l.contains(i)) return true;
    return steps > 0 && isa<GetElementPtrInst, CastInst, BinaryOperator>(i) &&
           all_of(i->operands(), [&](const Use& u) { return stays(u, l, steps - 1); });
}

// Writes one and the same number, and a comparison is with one and the same.
bool takes(const Instruction& i, const Loop& l) {
    if (const auto* const c = dyn_cast<AtomicCmpXchgInst>(&i))
        return isa<Constant>(c->getCompareOperand()) && stays(c->getNewValOperand(), l) &&
               stays(c->getPointerOperand(), l);
    const auto* const a = dyn_cast<AtomicRMWInst>(&i);
    return a && a->getOperation() == AtomicRMWInst::Xchg && isa<Constant>(a->getValOperand()) &&
           stays(a->getPointerOperand(), l);
}

// Looks at memory, or waits; the scope of an operation is this project's own variable.
bool only_waits(const Instruction& i) {
    if (!i.mayWriteToMemory()) return true;
    if (isa<LoadInst>(i)) return true;  // volatile or atomic
    if (const auto* const store = dyn_cast<StoreInst>(&i))
        return store->getPointerOperand()->getName().starts_with("tileproof_checked_");
    if (const auto* const known = dyn_cast<IntrinsicInst>(&i))
        return known->isAssumeLikeIntrinsic();
    const auto* const call = dyn_cast<CallBase>(&i);
    const Function* const f = call ? call->getCalledFunction() : nullptr;
    return f && (f->getName().contains("might_poll") || f->getName().contains("sleep"));
}

bool depends_on(const Value* v, const Instruction& on, const Loop& l, int steps = 8) {
    if (v == &on) return true;
    const auto* const i = dyn_cast<Instruction>(v);
    return i && steps > 0 && l.contains(i) && !isa<CallBase>(i) &&
           any_of(i->operands(), [&](const Use& u) { return depends_on(u, on, l, steps - 1); });
}

// What takes the lock that the loop spins for; null: it does something else.
const Instruction* taken_by(const Loop& l) {
    const Instruction* taking = nullptr;
    for (const BasicBlock* const b : l.blocks())
        for (const Instruction& i : *b) {
            if (!taking && takes(i, l))
                taking = &i;
            else if (!only_waits(i))
                return nullptr;
        }
    SmallVector<BasicBlock*, 4> last;
    l.getExitingBlocks(last);
    const bool ends_with_it = taking && any_of(last, [&](const BasicBlock* b) {
                                  const auto* const branch =
                                      dyn_cast<BranchInst>(b->getTerminator());
                                  return branch && branch->isConditional() &&
                                         depends_on(branch->getCondition(), *taking, l);
                              });
    return ends_with_it ? taking : nullptr;
}

bool may_take(const Instruction& i) { return isa<AtomicCmpXchgInst, AtomicRMWInst>(i); }

// The instructions of the function that take locks.
std::vector<Instruction*> takers_of(Function& f) {
    if (none_of(instructions(f), may_take)) return {};
    ValueToValueMapTy copy_of;
    Function* const copy = CloneFunction(&f, copy_of);
    std::vector<AllocaInst*> variables;
    for (Instruction& i : copy->getEntryBlock())
        if (auto* const v = dyn_cast<AllocaInst>(&i); v && isAllocaPromotable(v))
            variables.push_back(v);
    DominatorTree tree(*copy);
    PromoteMemToReg(variables, tree);
    const LoopInfo loops(tree);
    SmallPtrSet<const Value*, 4> taking;
    for (const Loop* const l : loops.getLoopsInPreorder())
        if (const Instruction* const i = taken_by(*l)) taking.insert(i);
    std::vector<Instruction*> all;
    for (Instruction& i : instructions(f))
        if (may_take(i) && taking.contains(copy_of.lookup(&i))) all.push_back(&i);
    copy->eraseFromParent();
    return all;
}

}  // namespace

void tell_wave_locks(ArrayRef<Function*> functions, site_table& sites) {
    SmallPtrSet<const Function*, 8> with_locks;
    unsigned number = 0;
    std::vector<Instruction*> takers;
    for (Function* const f : functions)
        for (Instruction* const i : takers_of(*f)) {
            takers.push_back(i);
            with_locks.insert(f);
        }
    if (takers.empty()) return;
    IRBuilder<> at(takers[0]->getContext());
    const FunctionCallee tried =
        sites.runtime("tried_lock", at.getVoidTy(),
                      {at.getPtrTy(), at.getInt32Ty(), at.getInt1Ty(), at.getPtrTy()});
    const FunctionCallee way = sites.runtime("way_to_lock", at.getVoidTy(), {at.getInt32Ty()});
    for (Instruction* const i : takers) {
        at.SetInsertPoint(i->getNextNode());
        at.SetCurrentDebugLocation(i->getDebugLoc());
        auto* const swap = dyn_cast<AtomicRMWInst>(i);
        Value* const taken =
            swap ? at.CreateICmpNE(i, swap->getValOperand()) : at.CreateExtractValue(i, 1);
        at.CreateCall(tried, {i->getOperand(0), at.getInt32(++number), taken, sites.of(*i)});
    }
    const auto calls_one = [&](const Instruction& i) {
        const auto* const call = dyn_cast<CallBase>(&i);
        return call && with_locks.contains(call->getCalledFunction());
    };
    for (bool again = true; again;) {
        again = false;
        for (Function* const f : functions)
            if (!with_locks.contains(f) && any_of(instructions(*f), calls_one))
                again = with_locks.insert(f).second;
    }
    for (Function* const f : functions) {
        if (!with_locks.contains(f)) continue;
        const DominatorTree tree(*f);
        const LoopInfo loops(tree);
        SmallPtrSet<BasicBlock*, 8> rounds;
        std::vector<Instruction*> calls;
        for (Instruction& i : instructions(*f)) {
            const bool calls_it = calls_one(i), takes_it = is_contained(takers, &i);
            if (calls_it) calls.push_back(&i);
            if (!calls_it && !takes_it) continue;
            const Loop* l = loops.getLoopFor(i.getParent());
            for (l = takes_it && l ? l->getParentLoop() : l; l; l = l->getParentLoop())
                rounds.insert(l->getHeader());
        }
        for (BasicBlock* const header : rounds) calls.push_back(&*header->getFirstInsertionPt());
        for (Instruction* const i : calls) {
            at.SetInsertPoint(i);
            at.SetCurrentDebugLocation(i->getDebugLoc());
            at.CreateCall(way, at.getInt32(++number));
        }
    }
}

}  // namespace tileproof::passes
