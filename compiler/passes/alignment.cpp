// SPDX-License-Identifier: MIT
#include "compiler/passes/alignment.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace tileproof::passes {

using namespace llvm;

namespace {

const Align dword(4);

// Of a function or of a call of one.
template <class Callable>
void lower_parameters(Callable& f) {
    AttributeList all = f.getAttributes();
    LLVMContext& c = f.getContext();
    for (const unsigned n : all.indexes())
        if (all.hasAttributeAtIndex(n, Attribute::ByVal)) return;
    for (const unsigned n : all.indexes())
        if (n != AttributeList::FunctionIndex && all.hasAttributeAtIndex(n, Attribute::Alignment) &&
            all.getAttributeAtIndex(n, Attribute::Alignment).getAlignment().valueOrOne() > dword) {
            all = all.removeAttributeAtIndex(c, n, Attribute::Alignment);
            all = all.addAttributeAtIndex(c, n, Attribute::getWithAlignment(c, dword));
        }
    f.setAttributes(all);
}

}  // namespace

void ask_for_dwords_only(Module& m) {
    for (Function& f : m) {
        lower_parameters(f);
        for (Instruction& i : instructions(f)) {
            if (auto* const call = dyn_cast<CallBase>(&i)) {
                lower_parameters(*call);
            } else if (i.isAtomic()) {
            } else if (auto* const load = dyn_cast<LoadInst>(&i)) {
                load->setAlignment(std::min(load->getAlign(), dword));
            } else if (auto* const store = dyn_cast<StoreInst>(&i)) {
                store->setAlignment(std::min(store->getAlign(), dword));
            }
        }
    }
}

}  // namespace tileproof::passes
