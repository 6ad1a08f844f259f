// SPDX-License-Identifier: MIT
#include "compiler/passes/other_values.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>
#include <set>

#include "compiler/passes/variable_names.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

using Op = Instruction::BinaryOps;

constexpr const char* narrower = "another last digit";  // as devices/tried_changes.hpp has it

constexpr std::string_view unsigned_shift = ">>u";  // C++ has one sign for both shifts

std::string quoted(std::string_view sign) {
    return sign == unsigned_shift ? "an unsigned `>>`" : "`" + std::string(sign) + "`";
}

struct operation {
    Op op;
    std::string_view sign;
    std::vector<Op> others;
};
// Those of one row are taken for each other.
const std::vector<operation>& operations() {
    static const std::vector<operation> all{{Op::Add, "+", {Op::Sub, Op::Mul}},
                                            {Op::Sub, "-", {Op::Add}},
                                            {Op::Mul, "*", {Op::Add}},
                                            {Op::SDiv, "/", {Op::SRem}},
                                            {Op::UDiv, "/", {Op::URem}},
                                            {Op::SRem, "%", {Op::SDiv}},
                                            {Op::URem, "%", {Op::UDiv}},
                                            {Op::And, "&", {Op::Or, Op::Xor}},
                                            {Op::Or, "|", {Op::And, Op::Xor}},
                                            {Op::Xor, "^", {Op::And, Op::Or}},
                                            {Op::Shl, "<<", {Op::LShr}},
                                            {Op::LShr, unsigned_shift, {Op::AShr, Op::Shl}},
                                            {Op::AShr, ">>", {Op::LShr, Op::Shl}},
                                            {Op::FAdd, "+", {Op::FSub, Op::FMul}},
                                            {Op::FSub, "-", {Op::FAdd}},
                                            {Op::FMul, "*", {Op::FAdd, Op::FDiv}},
                                            {Op::FDiv, "/", {Op::FMul}}};
    return all;
}
const operation* known(Op op) {
    for (const operation& o : operations())
        if (o.op == op) return &o;
    return nullptr;
}

std::string text_of(const APFloat& v) {
    SmallString<24> text;
    v.toString(text, 8);
    return text.str().str();
}

class value_list {
  public:
    value_list(Instruction& i, IRBuilder<>& at) : i_(i), at_(at) {}

    std::vector<other_value> run() {
        if (auto* op = dyn_cast<BinaryOperator>(&i_)) binary(*op);
        if (auto* compare = dyn_cast<CmpInst>(&i_)) comparison(*compare);
        if (auto* cast = dyn_cast<CastInst>(&i_)) conversion(*cast);
        if (auto* call = dyn_cast<CallInst>(&i_)) result_of(*call);
        const bool computes = isa<BinaryOperator>(i_) || isa<CallInst>(i_);  // also a * b + c
        if (computes && (i_.getType()->isHalfTy() || i_.getType()->isBFloatTy()))
            other_last_digit();
        if (auto* load = dyn_cast<LoadInst>(&i_)) neighbour(*load);
        if (i_.getOpcode() == Instruction::FNeg) add("the minus sign left out", i_.getOperand(0));
        return std::move(all_);
    }

  private:
    void add(std::string text, Value* v) {
        if (v != &i_) all_.push_back({std::move(text), v});
    }
    void one_more_or_less() {
        add("one more", at_.CreateAdd(&i_, ConstantInt::get(i_.getType(), 1)));
        add("one less", at_.CreateSub(&i_, ConstantInt::get(i_.getType(), 1)));
    }

    void binary(BinaryOperator& op) {
        const operation* const now = known(op.getOpcode());
        if (!now || !(op.getType()->isIntegerTy() || op.getType()->isFloatingPointTy())) return;
        Value *const a = op.getOperand(0), *const b = op.getOperand(1);
        for (const Op other : now->others)
            add(quoted(known(other)->sign) + " in place of " + quoted(now->sign),
                at_.CreateBinOp(other, a, b));
        if (op.getOpcode() == Op::Sub || op.getOpcode() == Op::FSub)
            add("the sides of `-` exchanged", at_.CreateBinOp(op.getOpcode(), b, a));
        if (op.getOpcode() == Op::SDiv || op.getOpcode() == Op::UDiv) {
            Value* const left =
                at_.CreateBinOp(op.getOpcode() == Op::SDiv ? Op::SRem : Op::URem, a, b);
            Value* const some = at_.CreateZExt(at_.CreateIsNotNull(left), op.getType());
            add("the quotient rounded up", at_.CreateAdd(&op, some));
        }
        if (op.getType()->isIntegerTy()) one_more_or_less();
        add("the left side of " + quoted(now->sign) + " alone", a);
        add("the right side of " + quoted(now->sign) + " alone", b);
    }

    void comparison(CmpInst& c) {
        if (!c.getOperand(0)->getType()->isIntegerTy() &&
            !c.getOperand(0)->getType()->isFloatingPointTy())
            return;
        static constexpr std::array<std::pair<CmpInst::Predicate, const char*>, 26> signs{
            {{CmpInst::ICMP_EQ, "=="},
             {CmpInst::ICMP_NE, "!="},
             {CmpInst::ICMP_SLT, "<"},
             {CmpInst::ICMP_SLE, "<="},
             {CmpInst::ICMP_SGT, ">"},
             {CmpInst::ICMP_SGE, ">="},
             {CmpInst::ICMP_ULT, "<"},
             {CmpInst::ICMP_ULE, "<="},
             {CmpInst::ICMP_UGT, ">"},
             {CmpInst::ICMP_UGE, ">="},
             {CmpInst::FCMP_OEQ, "=="},
             {CmpInst::FCMP_UNE, "!="},
             {CmpInst::FCMP_OLT, "<"},
             {CmpInst::FCMP_OLE, "<="},
             {CmpInst::FCMP_OGT, ">"},
             {CmpInst::FCMP_OGE, ">="}}};
        const auto sign = [&](CmpInst::Predicate p) {
            for (const auto& [one, text] : signs)
                if (text && one == p) return text;
            return "?";
        };
        const CmpInst::Predicate now = c.getPredicate();
        std::set<CmpInst::Predicate> others{c.getInversePredicate(), c.getSwappedPredicate()};
        if (c.isRelational()) {
            others.insert(CmpInst::isStrictPredicate(now) ? CmpInst::getNonStrictPredicate(now)
                                                          : CmpInst::getStrictPredicate(now));
            others.insert(CmpInst::getInversePredicate(c.getSwappedPredicate()));
        }
        others.erase(now);
        for (const CmpInst::Predicate p : others)
            if (sign(p)[0] != '?')
                add(std::string("`") + sign(p) + "` in place of `" + sign(now) + "`",
                    at_.CreateCmp(p, c.getOperand(0), c.getOperand(1)));
        if (auto* const whole = dyn_cast<ICmpInst>(&c); whole && c.isRelational()) {
            Constant* const one = ConstantInt::get(c.getOperand(1)->getType(), 1);
            add("a bound that is one more",
                at_.CreateCmp(now, c.getOperand(0), at_.CreateAdd(c.getOperand(1), one)));
            add("a bound that is one less",
                at_.CreateCmp(now, c.getOperand(0), at_.CreateSub(c.getOperand(1), one)));
        }
        add("the condition always true", at_.getTrue());
        add("the condition never true", at_.getFalse());
    }

    void conversion(CastInst& c) {
        Value* const from = c.getOperand(0);
        auto* const of = dyn_cast<BinaryOperator>(from);
        switch (c.getOpcode()) {
            case Instruction::SExt:
                add("the number taken as unsigned", at_.CreateZExt(from, c.getType()));
                if (of && known(of->getOpcode()))
                    add("the operation done in the wider type",
                        wider(*of, [&](Value* v) { return at_.CreateSExt(v, c.getType()); }));
                break;
            case Instruction::ZExt:
                if (!from->getType()->isIntegerTy(1))
                    add("the number taken as signed", at_.CreateSExt(from, c.getType()));
                if (of && known(of->getOpcode()))
                    add("the operation done in the wider type",
                        wider(*of, [&](Value* v) { return at_.CreateZExt(v, c.getType()); }));
                break;
            case Instruction::FPToSI:
            case Instruction::FPToUI:
                to_integer(*from,
                           [&](Value* v) { return at_.CreateCast(c.getOpcode(), v, c.getType()); });
                break;
            case Instruction::Trunc:
                if (!c.getType()->isIntegerTy(1)) narrowing(c, *from);
                break;
            case Instruction::FPTrunc:
                if (!c.getType()->isVectorTy()) narrowing_float(c, *from);
                break;
            case Instruction::SIToFP:
            case Instruction::UIToFP:
                if (of && (of->getOpcode() == Op::SDiv || of->getOpcode() == Op::UDiv)) {
                    const auto whole = [&](Value* v) {
                        return at_.CreateCast(c.getOpcode(), v, c.getType());
                    };
                    add("a floating-point division",
                        at_.CreateFDiv(whole(of->getOperand(0)), whole(of->getOperand(1))));
                }
                break;
            default:
                break;
        }
    }
    void to_integer(Value& from, function_ref<Value*(Value*)> converted) {
        for (const auto& [text, id] :
             {std::pair("rounded to the nearest", Intrinsic::rint),
              std::pair("rounded down", Intrinsic::floor), std::pair("rounded up", Intrinsic::ceil),
              std::pair("rounded to the nearest, halves away from zero", Intrinsic::round)})
            add(text, converted(at_.CreateUnaryIntrinsic(id, &from)));
    }
    // Digits that are lost there are lost for what follows: no single change brings them back, but its line is remembered.
    void narrowing(CastInst& c, Value& from) {
        if (!c.getType()->isIntegerTy()) return;
        const unsigned bits = c.getType()->getIntegerBitWidth(),
                       all = from.getType()->getIntegerBitWidth();
        Value* const least =
            ConstantInt::get(from.getType(), APInt::getSignedMinValue(bits).sext(all));
        Value* const most =
            ConstantInt::get(from.getType(), APInt::getSignedMaxValue(bits).sext(all));
        Value* const high = at_.CreateBinaryIntrinsic(Intrinsic::smin, &from, most);
        add("the value kept within the narrower type",
            at_.CreateTrunc(at_.CreateBinaryIntrinsic(Intrinsic::smax, high, least), c.getType()));
        other_last_digit();
    }
    void narrowing_float(CastInst& c, Value& from) {
        Type* const type = c.getType();
        const APFloat most =
            greatest_in(type->getFltSemantics(), from.getType()->getFltSemantics());
        Value* const high = at_.CreateBinaryIntrinsic(Intrinsic::minnum, &from,
                                                      ConstantFP::get(from.getType(), most));
        Value* const held = at_.CreateBinaryIntrinsic(Intrinsic::maxnum, high,
                                                      ConstantFP::get(from.getType(), -most));
        add("the value kept within the narrower type", at_.CreateFPTrunc(held, type));
        other_last_digit();
    }
    // Where few digits are left.
    void other_last_digit() {
        Type* const type = i_.getType();
        Type* const whole = at_.getIntNTy(type->getScalarSizeInBits());
        Value* const other =
            at_.CreateXor(at_.CreateBitCast(&i_, whole), ConstantInt::get(whole, 1));
        add(narrower, at_.CreateBitCast(other, type));
    }
    static APFloat greatest_in(const fltSemantics& narrow, const fltSemantics& wide) {
        APFloat most = APFloat::getLargest(narrow);
        bool loses = false;
        most.convert(wide, APFloat::rmNearestTiesToEven, &loses);
        return most;
    }

    // Not by zero where the wider one is, for the narrower is the same number.
    template <class Widen>
    Value* wider(BinaryOperator& of, Widen widen) {
        return at_.CreateBinOp(of.getOpcode(), widen(of.getOperand(0)), widen(of.getOperand(1)));
    }

    void result_of(CallInst& call) {
        Type* const type = call.getType();
        if (!type->isIntegerTy() && !type->isFloatingPointTy()) return;
        const Intrinsic::ID known = call.getIntrinsicID();
        if (known == Intrinsic::fptosi_sat || known == Intrinsic::fptoui_sat) {  // of retarget
            Value* const from = call.getArgOperand(0);
            to_integer(*from, [&](Value* v) {
                return at_.CreateIntrinsic(known, {type, from->getType()}, v);
            });
        }
        if (call.arg_empty() && type->isFloatingPointTy()) {  // numeric_limits<float>::min()
            const auto& kind = type->getFltSemantics();
            for (const APFloat& v : {APFloat(kind, "0"), APFloat(kind, "1"), APFloat::getInf(kind),
                                     APFloat::getInf(kind, true), APFloat::getLargest(kind),
                                     APFloat::getLargest(kind, true)})
                add(text_of(v) + " in its place", ConstantFP::get(type, v));
        }
        std::vector<Value*> alike;
        for (Value* v : call.args())
            if (v->getType() == type) alike.push_back(v);
        for (std::size_t n = 0; n < alike.size(); ++n)
            add(alike.size() == 1 ? "the argument itself"
                                  : "argument " + std::to_string(n + 1) + " itself",
                alike[n]);
        if (alike.size() == 2) {
            Value* const less = type->isIntegerTy() ? at_.CreateICmpSLT(alike[0], alike[1])
                                                    : at_.CreateFCmpOLT(alike[0], alike[1]);
            add("the lesser of the two", at_.CreateSelect(less, alike[0], alike[1]));
            add("the greater of the two", at_.CreateSelect(less, alike[1], alike[0]));
        }
    }

    // threadIdx.y for threadIdx.x, p.rows for p.columns: another member of that type.
    void neighbour(LoadInst& load) {
        auto* const member = dyn_cast<GEPOperator>(load.getPointerOperand());
        auto* const type = member ? dyn_cast<StructType>(member->getSourceElementType()) : nullptr;
        if (!type || member->getNumIndices() != 2 || !load.isSimple()) return;
        auto* const place = dyn_cast<ConstantInt>(member->getOperand(2));
        if (!place) return;
        const auto name = [](const Value* at, std::uint64_t n) {
            const auto known = named_at(at);
            return known ? "`" + known->name + "`" : "member " + std::to_string(n + 1);
        };
        for (unsigned n = 0; n < type->getNumElements(); ++n)
            if (n != place->getZExtValue() && type->getElementType(n) == load.getType()) {
                Value* const at = at_.CreateStructGEP(type, member->getPointerOperand(), n);
                add(name(at, n) + " in place of " +
                        name(load.getPointerOperand(), place->getZExtValue()),
                    unchecked(at_.CreateLoad(load.getType(), at)));
            }
    }

    Instruction& i_;
    IRBuilder<>& at_;
    std::vector<other_value> all_;
};

std::string text_of(const APInt& n) {
    SmallString<24> text;
    n.toStringSigned(text);
    return text.str().str();
}

std::vector<Constant*> near(ConstantInt& c) {
    const APInt& now = c.getValue();
    const unsigned bits = now.getBitWidth();
    SmallVector<APInt> all{now + 1,        now - 1,        -now,
                           now.shl(1),     now.ashr(1),    APInt(bits, 0),
                           APInt(bits, 1), now.shl(1) + 1, now.ashr(1) - 1};
    if (!now.isPowerOf2() || now.ule(1))  // one of these where a search begins, but not for a size
        all.append({APInt::getSignedMinValue(bits), APInt::getSignedMaxValue(bits)});
    std::vector<Constant*> constants;
    for (std::size_t n = 0; n < all.size(); ++n)
        if (all[n] != now && std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n),
                                       all[n]) == all.begin() + static_cast<std::ptrdiff_t>(n))
            constants.push_back(ConstantInt::get(c.getType(), all[n]));
    return constants;
}
std::vector<Constant*> near(ConstantFP& c) {
    Type* const type = c.getType();
    const auto& kind = type->getFltSemantics();
    APFloat twice = c.getValueAPF(), half = twice, opposite = twice;
    twice.multiply(APFloat(kind, "2"), APFloat::rmNearestTiesToEven);
    half.divide(APFloat(kind, "2"), APFloat::rmNearestTiesToEven);
    opposite.changeSign();
    std::vector<Constant*> constants;
    for (const APFloat& v :
         {twice, half, opposite, APFloat(kind, "0"), APFloat(kind, "1"), APFloat(kind, "-1"),
          APFloat::getInf(kind, true), APFloat::getInf(kind), APFloat::getLargest(kind, true),
          APFloat::getLargest(kind)})
        if (!v.bitwiseIsEqual(c.getValueAPF())) constants.push_back(ConstantFP::get(type, v));
    return constants;
}

std::string text_of(Constant* c) {
    if (auto* whole = dyn_cast<ConstantInt>(c)) return text_of(whole->getValue());
    return text_of(cast<ConstantFP>(c)->getValueAPF());
}

// Constants that are numbers of the user's, not of the language.
bool may_be_changed(const Instruction& i, unsigned operand) {
    if (isa<AllocaInst>(i) || isa<PHINode>(i) || isa<SwitchInst>(i) || isa<IntrinsicInst>(i))
        return false;
    if (auto* member = dyn_cast<GetElementPtrInst>(&i))
        return operand == member->getNumOperands() - 1 &&
               !member->getSourceElementType()->isStructTy() &&
               !isa<ConstantInt>(member->getOperand(operand));
    if (auto* call = dyn_cast<CallBase>(&i)) return operand < call->arg_size();
    return true;
}

}  // namespace

std::vector<other_value> other_values(Instruction& i, IRBuilder<>& at) {
    return value_list(i, at).run();
}

std::vector<other_operand> other_operands(Instruction& i, IRBuilder<>& at, bool loads) {
    std::vector<other_operand> all;
    for (unsigned n = 0; n < i.getNumOperands(); ++n) {
        Value* const v = i.getOperand(n);
        if (!may_be_changed(i, n)) continue;
        if (isa<GetElementPtrInst>(i)) {
            all.push_back(
                {n, "the index one more", at.CreateAdd(v, ConstantInt::get(v->getType(), 1))});
            all.push_back(
                {n, "the index one less", at.CreateSub(v, ConstantInt::get(v->getType(), 1))});
            continue;
        }
        const auto add_near = [&](auto* c) {
            for (Constant* other : near(*c)) {
                auto* const whole = dyn_cast<ConstantInt>(other);
                if (whole && i.isIntDivRem() && (whole->isZero() || whole->isMinusOne())) continue;
                if (whole && i.isShift() && whole->getValue().uge(whole->getBitWidth())) continue;
                all.push_back({n, text_of(other) + " in place of " + text_of(c), other});
            }
        };
        if (auto* whole = dyn_cast<ConstantInt>(v); whole && whole->getBitWidth() > 1)
            add_near(whole);
        if (auto* real = dyn_cast<ConstantFP>(v)) add_near(real);
    }
    auto* const store = dyn_cast<StoreInst>(&i);
    if (!store || !store->isSimple() || isa<Argument>(store->getValueOperand())) return all;
    Type* const type = store->getValueOperand()->getType();
    if (!type->isIntegerTy() && !type->isFloatingPointTy()) return all;
    const bool of_object = isa<AllocaInst>(store->getPointerOperand()->stripPointerCasts());
    Value* const old =
        loads || of_object ? unchecked(at.CreateLoad(type, store->getPointerOperand())) : nullptr;
    if (old) all.push_back({0, "this assignment left out", old, true});
    if (!isa<Constant>(store->getValueOperand()) && type->isIntegerTy() && !type->isIntegerTy(1)) {
        all.push_back(
            {0, "one more", at.CreateAdd(store->getValueOperand(), ConstantInt::get(type, 1))});
        all.push_back(
            {0, "one less", at.CreateSub(store->getValueOperand(), ConstantInt::get(type, 1))});
    }
    if (old && !isa<Constant>(store->getValueOperand()))
        all.push_back({0, "the value added to what was there",
                       type->isIntegerTy() ? at.CreateAdd(old, store->getValueOperand())
                                           : at.CreateFAdd(old, store->getValueOperand()),
                       true});
    return all;
}

}  // namespace tileproof::passes
