// SPDX-License-Identifier: MIT
#include "compiler/passes/site_table.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace tileproof::passes {

using namespace llvm;

site_table::site_table(Module& m) : m_(m) {
    LLVMContext& c = m.getContext();
    Type *const pointer = PointerType::getUnqual(c), *const number = Type::getInt32Ty(c),
                *const small = Type::getInt16Ty(c);
    type_ = StructType::create({pointer, pointer, number, number, number, small, small, pointer},
                               "tileproof.site");
    table_ = new GlobalVariable(m, ArrayType::get(type_, 0), false, GlobalValue::ExternalLinkage,
                                nullptr, "tileproof.sites");
    nowhere_ = new GlobalVariable(m, Type::getInt8Ty(c), false, GlobalValue::ExternalLinkage,
                                  nullptr, "tileproof_checked_nowhere");
}

// Of one access to memory; 0: more than a site can say, or of no fixed size.
static std::uint16_t bytes_of(const Instruction& i, const DataLayout& layout) {
    Type* const type = i.getAccessType();
    const std::uint64_t bytes = type ? layout.getTypeStoreSize(type).getKnownMinValue() : 0;
    return bytes <= 0xffff ? static_cast<std::uint16_t>(bytes) : 0;
}

Constant* site_table::of(const Instruction& i) {
    const source_place place = place_of(i.getDebugLoc());
    Type* const number = Type::getInt32Ty(m_.getContext());
    Type* const small = Type::getInt16Ty(m_.getContext());
    all_.push_back(ConstantStruct::get(
        type_, {text(place.file), text(place.function), ConstantInt::get(number, place.line),
                ConstantInt::get(number, place.column), ConstantInt::get(number, 0),
                ConstantInt::get(small, is_library_file(place.file)),
                ConstantInt::get(small, bytes_of(i, m_.getDataLayout())), nowhere_}));
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

using namespace llvm;

namespace {

bool holds_one_of(StringRef file, ArrayRef<StringLiteral> parts) {
    return any_of(parts, [&](StringRef part) { return file.contains(part); });
}

// tl.sum() is a function of Triton's own, written in Python as its callers are.
bool is_of_triton(const DILocation& at) { return at.getDirectory().contains("-packages/triton/"); }

StringRef innermost_file(const DILocation* at) { return at ? at->getFilename() : StringRef(); }

}  // namespace

bool is_library_file(StringRef file) {
    return holds_one_of(
        file, {"hip/headers/", "/hip/hip_runtime.h", "/hip/amd_detail/", "lib/tileproof/",
               "include/tileproof/tileproof/", "sdk/include/tileproof/", "/usr/", "devices/cpu/"});
}

bool is_device_file(StringRef file) {
    return holds_one_of(file, {"/tileproof_hip/", "hip/headers/hip/", "devices/cpu/"});
}

bool is_engine_file(StringRef file) {
    return holds_one_of(
        file, {"/tileproof_hip/wave.h", "/tileproof_hip/threads.h", "/tileproof_hip/launch.h",
               "/tileproof_hip/joined_kernels.h", "/tileproof_hip/cooperative_groups.h",
               "devices/cpu/launch.hpp", "devices/cpu/runner.hpp", "devices/cpu/fiber.hpp",
               "devices/cpu/call_site.hpp", "devices/cpu/scope.hpp", "/tileproof_hip/device_code.h",
               "/tileproof_hip/ocml.h"});
}

source_place place_of(const DILocation* at) {
    source_place best{"unknown place", "", 0, 0};
    for (bool first = true; at; at = at->getInlinedAt(), first = false) {
        const bool skipped = is_library_file(at->getFilename()) || is_of_triton(*at);
        if (first || !skipped) {
            const DISubprogram* const function = at->getScope()->getSubprogram();
            best = {at->getFilename(), function ? function->getName() : "", at->getLine(),
                    at->getColumn()};
        }
        if (!skipped) break;
    }
    return best;
}

bool is_of_library(const Instruction& i) {
    return is_library_file(innermost_file(i.getDebugLoc()));
}

bool is_of_library(const Function& f) {
    return f.getSubprogram() && is_library_file(f.getSubprogram()->getFilename());
}

bool is_of_layouts(const Function& f) {
    return f.getSubprogram() && holds_one_of(f.getSubprogram()->getFilename(),
                                             {"lib/tileproof/", "include/tileproof/tileproof/"});
}

bool is_of_device(const Function& f) {
    return f.getSubprogram() && is_device_file(f.getSubprogram()->getFilename());
}

bool is_of_engine(const Function& f) {
    return f.getSubprogram() && is_engine_file(f.getSubprogram()->getFilename());
}

bool is_of_engine(const Instruction& i) { return is_engine_file(innermost_file(i.getDebugLoc())); }

// A program's own operator new and its like are called by this runtime as well, in the middle of what it finds out.
static bool is_replaced_allocation(StringRef name) {
    return name.starts_with("_Znw") || name.starts_with("_Zna") || name.starts_with("_Zdl") ||
           name.starts_with("_Zda");
}

bool is_checked(const Function& f) {
    return !f.isDeclaration() && !is_replaced_allocation(f.getName()) &&
           !f.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) &&
           !f.hasFnAttribute(Attribute::Naked);
}

const DILocalVariable* variable_at(const Value* memory) {
    if (!isa<AllocaInst, Argument>(memory)) return nullptr;
    for (const DbgVariableRecord* record : findDVRDeclares(const_cast<Value*>(memory)))
        if (record->getExpression()->getNumElements() == 0) return record->getVariable();
    return nullptr;
}

}  // namespace tileproof::passes
