// SPDX-License-Identifier: MIT
#include "compiler/passes/retarget.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/passes/gpu_intrinsics.hpp"
#include "compiler/passes/kernel_part.hpp"
#include "compiler/passes/one_device.hpp"
#include "compiler/passes/polls.hpp"
#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

enum address_space : unsigned { global = 1, shared = 3, constant = 4, of_thread = 5, resource = 8 };

constexpr StringLiteral dynamic_shared = "_ZN9tileproof10cpu_engine14dynamic_sharedEv";
constexpr StringLiteral from_32_bits = "tileproof.pointer.of.32.bits.";

class one_address_space : public ValueMapTypeRemapper {
  public:
    Type* remapType(Type* t) override {
        if (Type* const known = seen_.lookup(t)) return known;
        Type* const made = mapped(*t);
        return seen_[t] = made;
    }

  private:
    Type* mapped(Type& t) {
        LLVMContext& c = t.getContext();
        const auto all = [&](ArrayRef<Type*> types) {
            SmallVector<Type*> made;
            for (Type* const e : types) made.push_back(remapType(e));
            return made;
        };
        if (const auto* const p = dyn_cast<PointerType>(&t))
            return p->getAddressSpace() == resource ? Type::getInt128Ty(c)
                                                    : static_cast<Type*>(PointerType::get(c, 0));
        if (const auto* const a = dyn_cast<ArrayType>(&t))
            return ArrayType::get(remapType(a->getElementType()), a->getNumElements());
        if (const auto* const v = dyn_cast<VectorType>(&t))
            return VectorType::get(remapType(v->getElementType()), v->getElementCount());
        if (const auto* const f = dyn_cast<FunctionType>(&t))
            return FunctionType::get(remapType(f->getReturnType()), all(f->params()),
                                     f->isVarArg());
        auto* const s = dyn_cast<StructType>(&t);
        if (!s || s->isOpaque()) return &t;
        const SmallVector<Type*> made = all(s->elements());
        if (ArrayRef<Type*>(made) == s->elements()) return &t;
        return s->isLiteral() ? StructType::get(c, made, s->isPacked())
                              : StructType::create(c, made, s->getName(), s->isPacked());
    }
    DenseMap<Type*, Type*> seen_;
};

// A cast between address spaces is the pointer itself, also in the initial value of a variable.
class casts_away : public ValueMaterializer {
  public:
    casts_away(ValueToValueMapTy& values, one_address_space& types)
        : values_(values), types_(types) {}
    Value* materialize(Value* v) override {
        const auto* const cast = dyn_cast<ConstantExpr>(v);
        if (!cast || cast->getOpcode() != Instruction::AddrSpaceCast) return nullptr;
        return MapValue(cast->getOperand(0), values_, RF_None, &types_, this);
    }

  private:
    ValueToValueMapTy& values_;
    one_address_space& types_;
};

// Of its GPU; where it names none, of the operations that have one size only.
unsigned lanes_of(const Module& m) {
    for (const Function& f : m) {
        const StringRef cpu = f.getFnAttribute("target-cpu").getValueAsString(),
                        features = f.getFnAttribute("target-features").getValueAsString();
        if (features.contains("+wavefrontsize64")) return 64;
        if (features.contains("+wavefrontsize32")) return 32;
        if (cpu.starts_with("gfx")) return cpu.size() == 6 ? 64 : 32;  // gfx942, gfx1100
    }
    for (const Function& f : m) {
        StringRef name = f.getName();
        if (!name.consume_front("llvm.amdgcn.")) continue;
        if (name.starts_with("mfma") || name.starts_with("smfmac") || name == "ballot.i64")
            return 64;
        if (name == "ballot.i32" || name.starts_with("permlanex16")) return 32;
    }
    return 0;
}

bool is_gfx12(const Module& m) {
    return any_of(m, [](const Function& f) {
        return f.getFnAttribute("target-cpu").getValueAsString().starts_with("gfx12");
    });
}

// What an attribute says of the memory that is passed stays, all that was inferred goes.
AttributeList of_passing(const CallBase* call, AttributeList all, LLVMContext& c) {
    AttributeList kept;
    const bool copies = call && isa<MemIntrinsic>(call);
    for (const unsigned n : all.indexes()) {
        if (n == AttributeList::FunctionIndex) continue;
        for (const Attribute a : all.getAttributes(n)) {
            if (!a.isEnumAttribute() && !a.isTypeAttribute() && !a.isIntAttribute()) continue;
            const Attribute::AttrKind kind = a.getKindAsEnum();
            if (kind == Attribute::ByVal || kind == Attribute::StructRet ||
                kind == Attribute::ZExt || kind == Attribute::SExt ||
                (kind == Attribute::Alignment &&
                 (copies || all.hasAttributeAtIndex(n, Attribute::ByVal))))
                kept = kept.addAttributeAtIndex(c, n, a);
        }
    }
    return kept;
}

// As clang compiles functions for this machine: its processor, its stack, its exceptions.
AttrBuilder of_this_machine(const Module& m) {
    AttrBuilder kept(m.getContext());
    const Function* f = m.getFunction("tileproof_device_barrier");
    if (!f) f = m.getFunction("tileproof_hip_bounds");
    if (!f) return kept;
    for (const Attribute a : f->getAttributes().getFnAttrs())
        if (a.isStringAttribute() || a.hasAttribute(Attribute::UWTable)) kept.addAttribute(a);
    return kept;
}

// Of the headers in hip/headers.
bool is_of_ours(StringRef name) {
    return name.contains("9tileproof6hip_on") || name.contains("9tileproof10cpu_engine");
}

}  // namespace

bool is_of_machine(StringRef name) {
    return name == "malloc" || name == "free" || name.starts_with("_Znw") ||
           name.starts_with("_Zna") || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
}

namespace {

class writer {
  public:
    writer(Module& from, Module& into, retarget_for target, bool shares_functions, StringRef source)
        : from_(from),
          into_(into),
          target_(target),
          shares_functions_(shares_functions),
          source_(source),
          c_(into.getContext()) {}

    retargeted write() {
        prepare();
        retargeted made;
        made.lanes = lanes_of(from_);
        const target_of_code target{.lanes = made.lanes ? made.lanes : 64,
                                    .gfx12 = is_gfx12(from_),
                                    .source = source_,
                                    .shares_functions = shares_functions_};
        for (GlobalVariable& v : from_.globals())
            if (!v.getName().starts_with("llvm.")) copy_variable(v);
        for (Function& f : from_) copy_declaration(f);
        for (GlobalVariable& v : from_.globals())
            if (auto* const copy = cast_or_null<GlobalVariable>(values_.lookup(&v));
                copy && v.hasInitializer() && v.getAddressSpace() != shared)
                copy->setInitializer(cast<Constant>(
                    MapValue(v.getInitializer(), values_, RF_None, &types_, &casts_)));
        std::vector<Function*> functions;
        for (Function& f : from_)
            if (!f.isDeclaration() && !is_there_already(f)) functions.push_back(copy_body(f, made));
        copy_compile_units();
        for (Function* const f : functions) rewrite(*f);
        ask_for_thread_locals();
        for (Function* const f : functions) call_runtime(*f, target);
        for (Function& f : make_early_inc_range(into_)) {
            if (!f.isDeclaration()) continue;
            if (f.getName().starts_with(gpu_prefix) && f.use_empty()) {
                f.eraseFromParent();
            } else if (const auto named = Intrinsic::remangleIntrinsicFunction(&f)) {
                f.replaceAllUsesWith(*named);
                f.eraseFromParent();
            }
        }
        if (target_ == retarget_for::cpu_checked)
            for (const marked& found : marked_)
                add_mark(*found.variable, found.mark, found.file, found.line);
        for (const auto& [name, v] : variables_) made.variables[name] = v;
        return made;
    }

  private:
    struct marked {
        GlobalVariable* variable;
        StringRef mark;
        std::string file;
        unsigned line;
    };

    // Where it is declared, if that is known.
    void mark(const GlobalVariable& v, GlobalVariable& made, StringRef mark) {
        SmallVector<DIGlobalVariableExpression*> told;
        v.getDebugInfo(told);
        if (told.empty()) return marked_.push_back({&made, mark, from_.getSourceFileName(), 0});
        const DIGlobalVariable& place = *told[0]->getVariable();
        marked_.push_back({&made, mark, place.getFilename().str(), place.getLine()});
    }

    // What needs the old types: names of another name, dynamic shared memory, pointers of 32 bits.
    void prepare() {
        for (GlobalAlias& a : make_early_inc_range(from_.aliases())) {
            a.replaceAllUsesWith(a.getAliasee());
            a.eraseFromParent();
        }
        SmallVector<Constant*> dynamic;
        for (GlobalVariable& v : from_.globals())
            if (v.getAddressSpace() == shared && v.isDeclaration()) dynamic.push_back(&v);
        convertUsersOfConstantsToInstructions(dynamic);
        for (Function& f : from_) {
            Instruction* base = nullptr;
            std::vector<IntToPtrInst*> widened;
            std::vector<CastInst*> conversions;
            for (Instruction& i : instructions(f)) {
                if (auto* const p = dyn_cast<IntToPtrInst>(&i)) widened.push_back(p);
                if (isa<FPToSIInst, FPToUIInst>(i)) conversions.push_back(cast<CastInst>(&i));
                for (Use& u : i.operands()) {
                    if (!is_contained(dynamic, u.get())) continue;
                    if (!base)
                        base = CallInst::Create(
                            from_.getOrInsertFunction(dynamic_shared, u->getType()), "shared",
                            f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
                    u.set(base);
                }
            }
            for (IntToPtrInst* const p : widened) mark_widened(*p);
            for (CastInst* const c : conversions) saturate(*c);
        }
    }

    // A number beyond the type: GPUs give the nearest one of 32 bits, and 0 for NaN, of which a narrower type has the lower bits.
    // There is no such rule for 64 bits.
    static void saturate(CastInst& c) {
        if (c.getType()->getScalarSizeInBits() > 32) return;
        IRBuilder<> at(&c);
        at.SetCurrentDebugLocation(c.getDebugLoc());
        Value* const number = c.getOperand(0);
        Value* const nearest = at.CreateIntrinsic(
            isa<FPToSIInst>(c) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
            {c.getType()->getWithNewType(at.getInt32Ty()), number->getType()}, number);
        c.replaceAllUsesWith(at.CreateTrunc(nearest, c.getType()));
        c.eraseFromParent();
    }

    // %p = inttoptr i32 %n to ptr addrspace(3): the address with these lower bits that is nearest to others of its kind.
    void mark_widened(IntToPtrInst& p) {
        if (!p.getType()->isPointerTy()) return;
        const unsigned space = p.getType()->getPointerAddressSpace();
        if (space != shared && space != of_thread) return;
        IRBuilder<> at(&p);
        Value* const n = at.CreateZExtOrTrunc(p.getOperand(0), at.getInt32Ty());
        p.replaceAllUsesWith(
            at.CreateCall(from_.getOrInsertFunction((from_32_bits + Twine(space)).str(),
                                                    p.getType(), at.getInt32Ty()),
                          n));
        p.eraseFromParent();
    }

    void copy_variable(GlobalVariable& v) {
        Type* const type = types_.remapType(v.getValueType());
        const bool in_shared = v.getAddressSpace() == shared;
        if (in_shared && v.isDeclaration()) return;
        if (v.isDeclaration()) {
            values_[&v] = variable_of_machine(v, *type);
            return;
        }
        const bool each_thread = in_shared && target_ == retarget_for::cpu;
        auto* const made = new GlobalVariable(
            into_, type, v.isConstant() && !v.isExternallyInitialized(),
            GlobalValue::InternalLinkage, in_shared ? Constant::getNullValue(type) : nullptr,
            v.getName(), nullptr,
            each_thread ? GlobalValue::GeneralDynamicTLSModel : GlobalValue::NotThreadLocal);
        made->setAlignment(v.getAlign());
        made->setExternallyInitialized(in_shared);  // the engine fills it: it is never read as 0
        values_[&v] = made;
        if (in_shared)
            mark(v, *made, "tileproof_shared");
        else if (v.isExternallyInitialized() && v.getAddressSpace() == constant)
            mark(v, *made, "tileproof_constant");
        else if (!v.isConstant())
            mark(v, *made, "tileproof_device");
        variables_[v.getName()] = made;
    }

    // The index of a thread, and others that the engine has for each thread of the machine (devices/cpu/index.hpp).
    GlobalVariable* variable_of_machine(const GlobalVariable& v, Type& type) {
        if (GlobalVariable* const known = into_.getNamedGlobal(v.getName())) return known;
        const bool of_thread_here = v.getName().contains("10cpu_engine");
        auto* const made = new GlobalVariable(
            into_, &type, v.isConstant(), GlobalValue::ExternalLinkage, nullptr, v.getName(),
            nullptr,
            of_thread_here ? GlobalValue::InitialExecTLSModel : GlobalValue::NotThreadLocal);
        made->setAlignment(v.getAlign());
        return made;
    }

    bool is_there_already(const Function& f) {
        return is_of_machine(f.getName()) ||
               (is_of_ours(f.getName()) && !cast<Function>(values_[&f])->isDeclaration());
    }

    void copy_declaration(Function& f) {
        auto* const type = cast<FunctionType>(types_.remapType(f.getFunctionType()));
        const StringRef name = f.getName();
        const bool of_gpu =
            is_of_gpu(name) || name.starts_with(from_32_bits) ||
            (name.starts_with("llvm.") && f.getIntrinsicID() == Intrinsic::not_intrinsic);
        if (Function* const known = into_.getFunction(name);
            known && (is_of_ours(name) || is_of_machine(name)) && known->getFunctionType() == type)
            values_[&f] = known;  // the same function, as the passes know it by its name
        else if ((!f.isDeclaration() && !is_of_machine(name)) || of_gpu)
            values_[&f] = Function::Create(
                type,
                f.isDeclaration() ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage,
                of_gpu ? gpu_prefix + name : Twine(name), into_);
        else
            values_[&f] = cast<Function>(into_.getOrInsertFunction(name, type).getCallee());
    }

    Function* copy_body(Function& f, retargeted& made) {
        auto* const copy = cast<Function>(values_[&f]);
        auto to = copy->arg_begin();
        for (Argument& a : f.args()) {
            to->setName(a.getName());
            values_[&a] = &*to++;
        }
        SmallVector<ReturnInst*> returns;
        CloneFunctionInto(copy, &f, values_, CloneFunctionChangeType::ClonedModule, returns, "",
                          nullptr, &types_, &casts_);
        if (f.getCallingConv() == CallingConv::AMDGPU_KERNEL)
            made.kernels.push_back({copy, f.getName().str(), f.getAttributes(), may_spin(f)});
        // As on a GPU, where calls are dear: what is cut at barriers is one function, and a library's place is its caller's.
        // Layouts with checks in them would multiply the code.
        const bool apart = target_ == retarget_for::cpu_checked && is_of_layouts(f);
        const bool inlined = !apart && (f.hasFnAttribute(Attribute::AlwaysInline) ||
                                        (!f.hasFnAttribute(Attribute::NoInline) &&
                                         (target_ == retarget_for::cpu || is_of_library(f))));
        copy->setAttributes(
            of_passing(nullptr, f.getAttributes(), c_).addFnAttributes(c_, machine_));
        if (inlined && f.getCallingConv() != CallingConv::AMDGPU_KERNEL)
            copy->addFnAttr(Attribute::AlwaysInline);
        copy->setCallingConv(CallingConv::C);
        // A device function of one file that another file of the program calls (-fgpu-rdc).
        // Hidden, so that no library's function of that name takes its place.
        const bool of_program = shares_functions_ && f.hasExternalLinkage() &&
                                copy->getName() == f.getName() &&
                                f.getCallingConv() != CallingConv::AMDGPU_KERNEL;
        copy->setLinkage(of_program ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
        copy->setVisibility(of_program ? GlobalValue::HiddenVisibility
                                       : GlobalValue::DefaultVisibility);
        copy->setSection("");
        copy->setComdat(nullptr);
        copy->setPersonalityFn(nullptr);
        return copy;
    }

    // For each function LLVM would look for them through all types that the function knows.
    void copy_compile_units() {
        const NamedMDNode* const units = from_.getNamedMetadata("llvm.dbg.cu");
        if (!units) return;
        NamedMDNode* const known = into_.getOrInsertNamedMetadata("llvm.dbg.cu");
        for (const MDNode* const unit : units->operands())
            known->addOperand(MapMetadata(unit, values_, RF_None, &types_, &casts_));
    }

    void rewrite(Function& f) {
        const Align widest(8);  // as -fmax-type-align=8
        for (Instruction& i : make_early_inc_range(instructions(f))) {
            // An optimiser drops places. Then the function's is the nearest one that is sure. A front end gives none to
            // stores of parameters.
            if (const DISubprogram* const in = f.getSubprogram();
                in && !i.getDebugLoc() && !isa<StoreInst>(i))
                i.setDebugLoc(DILocation::get(c_, in->getLine(), 0, f.getSubprogram()));
            i.dropUnknownNonDebugMetadata({LLVMContext::MD_annotation, LLVMContext::MD_loop,
                                           LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct,
                                           LLVMContext::MD_prof, LLVMContext::MD_fpmath,
                                           c_.getMDKindID(mark_of_ints)});
            if (auto* const cast = dyn_cast<AddrSpaceCastInst>(&i)) {
                cast->replaceAllUsesWith(cast->getOperand(0));
                cast->eraseFromParent();
            } else if (auto* const call = dyn_cast<CallBase>(&i)) {
                call->setCallingConv(CallingConv::C);
                call->setAttributes(of_passing(call, call->getAttributes(), c_));
                if (auto* const plain = dyn_cast<CallInst>(call)) plain->setTailCall(false);
            } else if (i.isAtomic() || isa<FenceInst>(i)) {
                keep_scope(i);
            } else if (auto* const load = dyn_cast<LoadInst>(&i)) {
                load->setAlignment(std::min(load->getAlign(), widest));
            } else if (auto* const store = dyn_cast<StoreInst>(&i)) {
                store->setAlignment(std::min(store->getAlign(), widest));
            }
        }
    }

    // As clang writes it: the address of a variable that each thread of this machine has is asked for.
    void ask_for_thread_locals() {
        SmallVector<Constant*> all;
        for (GlobalVariable& v : into_.globals())
            if (v.isThreadLocal()) all.push_back(&v);
        convertUsersOfConstantsToInstructions(all);
        for (Constant* const v : all)
            for (Use& u : make_early_inc_range(v->uses())) {
                auto* const i = dyn_cast<Instruction>(u.getUser());
                const auto* const call = dyn_cast_or_null<IntrinsicInst>(i);
                if (!i || (call && call->getIntrinsicID() == Intrinsic::threadlocal_address))
                    continue;
                auto* const phi = dyn_cast<PHINode>(i);
                IRBuilder<> at(phi ? phi->getIncomingBlock(u)->getTerminator() : i);
                auto* const variable = cast<GlobalVariable>(v);
                Value* address = at.CreateThreadLocalAddress(variable);
                // threadIdx.x is a member of threadIdx, whose address is the same: reports have its name.
                if (isa<LoadInst>(i) && i->getType()->isIntegerTy() &&
                    is_contained(index_variables, variable->getName()))
                    address =
                        at.CreateConstInBoundsGEP2_32(variable->getValueType(), address, 0, 0);
                u.set(address);
            }
    }

    // The scope is told to the runtime, as headers do it (devices/cpu/scope.hpp), and each operation is one for all threads.
    void keep_scope(Instruction& i) {
        const std::optional<SyncScope::ID> given = getAtomicSyncScopeID(&i);
        if (!given || *given == SyncScope::SingleThread) return;
        SmallVector<StringRef> names;
        c_.getSyncScopeNames(names);
        StringRef name = names[*given];
        name.consume_back("-one-as");
        // The system's is told as the device's, which is what holds where nothing is told: that of C's own atomics, around
        // which a header may have told another.
        const unsigned thread = 0, wave = 1, block = 2, device = 3;
        const unsigned scope = name == "singlethread" ? thread
                               : name == "wavefront"  ? wave
                               : name == "workgroup"  ? block
                                                      : device;
        const auto set = [&](auto* of_kind) {
            if (of_kind) of_kind->setSyncScopeID(SyncScope::System);
        };
        set(dyn_cast<FenceInst>(&i));
        set(dyn_cast<LoadInst>(&i));
        set(dyn_cast<StoreInst>(&i));
        set(dyn_cast<AtomicRMWInst>(&i));
        set(dyn_cast<AtomicCmpXchgInst>(&i));
        IRBuilder<> at(&i);
        const auto tell = [&](unsigned s) {
            if (Function* const f = into_.getFunction("tileproof_device_scope"))
                at.CreateCall(f, at.getInt32(s));
        };
        if (scope != device) tell(scope);
        at.SetInsertPoint(i.getNextNode());
        if (scope != device) tell(device);
        // A thread that waits for another one of its block lets it run.
        if (target_ == retarget_for::cpu && !isa<FenceInst, StoreInst>(i))
            call_of_poll(i, "_ZN9tileproof10cpu_engine10might_pollEPKvmPKNS0_9call_siteE");
    }

    void call_runtime(Function& f, const target_of_code& target) {
        std::vector<CallBase*> calls;
        for (Instruction& i : instructions(f))
            if (auto* const call = dyn_cast<CallBase>(&i)) calls.push_back(call);
        for (CallBase* const call : calls) {
            const Function* const callee = call->getCalledFunction();
            if (callee && callee->getName().starts_with(gpu_prefix) &&
                callee->getName().contains(from_32_bits))
                widen(*call);
            else
                replace_gpu_call(*call, target);
        }
    }

    void widen(CallBase& call) {
        Function& f = *call.getFunction();
        IRBuilder<> at(&call);
        Value* near = nullptr;
        if (call.getCalledFunction()->getName().ends_with("5")) {
            near = IRBuilder<>(&f.getEntryBlock(), f.getEntryBlock().begin())
                       .CreateAlloca(at.getInt8Ty());
        } else {
            const auto v =
                find_if(marked_, [](const marked& m) { return m.mark == "tileproof_shared"; });
            near = v != marked_.end()
                       ? static_cast<Value*>(v->variable)
                       : at.CreateCall(into_.getOrInsertFunction(dynamic_shared, at.getPtrTy()));
        }
        if (auto* const v = dyn_cast<GlobalVariable>(near); v && v->isThreadLocal())
            near = at.CreateThreadLocalAddress(v);
        Value* const low = at.CreatePtrToInt(near, at.getInt32Ty());
        call.replaceAllUsesWith(
            at.CreateGEP(at.getInt8Ty(), near,
                         at.CreateSExt(at.CreateSub(call.getArgOperand(0), low), at.getInt64Ty())));
        call.eraseFromParent();
    }

    Module &from_, &into_;
    const retarget_for target_;
    const bool shares_functions_;
    const StringRef source_;
    LLVMContext& c_;
    one_address_space types_;
    ValueToValueMapTy values_;
    casts_away casts_{values_, types_};
    StringMap<GlobalVariable*> variables_;
    const AttrBuilder machine_ = of_this_machine(into_);
    std::vector<marked> marked_;
};

}  // namespace

retargeted retarget(Module& from, Module& into, retarget_for target, bool shares_functions,
                    StringRef source) {
    return writer(from, into, target, shares_functions, source).write();
}

void add_mark(GlobalValue& marked, StringRef mark, StringRef file, unsigned line) {
    Module& m = *marked.getParent();
    IRBuilder<> at(m.getContext());
    const auto text = [&](StringRef words) -> Constant* {
        Constant* const value = ConstantDataArray::getString(m.getContext(), words);
        auto* const v =
            new GlobalVariable(m, value->getType(), true, GlobalValue::PrivateLinkage, value);
        v->setSection("llvm.metadata");
        return v;
    };
    SmallVector<Constant*> all;
    GlobalVariable* const old = m.getNamedGlobal("llvm.global.annotations");
    if (old)
        for (const Use& u : cast<ConstantArray>(old->getInitializer())->operands())
            all.push_back(cast<Constant>(u));
    Constant* const none = ConstantPointerNull::get(at.getPtrTy());
    all.push_back(
        ConstantStruct::getAnon({&marked, text(mark), text(file), at.getInt32(line), none}));
    ArrayType* const type = ArrayType::get(all[0]->getType(), all.size());
    auto* const made = new GlobalVariable(m, type, false, GlobalValue::AppendingLinkage,
                                          ConstantArray::get(type, all), "");
    made->setSection("llvm.metadata");
    if (old) {
        made->takeName(old);
        old->eraseFromParent();
    } else {
        made->setName("llvm.global.annotations");
    }
}

}  // namespace tileproof::passes
