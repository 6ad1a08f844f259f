// SPDX-License-Identifier: MIT
#include "compiler/passes/one_device.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace tileproof::passes {

using namespace llvm;

void answer_whether_checked(Module& m, retarget_for target) {
    Function* const f = m.getFunction("tileproof_is_checked");
    if (!f) return;
    SmallPtrSet<BasicBlock*, 32> decided;
    for (User* const u : make_early_inc_range(f->users()))
        if (auto* const call = dyn_cast<CallInst>(u)) {
            decided.insert(call->getParent());
            call->replaceAllUsesWith(
                ConstantInt::getBool(call->getType(), target == retarget_for::cpu_checked));
            call->eraseFromParent();
        }
    SmallPtrSet<Function*, 32> changed;
    for (BasicBlock* const b : decided) {
        SimplifyInstructionsInBlock(b);
        if (ConstantFoldTerminator(b, true)) changed.insert(b->getParent());
    }
    for (Function* const c : changed) removeUnreachableBlocks(*c);
    f->eraseFromParent();
}

void pass_parameters_as_they_are(Function& f) {
    if (f.isDeclaration()) return;
    std::vector<AllocaInst*> all;
    for (Argument& a : f.args())
        for (User* const u : a.users()) {
            auto* const store = dyn_cast<StoreInst>(u);
            auto* const memory = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
            if (memory && isAllocaPromotable(memory) && findDVRDeclares(memory).empty() &&
                findDbgDeclares(memory).empty() &&
                count_if(memory->users(), [](const User* w) { return isa<StoreInst>(w); }) == 1)
                all.push_back(memory);
        }
    if (all.empty()) return;
    DominatorTree dominators(f);
    PromoteMemToReg(all, dominators);
}

void make_for_one_device(Module& half, retarget_for target) {
    answer_whether_checked(half, target);
    const Align widest(8);  // as retarget.cpp has it for other accesses
    for (Function& f : half)
        for (Instruction& i : make_early_inc_range(instructions(f))) {
            const auto* const call = dyn_cast<CallBase>(&i);
            const Function* const callee = call ? call->getCalledFunction() : nullptr;
            // It has the value of a register. An optimiser that uses a wider type would hide it.
            if (target == retarget_for::cpu_checked && isa<OverflowingBinaryOperator>(i)) {
                if (i.hasNoSignedWrap())
                    i.setMetadata(mark_of_ints, MDNode::get(i.getContext(), {}));
                i.setHasNoSignedWrap(false);
            }
            if (target != retarget_for::cpu) continue;
            if (auto* const fill = dyn_cast<MemIntrinsic>(&i))
                fill->setDestAlignment(std::min(fill->getDestAlign().valueOrOne(), widest));
            if (auto* const copy = dyn_cast<MemTransferInst>(&i))
                copy->setSourceAlignment(std::min(copy->getSourceAlign().valueOrOne(), widest));
            if (callee && callee->getName() == "__ubsan_handle_out_of_bounds") i.eraseFromParent();
        }
}

}  // namespace tileproof::passes
