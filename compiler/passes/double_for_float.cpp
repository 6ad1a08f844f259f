// SPDX-License-Identifier: MIT
#include "compiler/passes/double_for_float.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/ConstantFold.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace tileproof::passes {

using namespace llvm;

namespace {

// double, or a vector of it, for smaller floating-point types; null for others.
Type* doubled(Type* t) {
    Type* const number = t->getScalarType();
    if (!number->isHalfTy() && !number->isBFloatTy() && !number->isFloatTy()) return nullptr;
    return t->getWithNewType(Type::getDoubleTy(t->getContext()));
}

// "exp" of a call of expf, from numbers to a number; empty for another.
StringRef function_of_double(const CallInst& call) {
    static const StringSet<> known{
        "acos",     "acosh", "asin",  "asinh", "atan", "atan2",     "atanh",  "cbrt",      "ceil",
        "copysign", "cos",   "cosh",  "erf",   "erfc", "exp",       "exp10",  "exp2",      "expm1",
        "fabs",     "fdim",  "floor", "fma",   "fmax", "fmin",      "fmod",   "hypot",     "ldexp",
        "lgamma",   "log",   "log10", "log1p", "log2", "nearbyint", "pow",    "remainder", "rint",
        "round",    "sin",   "sinh",  "sqrt",  "tan",  "tanh",      "tgamma", "trunc"};
    const Function* const f = call.getCalledFunction();
    if (!f || !f->isDeclaration() || f->isIntrinsic() || !call.getType()->isFloatTy()) return {};
    StringRef name = f->getName();
    return name.consume_back("f") && known.contains(name) ? name : StringRef();
}

// Those that are of one type: exp, fma, minnum and their like.
bool is_of_numbers(const CallInst& call) {
    const auto* const i = dyn_cast<IntrinsicInst>(&call);
    if (!i) return false;
    switch (i->getIntrinsicID()) {
        case Intrinsic::canonicalize:
        case Intrinsic::ceil:
        case Intrinsic::copysign:
        case Intrinsic::cos:
        case Intrinsic::exp:
        case Intrinsic::exp10:
        case Intrinsic::exp2:
        case Intrinsic::fabs:
        case Intrinsic::floor:
        case Intrinsic::fma:
        case Intrinsic::fmuladd:
        case Intrinsic::ldexp:
        case Intrinsic::log:
        case Intrinsic::log10:
        case Intrinsic::log2:
        case Intrinsic::maximum:
        case Intrinsic::maxnum:
        case Intrinsic::minimum:
        case Intrinsic::minnum:
        case Intrinsic::nearbyint:
        case Intrinsic::pow:
        case Intrinsic::powi:
        case Intrinsic::rint:
        case Intrinsic::round:
        case Intrinsic::roundeven:
        case Intrinsic::sin:
        case Intrinsic::sqrt:
        case Intrinsic::tan:
        case Intrinsic::trunc:
            return true;
        default:
            return false;
    }
}

// To an integer.
bool converts(const IntrinsicInst& i) {
    return i.getIntrinsicID() == Intrinsic::fptosi_sat ||
           i.getIntrinsicID() == Intrinsic::fptoui_sat;
}

bool computes(const Instruction& i) {
    if (!doubled(i.getType())) return false;
    if (const auto* const call = dyn_cast<CallInst>(&i))
        return is_of_numbers(*call) || !function_of_double(*call).empty();
    return isa<BinaryOperator, UnaryOperator, PHINode, SelectInst, FreezeInst, FPTruncInst,
               FPExtInst, SIToFPInst, UIToFPInst, ExtractElementInst, InsertElementInst,
               ShuffleVectorInst>(i);
}

class widened {
  public:
    explicit widened(Function& f) : f_(f) {}

    bool run() {
        std::vector<Instruction*> narrow;
        for (Instruction& i : instructions(f_))
            if (doubled(i.getType()) && !i.getInsertionPointAfterDef())
                return false;  // of a function that throws
        for (BasicBlock* const b : ReversePostOrderTraversal<Function*>(&f_))
            for (Instruction& i : *b)
                if (computes(i)) narrow.push_back(&i);
        if (narrow.empty()) return false;
        // Those of a loop are used before they are made.
        for (Instruction* const i : narrow)
            if (auto* const phi = dyn_cast<PHINode>(i))
                wide_[phi] = PHINode::Create(doubled(phi->getType()), phi->getNumIncomingValues(),
                                             "", phi->getIterator());
        for (Instruction* const i : narrow)
            if (!isa<PHINode>(i)) wide_[i] = made_of(*i);
        for (Instruction* const i : narrow)
            if (auto* const phi = dyn_cast<PHINode>(i))
                for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
                    cast<PHINode>(wide_[phi])
                        ->addIncoming(wide(phi->getIncomingValue(n)), phi->getIncomingBlock(n));
        std::vector<Instruction*> others;
        for (Instruction& i : instructions(f_)) others.push_back(&i);
        for (Instruction* const i : others) use_wide(*i);
        for (Instruction* const i : narrow) round_for_others(*i);
        for (Instruction* const i : narrow) i->replaceAllUsesWith(PoisonValue::get(i->getType()));
        for (Instruction* const i : narrow) i->eraseFromParent();
        return true;
    }

  private:
    Value* wide(Value* v) {
        if (const auto known = wide_.find(v); known != wide_.end()) return known->second;
        Type* const type = doubled(v->getType());
        if (auto* const c = dyn_cast<Constant>(v))
            if (Constant* const folded = ConstantFoldCastInstruction(Instruction::FPExt, c, type))
                return folded;
        BasicBlock::iterator after = f_.getEntryBlock().getFirstInsertionPt();
        if (auto* const i = dyn_cast<Instruction>(v)) after = *i->getInsertionPointAfterDef();
        return wide_[v] = new FPExtInst(v, type, "", after);
    }

    Value* made_of(Instruction& i) {
        IRBuilder<> at(&i);
        Type* const type = doubled(i.getType());
        if (isa<FPTruncInst, FPExtInst>(i)) {
            Value* const from = i.getOperand(0);
            return doubled(from->getType()) ? wide(from) : from;
        }
        if (isa<SIToFPInst, UIToFPInst>(i))
            return at.CreateCast(cast<CastInst>(i).getOpcode(), i.getOperand(0), type);
        if (auto* const call = dyn_cast<CallInst>(&i)) {
            std::vector<Value*> given;
            std::vector<Type*> types{type};
            for (Value* const v : call->args())
                given.push_back(doubled(v->getType()) ? wide(v) : v);
            if (const auto* const known = dyn_cast<IntrinsicInst>(call)) {
                for (Value* const v : given)
                    if (v->getType() != type) types.push_back(v->getType());
                return at.CreateIntrinsic(known->getIntrinsicID(), types, given, call);
            }
            std::vector<Type*> parameters;
            for (Value* const v : given) parameters.push_back(v->getType());
            return at.CreateCall(
                f_.getParent()->getOrInsertFunction(function_of_double(*call),
                                                    FunctionType::get(type, parameters, false)),
                given);
        }
        Instruction* const same = i.clone();
        for (Use& u : same->operands())
            if (doubled(u->getType())) u.set(wide(u));
        same->mutateType(type);
        same->dropUnknownNonDebugMetadata();
        same->insertBefore(&i);
        return same;
    }

    // Comparisons and conversions to other types.
    void use_wide(Instruction& i) {
        if (isa<FCmpInst, FPToSIInst, FPToUIInst>(i)) {
            for (Use& u : i.operands())
                if (doubled(u->getType())) u.set(wide(u));
        } else if (auto* const call = dyn_cast<IntrinsicInst>(&i);
                   call && converts(*call) && doubled(call->getArgOperand(0)->getType())) {
            IRBuilder<> at(call);
            Value* const number = wide(call->getArgOperand(0));
            call->replaceAllUsesWith(at.CreateIntrinsic(
                call->getIntrinsicID(), {call->getType(), number->getType()}, number));
        } else if (isa<FPExtInst>(i) && i.getType()->isFPOrFPVectorTy() && !doubled(i.getType()) &&
                   wide_.contains(i.getOperand(0)) && computes_here(i.getOperand(0))) {
            i.replaceAllUsesWith(wide(i.getOperand(0)));
        }
    }
    bool computes_here(Value* v) {
        const auto* const i = dyn_cast<Instruction>(v);
        return i && computes(*i);
    }

    // What memory, functions and bits get.
    void round_for_others(Instruction& i) {
        Value* rounded = nullptr;
        for (Use& u : make_early_inc_range(i.uses())) {
            const auto* const user = cast<Instruction>(u.getUser());
            if (computes(*user)) continue;
            if (!rounded) {
                IRBuilder<> at(&i);
                if (isa<PHINode>(i))
                    at.SetInsertPoint(i.getParent(), i.getParent()->getFirstInsertionPt());
                rounded = wide_[&i];
                Type* const number = Type::getFloatTy(f_.getContext());
                if (i.getType()->getScalarType()->isBFloatTy())  // which libgcc has from float only
                    rounded = at.CreateFPTrunc(rounded, i.getType()->getWithNewType(number));
                rounded = at.CreateFPTrunc(rounded, i.getType());
            }
            u.set(rounded);
        }
    }

    Function& f_;
    DenseMap<Value*, Value*> wide_;
};

}  // namespace

PreservedAnalyses double_for_float::run(Function& f, FunctionAnalysisManager&) {
    return widened(f).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace tileproof::passes
