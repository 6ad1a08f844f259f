// SPDX-License-Identifier: MIT
#include "compiler/passes/tried_changes.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/passes/kernels.hpp"
#include "compiler/passes/other_values.hpp"
#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

constexpr std::size_t most_changes = 30'000, most_of_function = 2500, most_others = 12,
                      most_pairs = 12;

// Neither a library's nor this project's.
bool is_users(const DILocation* at) {
    return at && at->getLine() > 0 && !at->getInlinedAt() && !is_library_file(at->getFilename());
}

// Whether the host launches a kernel there.
bool launches(const Function& f) {
    return any_of(instructions(f), [](const Instruction& i) {
        const auto* call = dyn_cast<CallBase>(&i);
        const Function* const stub = call ? call->getCalledFunction() : nullptr;
        return stub && stub->getName().contains("__device_stub__");
    });
}

using functions = SmallPtrSet<Function*, 32>;

// These functions and what they call.
functions with_callees(std::vector<Function*> open) {
    functions all;
    while (!open.empty()) {
        Function* const f = open.back();
        open.pop_back();
        if (f->isDeclaration() || !all.insert(f).second) continue;
        for (Instruction& i : instructions(*f))
            if (auto* call = dyn_cast<CallBase>(&i))
                if (Function* callee = call->getCalledFunction()) open.push_back(callee);
    }
    return all;
}

struct changed_function {
    Function* function;
    bool of_host;  // it launches a kernel, or computes for who does
};

std::vector<changed_function> worth_changing(Module& m) {
    std::vector<Function*> launchers;
    for (Function& f : m)
        if (launches(f)) launchers.push_back(&f);
    const functions of_kernels = with_callees(kernels_of(m)), of_host = with_callees(launchers);
    std::vector<changed_function> in_order;
    for (Function& f : m)
        if ((of_kernels.contains(&f) || of_host.contains(&f)) && f.getSubprogram())
            in_order.push_back({&f, !of_kernels.contains(&f)});
    return in_order;
}

bool is_number(Type* t) { return t->isIntegerTy() || t->isFloatingPointTy(); }

// A variable of the user's, as he sees it.
struct variable {
    Value* at = nullptr;  // where it lies
    Type* type = nullptr;
    std::string name;
    const DILocalScope* scope = nullptr;
    unsigned line = 0;

    bool is_seen_at(const DILocation& place) const {
        if (line > place.getLine()) return false;
        for (const DIScope* s = place.getScope(); s; s = s->getScope())
            if (s == scope) return true;
        return false;
    }
};

class function_changer {
  public:
    // tried: where the numbers of two changes lie; most often the second one is 0.
    function_changer(const changed_function& of, bool may_load, Value* tried,
                     std::vector<std::string>& told, GlobalVariable* reached)
        : f_(*of.function),
          of_host_(of.of_host),
          may_load_(may_load),
          told_(told),
          told_before_(told.size()),
          reached_(reached),
          at_(f_.getContext()) {
        at_.SetInsertPoint(f_.getEntryBlock().getFirstInsertionPt());
        number_ = unchecked(at_.CreateLoad(at_.getInt32Ty(), tried, "tried"));
        other_ = unchecked(at_.CreateLoad(
            at_.getInt32Ty(), at_.CreateConstGEP1_64(at_.getInt32Ty(), tried, 1), "tried.too"));
    }

    // `first`: the number of the function's first block. Fuel is for threads and turns of loops.
    void run(std::size_t first, bool is_kernel, FunctionCallee out_of_fuel, Value* fuel) {
        if (!of_host_) find_variables();
        std::vector<Instruction*> all;
        SmallPtrSet<const Value*, 32> stored;
        for (BasicBlock& b : f_) {
            block_[&b] = first + block_.size();
            for (Instruction& i : b) {
                if (const auto* s = dyn_cast<StoreInst>(&i);
                    s && isa<AllocaInst>(s->getPointerOperand()) &&
                    stored.insert(s->getPointerOperand()).second)
                    initial_.insert(&i);
                if (is_users(i.getDebugLoc().get()) && (!of_host_ || is_of_sizes(i)))
                    all.push_back(&i);
            }
        }
        std::vector<BasicBlock*> heads;
        if (is_kernel) heads.push_back(&f_.getEntryBlock());
        const DominatorTree tree(f_);
        const LoopInfo loops(tree);
        for (const Loop* loop : loops.getLoopsInPreorder()) heads.push_back(loop->getHeader());
        for (Instruction* i : all) note_load(*i);
        // A conversion looks at what it converts, which is another value once that can be changed.
        for (Instruction* i : all)
            if (isa<CastInst>(i)) change(*i);
        for (Instruction* i : all)
            if (!isa<CastInst>(i)) change(*i);
        change_constants();
        change_variables();
        for (const auto& [b, n] : block_) {
            at_.SetInsertPoint(&*const_cast<BasicBlock*>(b)->getFirstInsertionPt());
            unchecked(at_.CreateStore(at_.getInt8(1),
                                      at_.CreateConstGEP1_64(at_.getInt8Ty(), reached_, n)));
        }
        for (BasicBlock* head : heads) {
            at_.SetInsertPoint(&*head->getFirstInsertionPt());
            Value* const left =
                at_.CreateSub(unchecked(at_.CreateLoad(at_.getInt64Ty(), fuel)), at_.getInt64(1));
            unchecked(at_.CreateStore(left, fuel));
            at_.CreateCall(out_of_fuel, {left});
        }
    }

  private:
    // What the host computes of grids and blocks.
    static bool is_of_sizes(const Instruction& i) {
        const auto* call = dyn_cast<CallBase>(&i);
        return isa<BinaryOperator>(i) || isa<CmpInst>(i) || isa<CastInst>(i) ||
               (call && call->getCalledFunction() &&
                call->getCalledFunction()->getName().contains("dim3"));
    }

    void find_variables() {
        for (Instruction& i : f_.getEntryBlock()) {
            auto* a = dyn_cast<AllocaInst>(&i);
            if (!a || !is_number(a->getAllocatedType())) continue;
            const auto add = [&](const DILocalVariable* v) {
                known_[a] = variables_.size();
                variables_.push_back(
                    {a, a->getAllocatedType(), v->getName().str(), v->getScope(), v->getLine()});
            };
            for (const auto* told : findDVRDeclares(a)) add(told->getVariable());
            for (const auto* told : findDbgDeclares(a))
                add(told->getVariable());  // as clang has it
        }
    }

    // Loads of variables, by line.
    void note_load(Instruction& i) {
        auto* load = dyn_cast<LoadInst>(&i);
        const auto v = load ? known_.find(load->getPointerOperand()) : known_.end();
        if (v != known_.end()) loads_[i.getDebugLoc().getLine()][v->second].push_back(load);
    }

    // A number for a change at this place; 0: there are enough.
    unsigned number_of(const Instruction& i, const Twine& text) {
        if (told_.size() >= std::min(most_changes, told_before_ + most_of_function)) return 0;
        const DILocation& at = *i.getDebugLoc().get();
        told_.push_back((Twine(block_.at(i.getParent())) + "\t" + (of_host_ ? "1" : "0") + "\t" +
                         Twine(at.getLine()) + "\t" + Twine(at.getColumn()) + "\t" +
                         at.getFilename() + "\t" + text)
                            .str());
        return static_cast<unsigned>(told_.size());
    }
    Value* chosen(unsigned number, Value* other, Value* as_it_is) {
        ConstantInt* const own = at_.getInt32(number);
        Value* const is_tried =
            at_.CreateOr(at_.CreateICmpEQ(number_, own), at_.CreateICmpEQ(other_, own));
        return at_.CreateSelect(is_tried, other, as_it_is);
    }

    void change(Instruction& i) {
        if (i.isTerminator()) return;
        i.dropPoisonGeneratingFlags();  // what a change makes of it may overflow
        at_.SetInsertPoint(&i);
        at_.SetCurrentDebugLocation(i.getDebugLoc());
        for (const other_operand& o : other_operands(i, at_, may_load_)) {
            if (o.is_of_old && initial_.contains(&i)) continue;
            if (const unsigned number = number_of(i, o.text)) {
                i.setOperand(o.operand, chosen(number, o.value, i.getOperand(o.operand)));
                if (isa<Constant>(o.value))
                    constants_[{i.getDebugLoc().getLine(), o.text}].push_back(
                        {&i, o.operand, cast<Constant>(o.value)});
            }
        }
        if (isa<PHINode>(i) || i.getType()->isVoidTy()) return;
        at_.SetInsertPoint(i.getNextNode());
        BasicBlock* const in = i.getParent();
        const Instruction* const behind = i.getNextNode();
        const std::vector<other_value> others = other_values(i, at_);
        if (others.empty()) return;
        Value* result = &i;
        for (const other_value& o : others)
            if (const unsigned number = number_of(i, o.text))
                result = chosen(number, o.value, result);
        SmallPtrSet<const User*, 32> made;  // all between the instruction and what stood behind it
        for (auto at = std::next(i.getIterator()); at != in->end() && &*at != behind; ++at)
            made.insert(&*at);
        if (result != &i)
            i.replaceUsesWithIf(result, [&](Use& u) { return !made.contains(u.getUser()); });
    }

    // A number that stands in a line more than once, everywhere in it: `t % 32` and `t / 32`.
    void change_constants() {
        for (const auto& [place, all] : constants_) {
            if (all.size() < 2) continue;
            const unsigned number = number_of(*all[0].of, place.second + " everywhere in the line");
            for (const constant_place& c : all) {
                if (number == 0) return;
                at_.SetInsertPoint(c.of);
                at_.SetCurrentDebugLocation(c.of->getDebugLoc());
                c.of->setOperand(c.operand, chosen(number, c.other, c.of->getOperand(c.operand)));
            }
        }
    }

    // Another variable in the place of one: at one place, everywhere in the line, or the two exchanged.
    void change_variables() {
        for (auto& [line, by_variable] : loads_) {
            std::size_t pairs = 0;
            for (auto& [x, loads] : by_variable) {
                const variable& v = variables_[x];
                const DILocation& place = *loads[0]->getDebugLoc().get();
                std::size_t others = 0;
                for (std::size_t y = variables_.size(); y-- > 0;) {  // the nearest first
                    const variable& w = variables_[y];
                    if (x == y || w.type != v.type || !w.is_seen_at(place)) continue;
                    const auto there = by_variable.find(y);
                    if (there != by_variable.end() && x < y && pairs < most_pairs && ++pairs) {
                        const unsigned n =
                            number_of(*loads[0], "`" + v.name + "` and `" + w.name + "` exchanged");
                        for (LoadInst* l : loads) in_place_of(*l, w, n);
                        for (LoadInst* l : there->second) in_place_of(*l, v, n);
                    }
                    if (++others > most_others) continue;
                    const std::string text = "`" + w.name + "` in place of `" + v.name + "`";
                    for (LoadInst* l : loads) in_place_of(*l, w, number_of(*l, text));
                    if (loads.size() < 2) continue;
                    const unsigned n = number_of(*loads[0], text);
                    for (LoadInst* l : loads) in_place_of(*l, w, n);
                }
            }
        }
    }
    void in_place_of(LoadInst& load, const variable& v, unsigned number) {
        if (number == 0) return;
        Value*& now = result_.try_emplace(&load, &load).first->second;
        at_.SetInsertPoint(now == &load ? load.getNextNode()
                                        : cast<Instruction>(now)->getNextNode());
        at_.SetCurrentDebugLocation(load.getDebugLoc());
        Value* const other = unchecked(at_.CreateLoad(v.type, v.at));
        Value* const before = now;
        Value* const result = chosen(number, other, before);
        before->replaceUsesWithIf(result, [&](Use& u) { return u.getUser() != result; });
        now = result;
    }

    Function& f_;
    const bool of_host_, may_load_;
    SmallPtrSet<const Instruction*, 32> initial_;  // before which a variable has no value
    std::vector<std::string>& told_;
    const std::size_t told_before_;
    GlobalVariable* const reached_;
    IRBuilder<> at_;
    Value *number_ = nullptr, *other_ = nullptr;
    std::map<const BasicBlock*, std::size_t> block_;
    std::vector<variable> variables_;
    std::map<const Value*, std::size_t> known_;
    std::map<unsigned, std::map<std::size_t, std::vector<LoadInst*>>> loads_;
    std::map<LoadInst*, Value*> result_;
    struct constant_place {
        Instruction* of;
        unsigned operand;
        Constant* other;
    };
    std::map<std::pair<unsigned, std::string>, std::vector<constant_place>> constants_;
};

// Calls the engine when the module is loaded.
void tell_engine(Module& m, const std::vector<std::string>& told, GlobalVariable* reached,
                 std::size_t blocks) {
    std::string text;
    for (const std::string& line : told) text += line + "\n";
    LLVMContext& c = m.getContext();
    auto* const begin =
        Function::createWithDefaultAttr(FunctionType::get(Type::getVoidTy(c), false),
                                        GlobalValue::InternalLinkage, 0, "tileproof.changes", &m);
    IRBuilder<> at(BasicBlock::Create(c, "", begin));
    at.CreateCall(m.getOrInsertFunction("tileproof_changes_to_try", at.getVoidTy(), at.getPtrTy(),
                                        at.getPtrTy(), at.getInt64Ty()),
                  {at.CreateGlobalString(text, "", 0, &m), reached, at.getInt64(blocks)});
    at.CreateRetVoid();
    appendToGlobalCtors(m, begin, 65535);
}

}  // namespace

PreservedAnalyses tried_changes::run(Module& m, ModuleAnalysisManager&) {
    LLVMContext& c = m.getContext();
    Value* const tried =
        m.getOrInsertGlobal("tileproof_tried_changes", ArrayType::get(Type::getInt32Ty(c), 2));
    Value* const fuel = m.getOrInsertGlobal("tileproof_fuel_of_change", Type::getInt64Ty(c));
    const std::vector<changed_function> all = worth_changing(m);
    std::size_t blocks = 0;
    for (const changed_function& f : all) blocks += f.function->size();
    auto* const bytes = ArrayType::get(Type::getInt8Ty(c), blocks);
    auto* const reached =
        new GlobalVariable(m, bytes, false, GlobalValue::InternalLinkage,
                           ConstantAggregateZero::get(bytes), "tileproof.reached");
    const FunctionCallee out_of_fuel =
        m.getOrInsertFunction("tileproof_fuel_left", Type::getVoidTy(c), Type::getInt64Ty(c));
    std::vector<std::string> told;
    std::size_t first = 0;
    const std::vector<Function*> kernels = kernels_of(m);
    for (const changed_function& f : all) {
        const std::size_t own = f.function->size();
        function_changer(f, !keeps_places_, tried, told, reached)
            .run(first, is_contained(kernels, f.function), out_of_fuel, fuel);
        first += own;
    }
    tell_engine(m, told, reached, blocks);
    if (!keeps_places_) StripDebugInfo(m);
    return PreservedAnalyses::none();
}

}  // namespace tileproof::passes
