// SPDX-License-Identifier: MIT
#include "compiler/passes/told_values.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <algorithm>

#include "compiler/passes/one_device.hpp"
#include "compiler/passes/site_table.hpp"
#include "compiler/passes/variable_names.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

constexpr int longest_way = 40;
constexpr std::size_t most_told = 8;

struct used_variable {
    std::string name;
    char number = 's';  // variable_names.hpp
    LoadInst* load = nullptr;
    bool again = false;  // it has to be loaded again
};

// Does the scope contain the location?
bool is_inside(const DILocation* at, const DIScope* scope) {
    for (; at; at = at->getInlinedAt())
        for (const DIScope* around = at->getScope(); around; around = around->getScope()) {
            if (around == scope) return true;
            if (isa<DISubprogram>(around)) break;
        }
    return false;
}

class used_variables {
  public:
    explicit used_variables(Function& f) {
        for (Instruction& i : instructions(f)) {
            numbers_[&i] = numbers_.size();
            auto* const store = dyn_cast<StoreInst>(&i);
            const Value* to = store ? store->getPointerOperand() : nullptr;
            while (const auto* const part = dyn_cast_or_null<GetElementPtrInst>(to))
                to = part->getPointerOperand();
            if (to && variable_at(to)) stores_[to].push_back(store);
        }
    }

    // The variables that the value is computed from, as the instruction uses it; the nearest first.
    SmallVector<used_variable> of(Value* value, const Instruction& user) {
        found_.clear();
        known_.clear();
        seen_.clear();
        user_ = &user;
        follow(value, true, 0);
        // First those of the index itself, then those that they were computed from.
        SmallVector<used_variable> all;
        for (const bool again : {false, true})
            for (const used_variable& v : found_)
                if (v.again == again && all.size() < most_told) all.push_back(v);
        return all;
    }

  private:
    void follow(Value* value, bool here, int depth) {
        auto* const i = dyn_cast<Instruction>(value);
        if (!i || depth > longest_way || !seen_.insert(i).second) return;
        if (auto* const load = dyn_cast<LoadInst>(i)) return follow_load(*load, here, depth);
        const auto* const call = dyn_cast<IntrinsicInst>(i);
        if (isa<AllocaInst, InvokeInst>(i) ||
            (call && call->getIntrinsicID() == Intrinsic::threadlocal_address))
            return;
        // A value of one side of a branch was not computed on the other.
        for (Value* const operand : i->operands())
            follow(operand, here && !isa<PHINode>(i), depth + 1);
    }

    void follow_load(LoadInst& load, bool here, int depth) {
        Value* const pointer = load.getPointerOperand();
        const auto object =
            load.getType()->isIntegerTy() && load.getType()->getIntegerBitWidth() <= 64
                ? named_at(pointer)
                : std::nullopt;
        const char kind = object ? number(*object) : '\0';
        if (kind) {
            StringRef name = object->name;
            const std::string told = name.consume_back("->") ? "*" + name.str() : name.str();
            if (!told.empty() && (here || is_readable_again(pointer)) && known_.insert(told).second)
                found_.push_back({told, kind, &load, !here});
        }
        if (variable_at(pointer)) return follow_store(pointer, depth);
        if (!kind) follow(pointer, here, depth + 1);
    }

    // Follows the value of a variable that has been stored to once, before.
    void follow_store(const Value* variable, int depth) {
        const auto& stores = stores_[variable];
        if (stores.size() != 1 || numbers_[stores[0]] >= numbers_[user_]) return;
        const StoreInst* const since = std::exchange(since_, stores[0]);
        follow(stores[0]->getValueOperand(), false, depth + 1);
        since_ = since;
    }

    // Is it a whole variable whose scope is open and which was not stored to since?
    bool is_readable_again(const Value* pointer) {
        const DILocalVariable* const v = variable_at(pointer);
        const auto& stores = stores_[pointer];
        return v && is_inside(user_->getDebugLoc(), v->getScope()) && !stores.empty() &&
               none_of(stores, [&](const StoreInst* s) {
                   return (!since_ || numbers_[s] > numbers_[since_]) &&
                          numbers_[s] < numbers_[user_];
               });
    }

    DenseMap<const Instruction*, unsigned> numbers_;  // in the order of the function
    DenseMap<const Value*, SmallVector<StoreInst*>> stores_;
    SmallVector<used_variable> found_;
    StringSet<> known_;
    SmallPtrSet<const Instruction*, 16> seen_;
    const Instruction* user_ = nullptr;
    const StoreInst* since_ = nullptr;  // its value is followed
};

// The kernels and the functions that they call, if these are the user's or lead to one of the user's.
SetVector<Function*> chosen(ArrayRef<Function*> kernels,
                            const SmallPtrSetImpl<Function*>& leads_to_user) {
    SetVector<Function*> all;
    for (Function* const k : kernels)
        if (k->getReturnType()->isVoidTy() && leads_to_user.contains(k)) all.insert(k);
    for (std::size_t n = 0; n < all.size(); ++n)
        for (Instruction& i : instructions(*all[n]))
            if (auto* const call = dyn_cast<CallBase>(&i))
                if (Function* const f = call->getCalledFunction(); leads_to_user.contains(f))
                    all.insert(f);
    all.remove_if([](const Function* f) {
        return any_of(*f, [](const BasicBlock& b) { return b.hasAddressTaken(); });
    });
    return all;
}

bool is_of_user(const Function& f) { return is_checked(f) && !is_of_library(f); }

SmallPtrSet<Function*, 16> leading_to_user(Module& m) {
    SmallPtrSet<Function*, 16> all;
    std::vector<Function*> open;
    for (Function& f : m)
        if (is_of_user(f)) open.push_back(&f);
    while (!open.empty()) {
        Function* const f = open.back();
        open.pop_back();
        if (!all.insert(f).second) continue;
        for (const User* u : f->users())
            if (const auto* const call = dyn_cast<CallBase>(u);
                call && call->getCalledFunction() == f)
                open.push_back(const_cast<Function*>(call->getFunction()));
    }
    return all;
}

// The value to be explained: the address, or the condition of a fault.
Value* explained(const CallBase& call) {
    const StringRef name = call.getCalledFunction() ? call.getCalledFunction()->getName() : "";
    if (name == "tileproof_checked_index_outside") return call.getArgOperand(2);
    if (name != "tileproof_checked_fault" && name != "tileproof_checked_unset")
        return call.getArgOperand(0);
    const BasicBlock* const before = call.getParent()->getSinglePredecessor();
    const auto* const branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    return branch && branch->isConditional() ? branch->getCondition() : nullptr;
}

char sign_of(const BinaryOperator& of) {
    switch (of.getOpcode()) {
        case Instruction::Mul:
            return '*';
        case Instruction::Add:
            return '+';
        case Instruction::Sub:
            return '-';
        default:
            return 0;
    }
}

void tell(CallBase& call, ArrayRef<used_variable> used, Value* explained, ValueToValueMapTy& copied,
          site_table& sites) {
    auto* const there = cast<CallBase>(copied[&call]);
    IRBuilder<> at(there);
    PointerType* const pointer = at.getPtrTy();
    Value* const address = explained->getType()->isPointerTy() ? copied[explained] : nullptr;
    SmallVector<Value*> all{address ? address : ConstantPointerNull::get(pointer),
                            call.getArgOperand(call.arg_size() - 1), nullptr};
    std::string names;
    for (const used_variable& v : used) {
        Value* held = copied[v.load];
        if (v.again) held = at.Insert(cast<Instruction>(held)->clone());
        all.push_back(at.CreateIntCast(held, at.getInt64Ty(), v.number == 's'));
        ((names += v.number) += ':') += v.name + '\n';
    }
    all[2] = sites.text(names);
    at.CreateCall(sites.runtime("values", at.getVoidTy(), {pointer, pointer, pointer}, true), all);
}

// "row * pitch + 1" as the source has it, with the operands that have a name; "..." for the others.
std::string words(const Value* v, int depth = 0) {
    while (isa<SExtInst, ZExtInst, TruncInst>(v)) v = cast<CastInst>(v)->getOperand(0);
    if (const auto* const number = dyn_cast<ConstantInt>(v))
        return std::to_string(number->getSExtValue());
    if (const auto* const load = dyn_cast<LoadInst>(v)) {
        const auto object = named_at(load->getPointerOperand());
        return object && !object->name.empty() ? object->name : "...";
    }
    const auto* const of = dyn_cast<BinaryOperator>(v);
    const char sign = of ? sign_of(*of) : 0;
    if (!sign || depth > 3) return "...";
    const auto operand = [&](unsigned n) {
        const auto* const inner = dyn_cast<BinaryOperator>(of->getOperand(n));
        const std::string text = words(of->getOperand(n), depth + 1);
        const bool lower = inner && sign_of(*inner) && (sign == '*' || (sign == '-' && n == 1));
        return lower ? '(' + text + ')' : text;
    };
    return operand(0) + ' ' + sign + ' ' + operand(1);
}

// Lets the copy tell which numbers an int does not hold.
void tell_overflow(const BinaryOperator& of, ValueToValueMapTy& copied, site_table& sites) {
    const bool step = isa<Constant>(of.getOperand(0)) || isa<Constant>(of.getOperand(1));
    const char sign = sign_of(of);
    if (!sign || !of.getType()->isIntegerTy(32) || !of.getMetadata(mark_of_ints) ||
        !of.getDebugLoc() || (step && sign != '*'))
        return;
    auto* const there = cast<Instruction>(copied[&of]);
    IRBuilder<> at(there->getNextNode());
    const auto wide = [&](unsigned n) {
        return at.CreateSExt(there->getOperand(n), at.getInt64Ty());
    };
    const std::string text = std::to_string(of.getDebugLoc().getLine()) + ' ' + words(&of);
    at.CreateCall(
        sites.runtime("computed", at.getVoidTy(),
                      {at.getPtrTy(), at.getInt64Ty(), at.getInt64Ty(), at.getInt8Ty()}, false),
        {sites.text(text), wide(0), wide(1), at.getInt8(static_cast<std::uint8_t>(sign))});
}

// LLVM 19 loses four halves of one block in another one, where it does not optimise: "Live Variable Analysis" crashes.
void keep_halves_in_memory(Function& f) {
    SmallVector<Instruction*> lost;
    for (Instruction& i : instructions(f)) {
        const auto* const vector = dyn_cast<FixedVectorType>(i.getType());
        if (vector && vector->getElementType()->isHalfTy() && i.isUsedOutsideOfBlock(i.getParent()))
            lost.push_back(&i);
    }
    for (Instruction* const i : lost) DemoteRegToStack(*i);
}

Function* copy_of(Function& f, site_table& sites) {
    ValueToValueMapTy copied;
    Function* const copy = CloneFunction(&f, copied);
    copy->setName(f.getName() + ".tileproof.values");
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setVisibility(GlobalValue::DefaultVisibility);
    copy->setComdat(nullptr);
    if (is_of_user(f)) {
        used_variables used(f);
        for (Instruction& i : instructions(f)) {
            if (const auto* const of = dyn_cast<BinaryOperator>(&i))
                tell_overflow(*of, copied, sites);
            auto* const call = dyn_cast<CallBase>(&i);
            if (!call || call->arg_size() < 2 ||
                !sites.is_site(call->getArgOperand(call->arg_size() - 1)))
                continue;
            Value* const value = explained(*call);
            if (!value) continue;
            if (const auto all = used.of(value, *call); !all.empty())
                tell(*call, all, value, copied, sites);
        }
    }
    stripDebugInfo(*copy);
    if (!f.hasFnAttribute(Attribute::AlwaysInline) &&
        !f.hasFnAttribute(Attribute::OptimizeForSize) && !f.hasFnAttribute(Attribute::MinSize)) {
        copy->addFnAttr(Attribute::NoInline);
        copy->addFnAttr(Attribute::OptimizeNone);
        keep_halves_in_memory(*copy);
    }
    return copy;
}

// Lets a kernel begin with the question whether to go to its copy.
void dispatch(Function& kernel, Function& copy) {
    Instruction* first = &kernel.getEntryBlock().front();
    for (Instruction& i : kernel.getEntryBlock())
        if (isa<AllocaInst>(i)) first = i.getNextNode();
    IRBuilder<> at(first);
    Value* const asks =
        kernel.getParent()->getOrInsertGlobal("tileproof_checked_asks_values", at.getInt8Ty());
    Value* const goes = at.CreateIsNotNull(at.CreateLoad(at.getInt8Ty(), asks));
    Instruction* const end = SplitBlockAndInsertIfThen(goes, first, true);
    at.SetInsertPoint(end);
    SmallVector<Value*> arguments;
    SmallVector<AttributeSet> attributes;
    for (Argument& a : kernel.args()) {
        arguments.push_back(&a);
        attributes.push_back(kernel.getAttributes().getParamAttrs(a.getArgNo()));
    }
    at.CreateCall(&copy, arguments)
        ->setAttributes(
            AttributeList::get(kernel.getContext(), AttributeSet(), AttributeSet(), attributes));
    at.CreateRetVoid();
    end->eraseFromParent();
}

}  // namespace

void tell_values(Module& m, site_table& sites, ArrayRef<Function*> kernels) {
    MapVector<Function*, Function*> copies;
    for (Function* const f : chosen(kernels, leading_to_user(m))) copies[f] = copy_of(*f, sites);
    for (const auto& [f, copy] : copies)
        for (Instruction& i : instructions(*copy))
            if (auto* const call = dyn_cast<CallBase>(&i))
                if (const auto found = copies.find(call->getCalledFunction());
                    found != copies.end())
                    call->setCalledFunction(found->second);
    for (Function* const k : kernels)
        if (const auto found = copies.find(k);
            found != copies.end() && k->getReturnType()->isVoidTy())
            dispatch(*k, *found->second);
}

}  // namespace tileproof::passes
