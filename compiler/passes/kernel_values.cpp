// SPDX-License-Identifier: MIT
#include "compiler/passes/kernel_values.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;
using json::Array;
using json::Object;

kernel_values::kernel_values(Function& f, DominatorTree& tree, LoopInfo& loops,
                             uniform_values& uniform)
    : tree_(tree), loops_(loops), uniform_(uniform), layout_(f.getParent()->getDataLayout()) {}

Array kernel_values::nodes() const {
    Array all;
    for (const Object& n : nodes_) all.push_back(Object(n));
    return all;
}

std::int64_t kernel_values::add(Object o) {
    nodes_.push_back(std::move(o));
    return static_cast<std::int64_t>(nodes_.size()) - 1;
}

std::int64_t kernel_values::constant(std::int64_t value, unsigned bits) {
    const auto [found, first] = constants_.try_emplace({value, bits}, 0);
    if (first) found->second = add(Object{{"op", "const"}, {"value", value}, {"bits", bits}});
    return found->second;
}

std::int64_t kernel_values::operation(StringRef op, ArrayRef<std::int64_t> of, unsigned bits) {
    const auto number = [&](std::int64_t n) {
        return nodes_[static_cast<std::size_t>(n)].getInteger("value");
    };
    if (op == "add" && number(of[0]) == 0) return of[1];
    if (op == "add" && number(of[1]) == 0) return of[0];
    return add(Object{{"op", op}, {"of", Array(of)}, {"bits", bits}});
}

std::int64_t kernel_values::loop(const Loop* l) {
    const auto found = llvm::find(seen_loops_, l);
    if (found != seen_loops_.end()) return found - seen_loops_.begin();
    seen_loops_.push_back(l);
    return static_cast<std::int64_t>(seen_loops_.size()) - 1;
}

std::int64_t kernel_values::block(const BasicBlock* b) {
    const auto found = llvm::find(blocks_, b);
    if (found != blocks_.end()) return found - blocks_.begin();
    blocks_.push_back(b);
    return static_cast<std::int64_t>(blocks_.size()) - 1;
}

// Nodes of conditions may stand in blocks of their own.
Array kernel_values::blocks() {
    Array all;
    for (std::size_t n = 0; n < blocks_.size(); ++n) {
        conditions known;
        add_conditions(blocks_[n], known);
        all.push_back(std::move(known));
    }
    return all;
}

void kernel_values::add_edge(const BasicBlock* from, const BasicBlock* to, conditions& known) {
    const auto* const branch = dyn_cast<BranchInst>(from->getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
        return;
    known.push_back(Array{node(branch->getCondition()), branch->getSuccessor(0) == to});
}

// Each branch all of whose ways to the place begin with one of its sides.
void kernel_values::add_conditions(const BasicBlock* b, conditions& known) {
    const auto* at = tree_.getNode(b);
    while (at && (at = at->getIDom())) {
        const BasicBlock* const from = at->getBlock();
        const auto* const branch = dyn_cast<BranchInst>(from->getTerminator());
        if (!branch || branch->isUnconditional()) continue;
        for (const BasicBlock* to : {branch->getSuccessor(0), branch->getSuccessor(1)})
            if (branch->getSuccessor(0) != branch->getSuccessor(1) &&
                tree_.dominates(BasicBlockEdge(from, to), b)) {
                add_edge(from, to, known);
                break;
            }
    }
}

std::int64_t kernel_values::any(Value* v) {
    Object o{{"op", "any"}, {"bits", v->getType()->getIntegerBitWidth()}};
    const auto* const i = dyn_cast<Instruction>(v);
    if (!i) return add(std::move(o));
    o["line"] = place_of(i->getDebugLoc()).line;
    o["loaded"] = isa<LoadInst>(i) || i->isAtomic();
    if (!uniform_.is_uniform(v)) return add(std::move(o));
    o["uniform"] = true;
    Array around;
    for (const Loop* l = loops_.getLoopFor(i->getParent()); l; l = l->getParentLoop())
        around.push_back(loop(l));
    o["loops"] = std::move(around);
    return add(std::move(o));
}

std::int64_t kernel_values::node(Value* v) {
    if (const auto found = known_.find(v); found != known_.end()) return found->second;
    const std::int64_t made = made_node(v);
    return known_[v] = made;
}

std::int64_t kernel_values::made_node(Value* v) {
    const unsigned bits = v->getType()->getIntegerBitWidth();
    if (bits > 64) return any(v);
    if (const auto* const c = dyn_cast<ConstantInt>(v)) return constant(c->getSExtValue(), bits);
    if (const auto* const a = dyn_cast<Argument>(v))
        return add(
            Object{{"op", "argument"}, {"number", a->getArgNo()}, {"at", 0}, {"bits", bits}});
    if (auto* const i = dyn_cast<Instruction>(v)) return of_instruction(*i);
    return any(v);
}

std::int64_t kernel_values::of_load(LoadInst& load) {
    const unsigned bits = load.getType()->getIntegerBitWidth();
    if (const auto index = index_at(load))
        return add(Object{{"op", index->name}, {"dim", index->dim}, {"bits", bits}});
    if (const auto part = argument_at(load.getPointerOperand(), layout_))
        return add(Object{
            {"op", "argument"}, {"number", part->argument}, {"at", part->at}, {"bits", bits}});
    return any(&load);
}

// Whether it is the same in all iterations, though it may be computed in each.
bool kernel_values::is_steady(Value* v, const Loop& l) {
    if (l.isLoopInvariant(v)) return true;
    auto* const i = cast<Instruction>(v);
    if (auto* const load = dyn_cast<LoadInst>(i))
        return index_at(*load) || argument_at(load->getPointerOperand(), layout_);
    return (isa<BinaryOperator>(i) || isa<CastInst>(i)) &&
           all_of(i->operands(), [&](Value* o) { return is_steady(o, l); });
}

// Start and step, once for each iteration so far.
std::optional<std::int64_t> kernel_values::count_of(PHINode& phi) {
    const Loop* const l = loops_.getLoopFor(phi.getParent());
    BasicBlock *const before = l->getLoopPreheader(), *const again = l->getLoopLatch();
    if (!before || !again) return {};
    auto* const next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(again));
    if (!next) return {};
    Value *const from = next->getOperand(0), *const by = next->getOperand(1);
    Value* const step = from == &phi ? by : from;
    if ((from != &phi && by != &phi) || !is_steady(step, *l)) return {};
    const unsigned bits = phi.getType()->getIntegerBitWidth();
    const std::int64_t start = node(phi.getIncomingValueForBlock(before));
    const bool subtracts = next->getOpcode() == Instruction::Sub;
    if (next->getOpcode() != Instruction::Add && !(subtracts && from == &phi)) return {};
    std::int64_t each = node(step);
    if (subtracts) each = operation("sub", {constant(0, bits), each}, bits);
    Object o{{"op", "count"}, {"of", Array{start, each}}, {"bits", bits}, {"loop", loop(l)}};
    const std::int64_t made = add(std::move(o));
    known_[&phi] = made;
    const std::int64_t after = node(next), begin = block(before);
    nodes_[static_cast<std::size_t>(made)]["next"] = after;
    nodes_[static_cast<std::size_t>(made)]["before"] = begin;
    return made;
}

// Its start, and what it is after an iteration.
std::int64_t kernel_values::carried(PHINode& phi, const Loop& l) {
    const std::int64_t made = known_[&phi] = any(&phi);
    BasicBlock *const before = l.getLoopPreheader(), *const again = l.getLoopLatch();
    if (!before || !again) return made;
    Array of{node(phi.getIncomingValueForBlock(before)), node(phi.getIncomingValueForBlock(again))};
    const std::int64_t begin = block(before), end = block(again);
    Object& o = nodes_[static_cast<std::size_t>(made)];
    o["op"] = "carried", o["of"] = std::move(of), o["before"] = begin, o["again"] = end;
    return made;
}

std::int64_t kernel_values::of_phi(PHINode& phi) {
    const Loop* const l = loops_.getLoopFor(phi.getParent());
    if (l && l->getHeader() == phi.getParent()) {
        const auto count = count_of(phi);
        return count ? *count : carried(phi, *l);
    }
    Array of, ways;
    for (unsigned n = 0; n < phi.getNumIncomingValues(); ++n) {
        const BasicBlock* const from = phi.getIncomingBlock(n);
        of.push_back(node(phi.getIncomingValue(n)));
        conditions known;
        add_conditions(from, known);
        add_edge(from, phi.getParent(), known);
        ways.push_back(std::move(known));
    }
    return add(Object{{"op", "phi"},
                      {"of", std::move(of)},
                      {"ways", std::move(ways)},
                      {"bits", phi.getType()->getIntegerBitWidth()}});
}

std::int64_t kernel_values::of_call(CallInst& call) {
    const auto* const known = dyn_cast<IntrinsicInst>(&call);
    const unsigned bits = call.getType()->getIntegerBitWidth();
    const StringRef op = !known                                       ? ""
                         : known->getIntrinsicID() == Intrinsic::smin ? "smin"
                         : known->getIntrinsicID() == Intrinsic::smax ? "smax"
                         : known->getIntrinsicID() == Intrinsic::umin ? "umin"
                         : known->getIntrinsicID() == Intrinsic::umax ? "umax"
                                                                      : "";
    if (op.empty()) return any(&call);
    return operation(op, {node(call.getArgOperand(0)), node(call.getArgOperand(1))}, bits);
}

std::int64_t kernel_values::of_instruction(Instruction& i) {
    if (auto* const load = dyn_cast<LoadInst>(&i)) return of_load(*load);
    if (auto* const phi = dyn_cast<PHINode>(&i)) return of_phi(*phi);
    if (auto* const call = dyn_cast<CallInst>(&i)) return of_call(*call);
    if (isa<FreezeInst>(i)) return node(i.getOperand(0));
    const bool known =
        (isa<BinaryOperator>(i) && i.getType()->isIntegerTy()) || isa<SelectInst>(i) ||
        is_contained({Instruction::ZExt, Instruction::SExt, Instruction::Trunc}, i.getOpcode()) ||
        (isa<ICmpInst>(i) && i.getOperand(0)->getType()->isIntegerTy());
    if (!known) return any(&i);
    Array of;
    unsigned from = 0;
    for (Value* o : i.operands()) {
        of.push_back(node(o));
        from = o->getType()->getIntegerBitWidth();
    }
    Object o{{"op", i.getOpcodeName()},
             {"of", std::move(of)},
             {"bits", i.getType()->getIntegerBitWidth()},
             {"from", from},
             {"block", block(i.getParent())},
             {"line", place_of(i.getDebugLoc()).line}};
    if (const auto* const c = dyn_cast<ICmpInst>(&i))
        o["op"] = CmpInst::getPredicateName(c->getPredicate());
    if (const auto* const a = dyn_cast<OverflowingBinaryOperator>(&i)) {
        o["nsw"] = a->hasNoSignedWrap();
        o["nuw"] = a->hasNoUnsignedWrap();
    }
    if (const auto* const a = dyn_cast<PossiblyDisjointInst>(&i); a && a->isDisjoint())
        o["op"] = "add";
    return add(std::move(o));
}

std::int64_t kernel_values::resized(std::int64_t n, unsigned from, unsigned to) {
    if (from == to) return n;
    Object o{{"op", from < to ? "sext" : "trunc"}, {"of", Array{n}}, {"bits", to}, {"from", from}};
    return add(std::move(o));
}

std::int64_t kernel_values::offset_of(GEPOperator& part) {
    const unsigned bits = layout_.getIndexTypeSizeInBits(part.getType());
    MapVector<Value*, APInt> factors;
    APInt fixed(bits, 0);
    if (!part.collectOffset(layout_, bits, factors, fixed)) return -1;
    std::int64_t sum = constant(fixed.getSExtValue(), bits);
    for (const auto& [index, factor] : factors) {
        const std::int64_t n = resized(node(index), index->getType()->getIntegerBitWidth(), bits);
        sum = operation(
            "add", {sum, operation("mul", {n, constant(factor.getSExtValue(), bits)}, bits)}, bits);
    }
    return sum;
}

// One of two addresses in the same memory.
kernel_address kernel_values::merged(Value* first, Value* second, Value* condition) {
    kernel_address a = address(first), b = address(second);
    if (json::Value(Object(a.base)) != json::Value(Object(b.base)))
        return {Object{{"kind", "unknown"}, {"why", "the pointer is one of two"}}, a.at};
    a.at = operation("select", {node(condition), a.at, b.at}, 64);
    return a;
}

kernel_address kernel_values::address(Value* pointer) {
    pointer = plain_pointer(pointer);
    const auto unknown = [&](StringRef why) {
        return kernel_address{Object{{"kind", "unknown"}, {"why", why}}, constant(0, 64)};
    };
    if (auto* const part = dyn_cast<GEPOperator>(pointer)) {
        kernel_address a = address(part->getPointerOperand());
        const std::int64_t more = offset_of(*part);
        if (more < 0) return unknown("the address is not a sum");
        a.at = operation("add", {a.at, more}, 64);
        return a;
    }
    if (const auto* const a = dyn_cast<Argument>(pointer)) {
        if (a->hasByRefAttr()) return {Object{{"kind", "parameter"}}, constant(0, 64)};
        return {Object{{"kind", "argument"}, {"number", a->getArgNo()}, {"at", 0}},
                constant(0, 64)};
    }
    if (auto* const load = dyn_cast<LoadInst>(pointer)) {
        if (const auto part = argument_at(load->getPointerOperand(), layout_))
            return {Object{{"kind", "argument"}, {"number", part->argument}, {"at", part->at}},
                    constant(0, 64)};
        return unknown("the pointer was loaded from memory");
    }
    if (const auto* const v = dyn_cast<GlobalVariable>(pointer)) {
        const bool shared = v->getAddressSpace() == 3;
        return {Object{{"kind", v->isConstant() ? "constant"
                                : shared        ? "shared"
                                                : "variable"},
                       {"name", v->getName()},
                       {"bytes", static_cast<std::int64_t>(
                                     layout_.getTypeAllocSize(v->getValueType()).getFixedValue())}},
                constant(0, 64)};
    }
    if (const auto* const a = dyn_cast<AllocaInst>(pointer)) {
        const auto bytes = a->getAllocationSize(layout_);
        if (!bytes) return unknown("a local variable has no fixed size");
        return {Object{{"kind", "local"},
                       {"name", a->getName()},
                       {"bytes", static_cast<std::int64_t>(bytes->getFixedValue())}},
                constant(0, 64)};
    }
    if (auto* const s = dyn_cast<SelectInst>(pointer))
        return merged(s->getTrueValue(), s->getFalseValue(), s->getCondition());
    auto* const phi = dyn_cast<PHINode>(pointer);
    const Loop* const l = phi ? loops_.getLoopFor(phi->getParent()) : nullptr;
    if (!l || l->getHeader() != phi->getParent() || !l->getLoopPreheader() || !l->getLoopLatch())
        return unknown("the pointer is one of several");
    auto* const next =
        dyn_cast<GEPOperator>(plain_pointer(phi->getIncomingValueForBlock(l->getLoopLatch())));
    if (!next || plain_pointer(next->getPointerOperand()) != phi ||
        !all_of(next->indices(), [&](Value* i) { return is_steady(i, *l); }))
        return unknown("the pointer does not advance by the same step");
    kernel_address a = address(phi->getIncomingValueForBlock(l->getLoopPreheader()));
    const std::int64_t step = offset_of(*next);
    if (step < 0) return unknown("the address is not a sum");
    a.at = add(Object{{"op", "count"}, {"of", Array{a.at, step}}, {"loop", loop(l)}, {"bits", 64}});
    return a;
}

}  // namespace tileproof::passes
