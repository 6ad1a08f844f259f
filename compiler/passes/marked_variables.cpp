// SPDX-License-Identifier: MIT
#include "compiler/passes/marked_variables.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/kernels.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

enum class variable_kind : unsigned { shared = 0, device = 1, constant = 2 };  // object_kind

constexpr std::uint64_t gap = 64 << 10;        // object_gap
constexpr std::uint64_t gap_of_values = 1024;  // behind initial values, which take room in the file

std::optional<variable_kind> kind_of(StringRef mark) {
    if (mark == "tileproof_shared") return variable_kind::shared;
    if (mark == "tileproof_device") return variable_kind::device;
    if (mark == "tileproof_constant") return variable_kind::constant;
    return {};
}

// "_ZZ4scaleILi8EEvPfE4tile" is "tile", "_ZN2my5tableE" is "table".
std::string display_name(StringRef mangled) {
    const std::string name = demangled(mangled.split('.').first);
    const std::size_t colons = name.rfind("::");
    return colons == name.npos ? name : name.substr(colons + 2);
}

// Each address of a thread-local variable is asked for by a call.
void replace_addresses(GlobalVariable& variable, function_ref<Value*(CallBase&)> address) {
    for (User* const u : make_early_inc_range(variable.users()))
        if (auto* const call = dyn_cast<IntrinsicInst>(u);
            call && call->getIntrinsicID() == Intrinsic::threadlocal_address) {
            call->replaceAllUsesWith(address(*call));
            call->eraseFromParent();
        }
}

GlobalVariable* with_gap(GlobalVariable& v, bool shared) {
    Module& m = *v.getParent();
    Constant* const value = shared ? Constant::getNullValue(v.getValueType()) : v.getInitializer();
    ArrayType* const behind =
        ArrayType::get(Type::getInt8Ty(m.getContext()), value->isNullValue() ? gap : gap_of_values);
    StructType* const type = StructType::get(m.getContext(), {v.getValueType(), behind}, true);
    auto* const made = new GlobalVariable(
        m, type, v.isConstant(), v.getLinkage(),
        ConstantStruct::get(type, {value, Constant::getNullValue(behind)}), "", &v);
    made->setAlignment(v.getAlign());
    made->setDSOLocal(v.isDSOLocal());
    made->setVisibility(v.getVisibility());
    made->setSection(v.getSection());
    made->takeName(&v);
    if (v.isThreadLocal()) {
        replace_addresses(v, [&](CallBase&) { return made; });
        v.setThreadLocal(false);
    }
    v.replaceAllUsesWith(made);
    v.eraseFromParent();
    return made;
}

// extern __shared__ float values[];
void take_dynamic_arrays(Module& m, site_table& sites) {
    for (GlobalVariable& v : m.globals()) {
        const auto* const array = dyn_cast<ArrayType>(v.getValueType());
        if (!v.isDeclaration() || !v.isThreadLocal() || !array || array->getNumElements() != 0)
            continue;
        const FunctionCallee asked =
            sites.runtime("dynamic_shared", PointerType::getUnqual(m.getContext()), {});
        const auto address = [&](CallBase& call) { return IRBuilder<>(&call).CreateCall(asked); };
        replace_addresses(v, address);
        const StringRef name = v.getName();
        const std::string wrapper =
            "_ZTW" + (name.starts_with("_Z") ? name.substr(2).str()
                                             : std::to_string(name.size()) + name.str());
        if (Function* const f = m.getFunction(wrapper))
            for (User* const u : make_early_inc_range(f->users()))
                if (auto* const call = dyn_cast<CallInst>(u)) {
                    call->replaceAllUsesWith(address(*call));
                    call->eraseFromParent();
                }
    }
}

}  // namespace

marked_variables separate_variables(Module& m, site_table& sites) {
    MapVector<GlobalVariable*, annotation> marked;
    for (const annotation& found : marks_of(m))
        if (auto* const v = dyn_cast<GlobalVariable>(found.marked); v && kind_of(found.text))
            marked.insert({v, found});  // of several marks the first
    Type* const number = Type::getInt32Ty(m.getContext());
    Type* const pointer = PointerType::getUnqual(m.getContext());
    Type* const size = Type::getInt64Ty(m.getContext());
    StructType* const object =
        StructType::create({pointer, size, pointer, pointer, number, number}, "tileproof.object");
    std::vector<Constant*> all;
    marked_variables made;
    for (const auto& [variable, found] : marked) {
        GlobalVariable* v = variable;
        const variable_kind kind = *kind_of(found.text);
        const std::string name = display_name(v->getName());
        const std::uint64_t bytes = m.getDataLayout().getTypeAllocSize(v->getValueType());
        if (v->hasInitializer()) v = with_gap(*v, kind == variable_kind::shared);
        made.all.push_back(v);
        all.push_back(ConstantStruct::get(
            object, {v, ConstantInt::get(size, bytes), sites.text(name), sites.text(found.file),
                     ConstantInt::get(number, found.line),
                     ConstantInt::get(number, static_cast<unsigned>(kind))}));
    }
    take_dynamic_arrays(m, sites);
    ArrayType* const type = ArrayType::get(object, all.size());
    made.table = new GlobalVariable(m, type, true, GlobalValue::InternalLinkage,
                                    ConstantArray::get(type, all), "tileproof.objects");
    return made;
}

}  // namespace tileproof::passes
