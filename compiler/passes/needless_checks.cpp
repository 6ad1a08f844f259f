// SPDX-License-Identifier: MIT
#include "compiler/passes/needless_checks.hpp"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

StringRef callee_of(const Instruction& i) {
    const auto* const call = dyn_cast<CallBase>(&i);
    const Function* const f = call ? call->getCalledFunction() : nullptr;
    return f ? f->getName() : "";
}

// The bytes of a plain access that the instruction checks; nullopt: it does something else.
std::optional<std::uint64_t> bytes_checked(const Instruction& i) {
    StringRef name = callee_of(i);
    if (!name.consume_front("tileproof_checked_")) return std::nullopt;
    name.consume_front("unaligned_");
    if (!name.consume_front("read") && !name.consume_front("write")) return std::nullopt;
    if (name == "_range" || name == "_bytes")
        if (const auto* const bytes = dyn_cast<ConstantInt>(i.getOperand(1)))
            return bytes->getZExtValue();
    std::uint64_t bytes = 0;
    return name.getAsInteger(10, bytes) ? std::nullopt : std::optional(bytes);
}

// A local array with bytes around it (local_arrays.hpp).
struct guarded_array {
    AllocaInst* of = nullptr;
    std::uint64_t bytes = 0, beyond = 0;
};
std::uint64_t number_at(const Instruction& call, unsigned operand) {
    const auto* const n = dyn_cast<ConstantInt>(call.getOperand(operand));
    return n ? n->getZExtValue() : 0;
}

// No call gets its address but those that guard it, which are listed.
bool is_only_guarded(Value& address, SmallVector<Instruction*>& calls) {
    return all_of(address.uses(), [&](Use& u) {
        auto* const i = cast<Instruction>(u.getUser());
        if (isa<GetElementPtrInst>(i)) return is_only_guarded(*i, calls);
        if (callee_of(*i) == "tileproof_checked_begin_array" ||
            callee_of(*i) == "tileproof_checked_end_array")
            return calls.push_back(i), true;
        return isa<LoadInst, MemIntrinsic>(i) || (isa<StoreInst>(i) && u.getOperandNo() == 1);
    });
}

bool drop_private(Function& f) {
    const DataLayout& layout = f.getParent()->getDataLayout();
    SmallPtrSet<const Value*, 8> unset;
    DenseMap<const Value*, guarded_array> guarded;
    for (Instruction& i : instructions(f)) {
        if (callee_of(i) == "tileproof_checked_begin_unset")
            unset.insert(getUnderlyingObject(i.getOperand(0), 0));
        if (callee_of(i) == "tileproof_checked_begin_array")
            if (auto* const a = dyn_cast<AllocaInst>(getUnderlyingObject(i.getOperand(0), 0)))
                guarded[a] = {a, number_at(i, 1), number_at(i, 2)};
    }
    bool changed = false;
    for (Instruction& i : make_early_inc_range(instructions(f))) {
        const auto bytes = bytes_checked(i);
        if (!bytes) continue;
        const Value* const pointer = i.getOperand(0);
        APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
        const auto* const variable =
            dyn_cast<AllocaInst>(pointer->stripAndAccumulateConstantOffsets(layout, offset, true));
        const auto size = variable ? variable->getAllocationSize(layout) : std::nullopt;
        if (!size || unset.contains(variable) || offset.isNegative()) continue;
        const auto array = guarded.find(variable);
        const std::uint64_t first = array == guarded.end() ? 0 : array->second.beyond,
                            end = array == guarded.end() ? size->getFixedValue()
                                                         : first + array->second.bytes;
        if (offset.getZExtValue() < first || offset.getZExtValue() + *bytes > end) continue;
        i.eraseFromParent();
        changed = true;
    }
    for (const auto& [of, array] : guarded) {
        SmallVector<Instruction*> calls;
        if (!is_only_guarded(*array.of, calls)) continue;
        for (Instruction* const call : calls) call->eraseFromParent();
        changed = true;
    }
    return changed;
}

// Other threads may have run, or memory have come or gone, after it; or another call is the one that the library's accesses are
// told of.
bool ends_all(const Instruction& i) {
    if (const auto* const store = dyn_cast<StoreInst>(&i))
        return store->getPointerOperand()->getName() == "tileproof_checked_caller";
    const auto* const known = dyn_cast<IntrinsicInst>(&i);
    return isa<CallBase>(i) && i.mayWriteToMemory() && !bytes_checked(i) &&
           !(known && (isa<MemIntrinsic>(known) || known->isAssumeLikeIntrinsic()));
}

// The checks of a library, numbered by what they check; a data-flow analysis says which have been made on every path.
class repeated_checks {
  public:
    explicit repeated_checks(Function& f) : f_(f) {
        for (Instruction& i : instructions(f)) {
            const auto bytes = bytes_checked(i);
            if (!bytes || !is_of_library(i)) continue;
            source_place p = place_of(i.getDebugLoc());
            if (is_library_file(p.file)) p = {};  // told of the caller
            const auto [known, is_new] = numbers_.try_emplace(
                {callee_of(i), i.getOperand(0), *bytes, p.file, p.line, p.column}, numbers_.size());
            number_of_[&i] = static_cast<unsigned>(known->second);
        }
    }

    bool drop() {
        if (number_of_.size() == numbers_.size()) return false;  // each is made once
        const auto count = static_cast<unsigned>(numbers_.size());
        const ReversePostOrderTraversal<Function*> order(&f_);
        for (bool again = true; again;) {
            again = false;
            for (BasicBlock* const b : order) {
                BitVector now = before(*b, count);
                for (const Instruction& i : *b) pass(i, now);
                auto [at, is_new] = after_.try_emplace(b, now);
                again = again || is_new || at->second != now;
                at->second = std::move(now);
            }
        }
        std::vector<Instruction*> repeated;
        for (BasicBlock* const b : order) {
            BitVector now = before(*b, count);
            for (Instruction& i : *b) {
                const auto number = number_of_.find(&i);
                if (number != number_of_.end() && now[number->second]) repeated.push_back(&i);
                pass(i, now);
            }
        }
        for (Instruction* const i : repeated) i->eraseFromParent();
        return !repeated.empty();
    }

  private:
    // Blocks that nobody has looked at yet, those of a loop, take nothing away.
    BitVector before(BasicBlock& b, unsigned count) const {
        BitVector all(count, &b != &f_.getEntryBlock());
        for (const BasicBlock* const p : predecessors(&b))
            if (const auto at = after_.find(p); at != after_.end()) all &= at->second;
        return all;
    }
    void pass(const Instruction& i, BitVector& now) const {
        if (const auto number = number_of_.find(&i); number != number_of_.end())
            now.set(number->second);
        else if (ends_all(i))
            now.reset();
    }

    Function& f_;
    using what_and_where =
        std::tuple<StringRef, const Value*, std::uint64_t, StringRef, unsigned, unsigned>;
    std::map<what_and_where, std::size_t> numbers_;
    DenseMap<const Instruction*, unsigned> number_of_;
    DenseMap<const BasicBlock*, BitVector> after_;
};

}  // namespace

PreservedAnalyses drop_needless_checks::run(Function& f, FunctionAnalysisManager&) {
    const bool no_private = drop_private(f), no_repeated = repeated_checks(f).drop();
    if (!no_private && !no_repeated) return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
}

}  // namespace tileproof::passes
