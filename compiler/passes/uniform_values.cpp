// SPDX-License-Identifier: MIT
#include "compiler/passes/uniform_values.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicInst.h>

namespace tileproof::passes {

using namespace llvm;

std::optional<index_of_launch> index_at(const LoadInst& load) {
    APInt at(64, 0);
    const Value* const base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
        load.getModule()->getDataLayout(), at, true);
    if (!isa<GlobalVariable>(base) || !load.getType()->isIntegerTy(32)) return {};
    const StringRef name = StringSwitch<StringRef>(base->getName())
                               .Case("_ZN9tileproof10cpu_engine9threadIdxE", "threadIdx")
                               .Case("_ZN9tileproof10cpu_engine8blockIdxE", "blockIdx")
                               .Case("_ZN9tileproof10cpu_engine8blockDimE", "blockDim")
                               .Case("_ZN9tileproof10cpu_engine7gridDimE", "gridDim")
                               .Default("");
    if (name.empty() || at.uge(12) || at.urem(4) != 0) return {};
    return index_of_launch{name, static_cast<unsigned>(at.getZExtValue() / 4)};
}

Value* plain_pointer(Value* p) {
    for (;;) {
        auto* const o = dyn_cast<Operator>(p);
        if (!o) return p;
        if (o->getOpcode() == Instruction::AddrSpaceCast ||
            o->getOpcode() == Instruction::BitCast || o->getOpcode() == Instruction::Freeze) {
            p = o->getOperand(0);
        } else if (auto* const back = o->getOpcode() == Instruction::IntToPtr
                                          ? dyn_cast<Operator>(o->getOperand(0))
                                          : nullptr;
                   back && back->getOpcode() == Instruction::PtrToInt) {
            p = back->getOperand(0);
        } else {
            return p;
        }
    }
}

std::optional<part_of_argument> argument_at(Value* pointer, const DataLayout& layout) {
    std::int64_t at = 0;
    for (;;) {
        pointer = plain_pointer(pointer);
        auto* const part = dyn_cast<GEPOperator>(pointer);
        if (!part) break;
        APInt offset(layout.getIndexTypeSizeInBits(part->getType()), 0);
        if (!part->accumulateConstantOffset(layout, offset)) return {};
        at += offset.getSExtValue();
        pointer = part->getPointerOperand();
    }
    const auto* const argument = dyn_cast<Argument>(pointer);
    if (!argument || !argument->hasByRefAttr()) return {};
    return part_of_argument{argument->getArgNo(), at};
}

bool uniform_values::is_uniform(Value* v) {
    if (isa<Constant>(v) || isa<Argument>(v)) return true;
    const auto [found, first] = known_.try_emplace(v, true);  // unless something says otherwise
    if (!first) return found->second;
    const bool uniform = compute(v);
    // What was found meanwhile may rest upon that.
    if (!uniform) std::erase_if(known_, [](const auto& k) { return k.second; });
    return known_[v] = uniform;
}

bool uniform_values::compute(Value* v) {
    auto* const i = dyn_cast<Instruction>(v);
    if (!i) return false;
    if (auto* const load = dyn_cast<LoadInst>(i)) {
        if (const auto index = index_at(*load)) return index->name != "threadIdx";
        return argument_at(load->getPointerOperand(), layout_).has_value();
    }
    if (auto* const call = dyn_cast<CallInst>(i))
        if (!isa<IntrinsicInst>(call) || !call->doesNotAccessMemory() || call->isConvergent())
            return false;
    if (isa<AllocaInst>(i) || (!isa<CallInst>(i) && i->mayReadOrWriteMemory())) return false;
    if (!all_of(i->operands(), [&](Value* o) { return isa<Function>(o) || is_uniform(o); }))
        return false;
    auto* const phi = dyn_cast<PHINode>(i);
    if (!phi) return true;
    BasicBlock* const here = phi->getParent();
    if (Loop* const l = loops_.getLoopFor(here); l && l->getHeader() == here)
        return leaves_together(*l);
    // All ways from the last place that is on each of them.
    BasicBlock* const from = tree_.getNode(here)->getIDom()->getBlock();
    SetVector<BasicBlock*> open;
    open.insert(pred_begin(here), pred_end(here));
    open.insert(from);
    for (std::size_t n = 0; n < open.size(); ++n) {
        if (!decides_together(open[n]->getTerminator())) return false;
        for (Loop* l = loops_.getLoopFor(open[n]); l && !l->contains(here); l = l->getParentLoop())
            if (!leaves_together(*l)) return false;
        if (open[n] != from) open.insert(pred_begin(open[n]), pred_end(open[n]));
    }
    return true;
}

bool uniform_values::decides_together(Instruction* end) {
    if (auto* const branch = dyn_cast<BranchInst>(end))
        return branch->isUnconditional() || is_uniform(branch->getCondition());
    if (auto* const choice = dyn_cast<SwitchInst>(end)) return is_uniform(choice->getCondition());
    return end->getNumSuccessors() < 2;
}

bool uniform_values::leaves_together(const Loop& l) {
    SmallVector<BasicBlock*> exits;
    l.getExitingBlocks(exits);
    return all_of(exits, [&](BasicBlock* b) { return decides_together(b->getTerminator()); });
}

bool uniform_values::is_uniform(BasicBlock* place) {
    SetVector<BasicBlock*> open;
    open.insert(place);
    for (std::size_t n = 0; n < open.size(); ++n)
        for (BasicBlock& b : *place->getParent()) {
            if (b.getTerminator()->getNumSuccessors() < 2) continue;
            const bool decides =
                any_of(successors(&b),
                       [&](BasicBlock* s) { return ends_.dominates(open[n], s); }) &&
                !ends_.properlyDominates(open[n], &b);
            if (!decides) continue;
            if (!decides_together(b.getTerminator())) return false;
            open.insert(&b);
        }
    return true;
}

}  // namespace tileproof::passes
