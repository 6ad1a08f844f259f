// SPDX-License-Identifier: MIT
#include "compiler/passes/site_table.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/source_places.hpp"

namespace tileproof::passes {

using namespace llvm;

site_table::site_table(Module& m) : m_(m) {
    LLVMContext& c = m.getContext();
    Type *const pointer = PointerType::getUnqual(c), *const number = Type::getInt32Ty(c);
    type_ = StructType::create({pointer, pointer, number, number, number, number, pointer},
                               "tileproof.site");
    table_ = new GlobalVariable(m, ArrayType::get(type_, 0), false, GlobalValue::ExternalLinkage,
                                nullptr, "tileproof.sites");
    nowhere_ = new GlobalVariable(m, Type::getInt8Ty(c), false, GlobalValue::ExternalLinkage,
                                  nullptr, "tileproof_checked_nowhere");
}

Constant* site_table::of(const Instruction& i) {
    const source_place place = place_of(i.getDebugLoc());
    Type* const number = Type::getInt32Ty(m_.getContext());
    all_.push_back(ConstantStruct::get(
        type_, {text(place.file), text(place.function), ConstantInt::get(number, place.line),
                ConstantInt::get(number, place.column), ConstantInt::get(number, 0),
                ConstantInt::get(number, is_library_file(place.file)), nowhere_}));
    return ConstantExpr::getGetElementPtr(
        type_, static_cast<Constant*>(table_),
        ConstantInt::get(Type::getInt64Ty(m_.getContext()), all_.size() - 1));
}

bool site_table::is_site(const Value* v) const { return getUnderlyingObject(v) == table_; }

Constant* site_table::text(StringRef words) {
    Constant*& known = texts_[words];
    if (known) return known;
    Constant* const value = ConstantDataArray::getString(m_.getContext(), words);
    auto* const made = new GlobalVariable(m_, value->getType(), true, GlobalValue::PrivateLinkage,
                                          value, "tileproof.text");
    made->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return known = made;
}

FunctionCallee site_table::runtime(const Twine& name, Type* result, ArrayRef<Type*> parameters,
                                   bool more_arguments) {
    SmallString<64> space;
    const StringRef full = ("tileproof_checked_" + name).toStringRef(space);
    FunctionCallee f =
        m_.getOrInsertFunction(full, FunctionType::get(result, parameters, more_arguments));
    if (auto* const declared = dyn_cast<Function>(f.getCallee())) {
        declared->addFnAttr(Attribute::NoMerge);
        declared->setDoesNotThrow();
    }
    return f;
}

GlobalVariable* site_table::finish() {
    ArrayType* const type = ArrayType::get(type_, all_.size());
    auto* const written = new GlobalVariable(m_, type, false, GlobalValue::InternalLinkage,
                                             ConstantArray::get(type, all_));
    written->takeName(table_);
    table_->replaceAllUsesWith(written);
    table_->eraseFromParent();
    table_ = written;
    return written;
}

}  // namespace tileproof::passes
