// SPDX-License-Identifier: MIT
#include "compiler/passes/kernels.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace tileproof::passes {

using namespace llvm;

namespace {

// Of our headers, in the namespace of the device.
bool is_barrier(StringRef name) {
    return name.starts_with("_ZN9tileproof6hip_on") && name.ends_with("13__syncthreadsEiPKcii");
}

bool is_engine_name(StringRef name) { return name.contains("9tileproof10cpu_engine"); }

// Of the engine's own functions, those that never make a thread wait.
bool is_harmless_of_engine(StringRef name) {
    return name == "_ZN9tileproof10cpu_engine14dynamic_sharedEv" ||
           name == "_ZN9tileproof10cpu_engine10might_pollEPKvmPKNS0_9call_siteE" ||
           name == "_ZN9tileproof10cpu_engine13look_at_clockEv" ||
           name == "_ZN9tileproof10cpu_engine12call_site_ofEPKciii";
}

// Of the C and C++ libraries nothing waits for a thread of the block.
bool is_of_a_library(StringRef name) {
    if (!name.starts_with("_Z")) return true;
    for (const StringRef begin : {"_ZSt", "_ZNSt", "_ZNKSt", "_Zn", "_Zd"})
        if (name.starts_with(begin)) return true;
    return false;
}

bool cannot_be_seen_through(const CallBase& call) {
    return call.isInlineAsm() || isa<CallBrInst>(call) || !call.getCalledFunction();
}

}  // namespace

bool reads_atomically(const CallBase& call) {
    const StringRef name = call.getCalledFunction()->getName();
    if (!name.contains("9atomicAddI") && !name.contains("8atomicOrI")) return false;
    const auto* value = dyn_cast<Constant>(call.getArgOperand(call.arg_size() - 1));
    return value && value->isNullValue();
}

std::vector<annotation> marks_of(const Module& m) {
    std::vector<annotation> marks;
    const auto* all = m.getNamedGlobal("llvm.global.annotations");
    const auto* entries = all ? dyn_cast<ConstantArray>(all->getInitializer()) : nullptr;
    for (unsigned i = 0; entries && i < entries->getNumOperands(); ++i) {
        const auto* entry = dyn_cast<ConstantStruct>(entries->getOperand(i));
        auto* v =
            entry ? dyn_cast<GlobalValue>(entry->getOperand(0)->stripPointerCasts()) : nullptr;
        if (!v || entry->getNumOperands() < 4) continue;
        const auto text = [&](unsigned n) {
            StringRef words;
            getConstantStringInfo(entry->getOperand(n), words);
            return words;
        };
        const auto* line = dyn_cast<ConstantInt>(entry->getOperand(3));
        marks.push_back(
            {v, text(1), text(2), line ? static_cast<unsigned>(line->getZExtValue()) : 0});
    }
    return marks;
}

// LLVM 19 demangles no __bf16, DF16b: another type without parts stands for it, which no GPU has.
std::string demangled(StringRef name) {
    const auto replace = [](std::string text, StringRef what, StringRef with) {
        for (std::size_t at = 0; (at = text.find(what.str(), at)) != text.npos; at += with.size())
            text.replace(at, what.size(), with.str());
        return text;
    };
    if (!name.starts_with("_Z") || !name.contains("DF16b")) return demangle(name);
    const std::string known = replace(name.str(), "DF16b", "Dd");
    const std::string text = demangle(known);
    return text == known ? demangle(name) : replace(text, "decimal64", "__bf16");
}

std::string name_of_kernel(StringRef mangled) {
    std::string name = demangled(mangled);
    constexpr StringLiteral unnamed = "(anonymous namespace)::";
    for (std::size_t at = 0; (at = name.find(unnamed.str(), at)) != name.npos;)
        name.erase(at, unnamed.size());
    int depth = 0;
    std::size_t end = name.size(), begin = 0;
    for (std::size_t i = name.size(); i-- > 0;) {  // before the parameters
        if (name[i] == ')' && depth++ == 0) end = i;
        if (name[i] == '(' && --depth == 0) {
            end = i;
            break;
        }
    }
    for (std::size_t i = 0; i < end; ++i) {  // after the result
        if (name[i] == '<' || name[i] == '(') ++depth;
        if (name[i] == '>' || name[i] == ')') --depth;
        if (name[i] == ' ' && depth == 0) begin = i + 1;
    }
    return name.substr(begin, end - begin);
}

std::vector<Function*> kernels_of(const Module& m) {
    std::vector<Function*> kernels;
    for (const annotation& found : marks_of(m))
        if (auto* const f = dyn_cast<Function>(found.marked); f && found.text == "tileproof_kernel")
            kernels.push_back(f);
    return kernels;
}

std::vector<GlobalVariable*> shared_of(Function& kernel) {
    SmallPtrSet<const Constant*, 32> seen;
    std::vector<const Constant*> open{&kernel};
    while (!open.empty()) {
        const Constant* c = open.back();
        open.pop_back();
        if (!seen.insert(c).second) continue;
        const auto add = [&](const Value* v) {
            if (const auto* more = dyn_cast<Constant>(v)) open.push_back(more);
        };
        if (const auto* f = dyn_cast<Function>(c)) {
            for (const Instruction& i : instructions(*f))
                for (const Value* v : i.operands()) add(v);
        } else if (const auto* g = dyn_cast<GlobalVariable>(c)) {
            if (g->isConstant() && g->hasInitializer()) add(g->getInitializer());
        } else if (!isa<GlobalValue>(c)) {
            for (const Value* v : c->operands()) add(v);
        }
    }
    SmallPtrSet<const GlobalValue*, 8> marked;  // for cpu-checked they are not thread_local
    for (const annotation& mark : marks_of(*kernel.getParent()))
        if (mark.text == "tileproof_shared") marked.insert(mark.marked);
    std::vector<GlobalVariable*> shared;
    for (GlobalVariable& g : kernel.getParent()->globals())
        if (((g.isThreadLocal() && g.hasInternalLinkage()) || marked.contains(&g)) &&
            seen.contains(&g))
            shared.push_back(&g);
    return shared;
}

std::optional<barrier_place> barrier_at(const Instruction& i) {
    const auto* call = dyn_cast<CallInst>(&i);
    if (!call || !call->getCalledFunction() || call->arg_size() != 4 ||
        !is_barrier(call->getCalledFunction()->getName()))
        return {};
    Constant* words[4];
    for (unsigned n = 0; n < 4; ++n)
        if (!(words[n] = dyn_cast<Constant>(call->getArgOperand(n)))) return {};
    return barrier_place{words[0], words[1], words[2], words[3]};
}

bool waiting::may_wait(const CallBase& call) {
    return cannot_be_seen_through(call) || reads_atomically(call) ||
           may_wait(*call.getCalledFunction());
}

bool waiting::may_wait(const Function& f) {
    const auto [known, first] =
        known_.try_emplace(&f, true);  // one that calls itself is not followed
    if (!first) return known->second;
    bool waits = false;
    if (f.isIntrinsic()) {
    } else if (is_engine_name(f.getName())) {
        waits = !is_harmless_of_engine(f.getName());
    } else if (f.isDeclaration()) {
        waits = !is_of_a_library(f.getName());
    } else {
        for (const Instruction& i : instructions(f))
            if (const auto* call = dyn_cast<CallBase>(&i); call && may_wait(*call)) {
                waits = true;
                break;
            }
    }
    return known_[&f] = waits;
}

bool waiting::waits_at_barriers_only(const Function& f, SetVector<Function*>& callees) {
    for (const Instruction& i : instructions(f)) {
        const auto* call = dyn_cast<CallBase>(&i);
        if (!call || barrier_at(i)) continue;
        if (cannot_be_seen_through(*call)) return false;
        Function* callee = call->getCalledFunction();
        if (!may_wait(*callee)) continue;
        if (is_engine_name(callee->getName()) || callee->isDeclaration() ||
            callee->hasFnAttribute(Attribute::NoInline) || callee->hasOptNone() ||
            !callees.insert(callee) || !waits_at_barriers_only(*callee, callees))
            return false;
    }
    return true;
}

}  // namespace tileproof::passes
