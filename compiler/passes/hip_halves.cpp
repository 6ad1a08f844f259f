// SPDX-License-Identifier: MIT
#include "compiler/passes/hip_halves.hpp"

#include <dlfcn.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

#include "compiler/passes/call_places.hpp"
#include "compiler/passes/device_code.hpp"
#include "compiler/passes/gpu_intrinsics.hpp"
#include "compiler/passes/kernels.hpp"
#include "compiler/passes/one_device.hpp"
#include "compiler/passes/polls.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

// "HIP_vector_type<unsigned int, 4U>" is uint4; other names stay.
std::string name_of_type(StringRef name) {
    StringRef rest = name;
    if (!rest.consume_front("HIP_vector_type<") || !rest.consume_back("U>")) return name.str();
    auto [element, count] = rest.split(", ");
    std::string known = element.consume_front("unsigned ") ? "u" : "";
    for (const char c : element)
        if (c != ' ') known += c;
    constexpr StringLiteral elements[] = {"char",     "uchar",     "short", "ushort",
                                          "int",      "uint",      "long",  "ulong",
                                          "longlong", "ulonglong", "float", "double"};
    return is_contained(elements, StringRef(known)) && count.size() == 1 && count[0] <= '4'
               ? known + count.str()
               : name.str();
}

constexpr StringLiteral of_kernel = "tileproof.shared_of";

// The body of a function that is given a function to call with each variable.
void tell(Function& list, const std::vector<GlobalVariable*>& variables) {
    IRBuilder<> at(list.getEntryBlock().getTerminator());
    const DataLayout& layout = list.getParent()->getDataLayout();
    for (GlobalVariable* const v : variables)
        at.CreateCall(FunctionType::get(at.getVoidTy(), {at.getPtrTy(), at.getInt64Ty()}, false),
                      list.getArg(0),
                      {v->isThreadLocal() ? static_cast<Value*>(at.CreateThreadLocalAddress(v)) : v,
                       at.getInt64(layout.getTypeAllocSize(v->getValueType()))});
}

class joiner {
  public:
    joiner(Module& m, StringRef source, retarget_for target, bool keeps_places,
           bool shares_functions)
        : m_(m),
          source_(source),
          target_(target),
          keeps_places_(keeps_places),
          shares_functions_(shares_functions),
          at_(m.getContext()) {}

    void join(const std::string& path) {
        m_.getContext().setDiscardValueNames(false);
        m_.setSourceFileName(source_);
        if (!keeps_places_) stripNonLineTableDebugInfo(m_);
        tell_places_of_calls(m_, target_ == retarget_for::cpu_checked);
        if (!path.empty() && !take_device(path)) return;
        drop_registration();
        if (names_device_code() && link_runtime()) give_stubs();
        tell_all_shared();
        answer_whether_checked(m_, target_);
    }

    // TILEPROOF_DEVICE_CODE: another pass (device_code.hpp) brings the kernels' bodies, and removes what nobody calls.
    bool names_device_code() const {
        return any_of(marks_of(m_), [](const annotation& mark) {
            return mark.text.starts_with("tileproof_device_code:");
        });
    }

  private:
    bool take_device(const std::string& path) {
        SMDiagnostic error;
        const std::unique_ptr<Module> device = parseIRFile(path, error, m_.getContext());
        if (!device) {
            m_.getContext().emitError(path + ": " + error.getMessage());
            return false;
        }
        make_for_one_device(*device, target_);
        if (needs_runtime(*device) && !link_runtime()) return false;
        SmallPtrSet<const Function*, 32> of_host;
        for (const Function& f : m_) {
            if (!f.isDeclaration()) of_host.insert(&f);
            if (const Function* const d = device->getFunction(f.getName());
                f.isDeclaration() && !f.use_empty() && d && !d->isDeclaration() &&
                f.getName().starts_with("_Z") && !is_of_machine(f.getName()))
                m_.getContext().emitError(source_ + ": host code takes the address of " +
                                          demangled(f.getName()) +
                                          ", a __device__ function, which has none there: pass it "
                                          "as a template argument.");
        }
        const retargeted made = retarget(*device, m_, target_, shares_functions_, source_);
        for (Function& f : m_) {
            if (of_host.contains(&f)) continue;
            pass_parameters_as_they_are(f);
            if (target_ == retarget_for::cpu) add_polls(f);  // with their lines
            if (!keeps_places_) stripDebugInfo(f);
        }
        // What clang's registration says: the host's object, and its name on the device.
        StringMap<Constant*> handles;
        for (const auto* const call : calls_of("__hipRegisterFunction"))
            if (const auto name = text_of(call->getArgOperand(3)))
                handles[*name] = cast<Constant>(call->getArgOperand(1));
        std::vector<variable> variables;
        for (const StringRef f : {"__hipRegisterVar", "__hipRegisterManagedVar"})
            for (const auto* const call : calls_of(f)) {
                const bool managed = f == "__hipRegisterManagedVar";
                const auto name = text_of(call->getArgOperand(3));
                auto* const shadow = dyn_cast<GlobalVariable>(call->getArgOperand(managed ? 2 : 1));
                const auto known = name ? made.variables.find(*name) : made.variables.end();
                if (shadow && known != made.variables.end())
                    variables.push_back({shadow, known->second, managed});
            }
        for (const variable& v : variables) {
            enter(v);
            v.shadow->replaceAllUsesWith(v.made);
        }
        for (const retargeted::kernel& k : made.kernels) {
            add_mark(*k.made, "tileproof_kernel", "", 0);
            k.made->setName(k.name + ".kernel");
            if (Constant* const handle = handles.lookup(k.name)) enter(k, *handle);
        }
        return true;
    }

    static bool needs_runtime(const Module& device) {
        return any_of(device,
                      [](const Function& f) {
                          return f.isDeclaration() && is_of_runtime(f.getName());
                      }) ||
               any_of(device, [](const Function& f) {
                   return any_of(instructions(f), [](const Instruction& i) {
                       const auto* const call = dyn_cast<CallBase>(&i);
                       return i.isAtomic() || isa<FenceInst>(i) || (call && call->isInlineAsm());
                   });
               });
    }

    // It lies beside this library.
    bool link_runtime() {
        if (std::exchange(has_runtime_, true)) return true;
        Dl_info where{};
        dladdr(reinterpret_cast<const void*>(&retarget), &where);
        SmallString<256> path = sys::path::parent_path(where.dli_fname ? where.dli_fname : "");
        sys::path::append(
            path, target_ == retarget_for::cpu ? "runtime-cpu.bc" : "runtime-cpu_checked.bc");
        SMDiagnostic error;
        std::unique_ptr<Module> functions = parseIRFile(path, error, m_.getContext());
        if (!functions) {
            m_.getContext().emitError(path + ": " + error.getMessage());
            return false;
        }
        return !Linker::linkModules(m_, std::move(functions));
    }

    std::vector<const CallBase*> calls_of(StringRef function) const {
        std::vector<const CallBase*> all;
        if (const Function* const f = m_.getFunction(function))
            for (const User* const u : f->users())
                if (const auto* const call = dyn_cast<CallBase>(u)) all.push_back(call);
        return all;
    }

    static std::optional<std::string> text_of(const Value* v) {
        StringRef text;
        if (!getConstantStringInfo(v, text)) return {};
        return text.str();
    }

    void drop_registration() {
        if (GlobalVariable* const id = m_.getNamedGlobal("__hip_cuid_"))
            id->setLinkage(GlobalValue::InternalLinkage);
        for (const StringRef list : {"llvm.global_ctors", "llvm.global_dtors"}) {
            GlobalVariable* const old = m_.getNamedGlobal(list);
            if (!old) continue;
            SmallVector<Constant*> kept;
            for (const Use& u : cast<ConstantArray>(old->getInitializer())->operands())
                if (!cast<Constant>(u)->getOperand(1)->getName().starts_with("__hip_"))
                    kept.push_back(cast<Constant>(u));
            ArrayType* const type =
                ArrayType::get(cast<ArrayType>(old->getValueType())->getElementType(), kept.size());
            old->setName("");
            if (!kept.empty())
                new GlobalVariable(m_, type, false, GlobalValue::AppendingLinkage,
                                   ConstantArray::get(type, kept), list);
            old->eraseFromParent();
        }
        std::vector<Function*> clangs;
        for (const StringRef name :
             {"__hip_module_ctor", "__hip_module_dtor", "__hip_register_globals"})
            if (Function* const f = m_.getFunction(name)) clangs.push_back(f);
        for (Function* const f : clangs) f->dropAllReferences();
        for (Function* const f : clangs) f->eraseFromParent();
        for (const StringRef name : {"__hip_fatbin_wrapper", "__hip_gpubin_handle", "__hip_fatbin"})
            if (GlobalVariable* const v = m_.getNamedGlobal(name); v && v->use_empty())
                v->eraseFromParent();
    }

    // void call(ptr arguments): a thread of the kernel.
    void enter(const retargeted::kernel& k, Constant& handle) {
        Function* const call =
            Function::Create(FunctionType::get(at_.getVoidTy(), {at_.getPtrTy()}, false),
                             GlobalValue::InternalLinkage, k.name + ".call", m_);
        call->addFnAttr(Attribute::DisableSanitizerInstrumentation);
        at_.SetInsertPoint(BasicBlock::Create(m_.getContext(), "", call));
        std::vector<Value*> given;
        SmallVector<unsigned> sizes, alignments;
        for (const Argument& a : k.made->args()) {
            const unsigned n = a.getArgNo();
            Type* const pointed =
                a.hasByValAttr() ? a.getParamByValType() : k.as_given.getParamByRefType(n);
            Type* const type = pointed ? pointed : a.getType();
            Value* const memory = at_.CreateLoad(
                at_.getPtrTy(), at_.CreateConstGEP1_32(at_.getPtrTy(), call->getArg(0), n));
            given.push_back(pointed ? memory : at_.CreateAlignedLoad(type, memory, Align(1)));
            sizes.push_back(static_cast<unsigned>(m_.getDataLayout().getTypeAllocSize(type)));
            const MaybeAlign asked = k.as_given.getParamAlignment(n);
            alignments.push_back(static_cast<unsigned>(
                (pointed && asked ? *asked : m_.getDataLayout().getABITypeAlign(type)).value()));
        }
        check_size(k);
        CallInst* const runs = at_.CreateCall(k.made, given);
        if (keeps_places_) runs->setIsNoInline();  // its places would go: this function has none
        for (const Argument& a : k.made->args())
            if (a.hasByValAttr())
                runs->addParamAttr(a.getArgNo(), Attribute::getWithByValType(
                                                     m_.getContext(), a.getParamByValType()));
        at_.CreateRetVoid();
        Constant* const shared = list_of_shared(k);
        at_constructor();
        // As cpu_engine::kernel_record has it.
        tell_runtime("tileproof_hip_kernel",
                     {&handle, at_.CreateGlobalStringPtr(name_of_kernel(k.name)),
                      at_.getInt32(static_cast<unsigned>(sizes.size())), table(sizes),
                      table(alignments), call, declared(k), shared, file_of(k), target_of_file(),
                      at_.getInt8(target_ == retarget_for::cpu_checked),
                      at_.getInt8(static_cast<unsigned char>(k.spins))});
    }
    struct variable {
        GlobalVariable* shadow;  // that the host has
        Constant* made;
        bool managed;
    };
    void enter(const variable& v) {
        auto* const g = dyn_cast<GlobalVariable>(v.made->stripPointerCasts());
        if (!g) return;
        at_constructor();
        tell_runtime("tileproof_hip_variable",
                     {v.made, at_.CreateGlobalStringPtr(v.shadow->getName()),
                      at_.getInt64(m_.getDataLayout().getTypeAllocSize(g->getValueType())),
                      at_.getInt8(v.managed)});
    }
    // Calls a function of the runtime with these words in memory.
    void tell_runtime(StringRef function, ArrayRef<Constant*> words) {
        Constant* const record = ConstantStruct::getAnon(words);
        at_.CreateCall(
            m_.getOrInsertFunction(function, at_.getVoidTy(), at_.getPtrTy()),
            {new GlobalVariable(m_, record->getType(), true, GlobalValue::PrivateLinkage, record)});
    }
    Constant* target_of_file() const {
        GlobalVariable* const t = m_.getNamedGlobal("tileproof_hip_target");
        return t ? static_cast<Constant*>(t)
                 : ConstantPointerNull::get(PointerType::get(m_.getContext(), 0));
    }

    Function* function_of_ours(FunctionType* type, const Twine& name) {
        Function* const f = Function::Create(type, GlobalValue::InternalLinkage, name, m_);
        f->addFnAttr(Attribute::DisableSanitizerInstrumentation);
        at_.SetInsertPoint(BasicBlock::Create(m_.getContext(), "", f));
        at_.SetInsertPoint(at_.CreateRetVoid());
        return f;
    }

    void at_constructor() {
        if (!constructor_) {
            constructor_ = function_of_ours(FunctionType::get(at_.getVoidTy(), false),
                                            "tileproof.hip_kernels");
            appendToGlobalCtors(m_, constructor_, 1);
        }
        at_.SetInsertPoint(constructor_->getEntryBlock().getTerminator());
    }

    // void shared(ptr tell): filled when all functions have bodies (tell_shared_variables).
    Constant* list_of_shared(const retargeted::kernel& k) {
        if (shares_functions_ && target_ != retarget_for::cpu)
            return ConstantPointerNull::get(at_.getPtrTy());
        if (shares_functions_)
            return cast<Constant>(
                m_.getOrInsertFunction("tileproof_hip_all_shared", at_.getVoidTy(), at_.getPtrTy())
                    .getCallee());
        Function* const list = function_of_ours(
            FunctionType::get(at_.getVoidTy(), {at_.getPtrTy()}, false), k.name + ".shared");
        list->setMetadata(of_kernel, MDNode::get(m_.getContext(), ValueAsMetadata::get(k.made)));
        return list;
    }

    // For kernels of other files.
    void tell_all_shared() {
        std::vector<GlobalVariable*> all;
        for (GlobalVariable& v : m_.globals())
            if (v.isThreadLocal() && v.hasInternalLinkage()) all.push_back(&v);
        if (!shares_functions_ || target_ != retarget_for::cpu || all.empty()) return;
        Function* const list =
            function_of_ours(FunctionType::get(at_.getVoidTy(), {at_.getPtrTy()}, false), "shared");
        tell(*list, all);
        at_constructor();
        at_.CreateCall(
            m_.getOrInsertFunction("tileproof_hip_shared", at_.getVoidTy(), at_.getPtrTy()),
            {list});
    }

    // A kernel that is declared and has no body: what its launches call, as clang writes it where there is one.
    void give_stubs() {
        constexpr StringLiteral prefix = "__device_stub__";
        std::vector<Function*> stubs;
        for (Function& f : m_)
            if (f.isDeclaration() && f.getName().starts_with(prefix)) stubs.push_back(&f);
        if (stubs.empty()) return;
        const FunctionCallee launch = m_.getOrInsertFunction(
            "tileproof_device_launch", at_.getVoidTy(), at_.getPtrTy(), at_.getPtrTy());
        for (Function* const stub : stubs) {
            const std::string name = stub->getName().drop_front(prefix.size()).str();
            GlobalVariable* handle = m_.getNamedGlobal(name);
            if (!handle)
                handle = new GlobalVariable(m_, at_.getPtrTy(), true, GlobalValue::InternalLinkage,
                                            nullptr);
            handle->setName(name + ".handle");
            handle->setInitializer(stub);
            handle->setLinkage(GlobalValue::InternalLinkage);
            handle->setDSOLocal(true);
            Function* const kernel =
                Function::Create(stub->getFunctionType(), GlobalValue::ExternalLinkage, name, m_);
            kernel->setAttributes(stub->getAttributes());
            at_.SetInsertPoint(BasicBlock::Create(m_.getContext(), "", stub));
            ArrayType* const type = ArrayType::get(at_.getPtrTy(), stub->arg_size() + 1);
            Value* const list = at_.CreateAlloca(type);
            for (Argument& a : stub->args()) {
                Value* memory = &a;
                if (!a.hasByValAttr()) {
                    memory = at_.CreateAlloca(a.getType());
                    at_.CreateStore(&a, memory);
                }
                at_.CreateStore(memory, at_.CreateConstGEP2_32(type, list, 0, a.getArgNo()));
            }
            at_.CreateCall(launch, {handle, list});
            at_.CreateRetVoid();
            stub->setLinkage(GlobalValue::InternalLinkage);
            stub->setDSOLocal(true);
            enter({kernel, name, kernel->getAttributes()}, *handle);
        }
    }

    // __launch_bounds__: a launch with more threads is refused.
    void check_size(const retargeted::kernel& k) {
        unsigned most = 0;
        const StringRef sizes =
            k.as_given.getFnAttr("amdgpu-flat-work-group-size").getValueAsString();  // "1,256"
        Function* const check = m_.getFunction("tileproof_hip_bounds");
        if (check && !sizes.split(',').second.getAsInteger(10, most) && most < 1024)
            at_.CreateCall(check, {at_.getInt32(most)});
    }

    // What debug information says of the parameters (cpu_engine::launch_argument); null without it.
    Constant* declared(const retargeted::kernel& k) {
        const DISubprogram* const s = k.made->getSubprogram();
        Constant* const none = ConstantPointerNull::get(at_.getPtrTy());
        if (!s || !s->getType()) return none;
        const DITypeRefArray types = s->getType()->getTypeArray();
        const std::map<unsigned, StringRef> names = names_of_parameters(*k.made);
        SmallVector<Constant*> all;
        for (unsigned i = 1; i < types.size(); ++i) {
            const DIType* type = plain(types[i]);
            unsigned kind = 4;  // other
            bool constant = false;
            if (const auto* const pointer = dyn_cast_or_null<DIDerivedType>(type)) {
                kind = 0;
                type = pointer->getBaseType();
                constant = is_constant(type);
            } else if (const auto* const basic = dyn_cast_or_null<DIBasicType>(type)) {
                const unsigned encoding = basic->getEncoding();
                kind = encoding == dwarf::DW_ATE_float ? 3
                       : encoding == dwarf::DW_ATE_signed || encoding == dwarf::DW_ATE_signed_char
                           ? 1
                           : 2;
            }
            const DIType* const bare = plain(type);
            all.push_back(ConstantStruct::getAnon(
                {at_.getInt32(kind), none, at_.getInt64(bare ? bare->getSizeInBits() / 8 : 0),
                 at_.CreateGlobalStringPtr(bare ? name_of_type(bare->getName()) : "void"),
                 at_.CreateGlobalStringPtr(names.contains(i) ? names.at(i) : ""),
                 at_.getInt8(constant)}));
        }
        if (all.empty()) return none;
        ArrayType* const type = ArrayType::get(all[0]->getType(), all.size());
        return new GlobalVariable(m_, type, true, GlobalValue::PrivateLinkage,
                                  ConstantArray::get(type, all));
    }

    Constant* file_of(const retargeted::kernel& k) {
        const DISubprogram* const s = k.made->getSubprogram();
        return at_.CreateGlobalStringPtr(s ? s->getFilename() : "");
    }

    // By number, from 1.
    static std::map<unsigned, StringRef> names_of_parameters(const Function& f) {
        std::map<unsigned, StringRef> names;
        const auto note = [&](const DILocalVariable* v) {
            if (v->getArg() > 0 && v->getScope() == f.getSubprogram())
                names[v->getArg()] = v->getName();
        };
        for (const Instruction& i : instructions(f)) {
            if (const auto* const told = dyn_cast<DbgVariableIntrinsic>(&i))
                note(told->getVariable());
            for (const DbgVariableRecord& told : filterDbgVars(i.getDbgRecordRange()))
                note(told.getVariable());
        }
        return names;
    }

    static bool is_constant(const DIType* type) {
        while (const auto* const derived = dyn_cast_or_null<DIDerivedType>(type)) {
            if (derived->getTag() == dwarf::DW_TAG_const_type) return true;
            if (derived->getTag() != dwarf::DW_TAG_volatile_type &&
                derived->getTag() != dwarf::DW_TAG_typedef)
                break;
            type = derived->getBaseType();
        }
        return false;
    }

    // Without const, volatile, restrict and names of other types.
    static const DIType* plain(const DIType* type) {
        while (const auto* const derived = dyn_cast_or_null<DIDerivedType>(type)) {
            if (derived->getTag() == dwarf::DW_TAG_pointer_type ||
                derived->getTag() == dwarf::DW_TAG_reference_type)
                break;
            type = derived->getBaseType();
        }
        return type;
    }

    Constant* table(SmallVector<unsigned> numbers) {
        numbers.push_back(0);
        Constant* const values = ConstantDataArray::get(m_.getContext(), numbers);
        return new GlobalVariable(m_, values->getType(), true, GlobalValue::PrivateLinkage, values);
    }

    Module& m_;
    const StringRef source_;
    const retarget_for target_;
    const bool keeps_places_, shares_functions_;
    IRBuilder<> at_;
    Function* constructor_ = nullptr;
    bool has_runtime_ = false;
};

}  // namespace

void tell_shared_variables(Module& m) {
    const Function* const at_m0 = m.getFunction("tileproof_amdgcn_at_m0");
    const bool asks = at_m0 && any_of(at_m0->users(), IsaPred<CallBase>);
    for (Function& f : m)
        if (const MDNode* const of = f.getMetadata(of_kernel)) {
            auto shared = shared_of(*mdconst::extract<Function>(of->getOperand(0)));
            // cpu-checked needs them for nothing else.
            if (!asks) erase_if(shared, [](const auto* v) { return !v->isThreadLocal(); });
            tell(f, shared);
        }
}

PreservedAnalyses hip_halves::run(Module& m, ModuleAnalysisManager&) {
    joiner j(m, source_, target_, keeps_places_, shares_functions_);
    j.join(device_);
    if (!j.names_device_code()) {
        tell_shared_variables(m);
        remove_unused(m);
    }
    return PreservedAnalyses::none();
}

}  // namespace tileproof::passes
