// SPDX-License-Identifier: MIT
#include "compiler/passes/kernel_intervals.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

namespace tileproof::passes {

using namespace llvm;

bool is_block_barrier(const Instruction& i) {
    const auto* const call = dyn_cast<CallInst>(&i);
    const Function* const f = call ? call->getCalledFunction() : nullptr;
    return f && f->getName() == "tileproof_device_barrier_wait";
}

namespace {

class interval_walk {
  public:
    interval_walk(LoopInfo& loops, const std::function<bool(const Instruction&)>& chosen)
        : loops_(loops), chosen_(chosen) {}

    void add_loops_of(const Instruction& barrier) {
        for (const Loop* l = loops_.getLoopFor(barrier.getParent()); l; l = l->getParentLoop())
            begin_.try_emplace(l);
    }

    std::set<instruction_in_interval> from(BasicBlock::const_iterator at, const BasicBlock* b) {
        found_.clear();
        seen_.clear();
        walk(at, b, begin_);
        while (!open_.empty()) {
            const auto [next, where] = open_.back();
            open_.pop_back();
            walk(next->begin(), next, where);
        }
        return std::move(found_);
    }

  private:
    void walk(BasicBlock::const_iterator at, const BasicBlock* b, const iterations& where) {
        for (; at != b->end(); ++at) {
            if (is_block_barrier(*at)) return;
            if (chosen_(*at)) found_.insert({&*at, where});
        }
        for (const BasicBlock* const next : successors(b)) {
            std::pair<const BasicBlock*, iterations> s{next, where};
            if (const Loop* const l = loops_.getLoopFor(next);
                l && l->getHeader() == next && s.second.contains(l)) {
                iteration& i = s.second[l];
                if (!l->contains(b))
                    i = {iteration::first, 0};
                else if (i.what != iteration::some && ++i.more > 1)
                    i = {iteration::some, 0};
            }
            if (seen_.insert(s).second) open_.push_back(std::move(s));
        }
    }

    LoopInfo& loops_;
    const std::function<bool(const Instruction&)>& chosen_;
    iterations begin_;
    std::set<instruction_in_interval> found_;
    std::set<std::pair<const BasicBlock*, iterations>> seen_;
    std::vector<std::pair<const BasicBlock*, iterations>> open_;
};

}  // namespace

std::vector<std::set<instruction_in_interval>> intervals_of(
    Function& f, LoopInfo& loops, const std::function<bool(const Instruction&)>& chosen) {
    interval_walk walk(loops, chosen);
    for (const Instruction& i : instructions(f))
        if (is_block_barrier(i)) walk.add_loops_of(i);
    std::vector<std::set<instruction_in_interval>> all{
        walk.from(f.getEntryBlock().begin(), &f.getEntryBlock())};
    for (const Instruction& i : instructions(f))
        if (is_block_barrier(i))
            all.push_back(walk.from(std::next(i.getIterator()), i.getParent()));
    return all;
}

}  // namespace tileproof::passes
