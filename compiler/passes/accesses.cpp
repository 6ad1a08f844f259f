// SPDX-License-Identifier: MIT
#include "compiler/passes/accesses.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

// The kernel's own local variables and the engine's thread-local ones (threadIdx), and the bytes that say whether a
// variable's constructor has run.
bool is_private(const Value* pointer) {
    const Value* const object = getUnderlyingObject(pointer, 0);
    if (const auto* const v = dyn_cast<GlobalVariable>(object))
        return v->isThreadLocal() || v->getName().starts_with("_ZGV");
    return isa<AllocaInst>(object);
}

bool reads_constant_data(const Value* pointer) {
    if (const auto* const part = dyn_cast<GetElementPtrInst>(pointer))
        pointer = part->getPointerOperand();
    if (const auto* const v = dyn_cast<GlobalVariable>(pointer)) return v->isConstant();
    const auto* const table = dyn_cast<LoadInst>(pointer);
    const MDNode* const type = table ? table->getMetadata(LLVMContext::MD_tbaa) : nullptr;
    return type && type->isTBAAVtableAccess();
}

// An access in the scope of a single thread is a plain one.
bool is_atomic(const Instruction& i) {
    return i.isAtomic() && (!(isa<LoadInst>(i) || isa<StoreInst>(i)) ||
                            getAtomicSyncScopeID(&i) != SyncScope::SingleThread);
}

// std::memory_order.
unsigned number_of(AtomicOrdering order) { return static_cast<unsigned>(toCABI(order)); }

// The bytes of a copied type that are no padding: those of fields that touch each other are one piece.
//   !18 = !{i64 0, i64 4, !9, i64 8, i64 16, !12}   is 4 bytes at 0 and 16 at 8: 4..7 is padding
struct copied_piece {
    std::uint64_t offset = 0, bytes = 0;
    bool exact = true;  // no padding inside
};

// Several "omnipotent chars" may be an array of anything: there may be padding in it.
bool may_be_anything(const MDNode* tag) {
    const auto* const type =
        tag && tag->getNumOperands() ? dyn_cast<MDNode>(tag->getOperand(0)) : nullptr;
    const auto* const name =
        type && type->getNumOperands() ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
    return name && name->getString() == "omnipotent char";
}

std::vector<copied_piece> pieces_of(const MDNode& fields) {
    std::vector<copied_piece> all;
    for (unsigned i = 0; i + 2 < fields.getNumOperands(); i += 3) {
        const auto number = [&](unsigned n) {
            return mdconst::extract<ConstantInt>(fields.getOperand(n))->getZExtValue();
        };
        const std::uint64_t offset = number(i), bytes = number(i + 1);
        const bool exact =
            bytes == 1 || !may_be_anything(dyn_cast<MDNode>(fields.getOperand(i + 2)));
        if (!all.empty() && all.back().offset + all.back().bytes == offset &&
            all.back().exact == exact)
            all.back().bytes += bytes;
        else
            all.push_back({offset, bytes, exact});
    }
    return all;
}

// Does one side show that the copied type is a vector of HIP's (vector_types.h)? It has no padding, and clang says nothing of its
// fields, as it does not for any type with a base.
bool copies_hip_vector(const MemIntrinsic& copy, const DataLayout& layout) {
    const auto is_vector = [&](const Value* pointer) {
        pointer = pointer->stripPointerCasts();
        const auto* const gep = dyn_cast<GEPOperator>(pointer);
        const auto* const local = dyn_cast<AllocaInst>(pointer);
        const auto* const global = dyn_cast<GlobalVariable>(pointer);
        const auto* const type = dyn_cast_or_null<StructType>(gep      ? gep->getResultElementType()
                                                              : local  ? local->getAllocatedType()
                                                              : global ? global->getValueType()
                                                                       : nullptr);
        const auto* const bytes = dyn_cast<ConstantInt>(copy.getLength());
        return type && type->hasName() && type->getName().starts_with("struct.HIP_vector_type") &&
               bytes && bytes->getValue() == layout.getTypeAllocSize(const_cast<StructType*>(type));
    };
    const auto* const transfer = dyn_cast<MemTransferInst>(&copy);
    return is_vector(copy.getRawDest()) || (transfer && is_vector(transfer->getRawSource()));
}

class access_teller {
  public:
    access_teller(Module& m, site_table& sites)
        : sites_(sites), layout_(m.getDataLayout()), c_(m.getContext()) {}

    void tell(Instruction& i) {
        at_.SetInsertPoint(&i);
        at_.SetCurrentDebugLocation(i.getDebugLoc());
        if (auto* const fence = dyn_cast<FenceInst>(&i)) return make_fence(*fence);
        if (is_atomic(i)) return make_atomic(i);
        if (auto* const load = dyn_cast<LoadInst>(&i)) {
            if (!reads_constant_data(load->getPointerOperand()))
                tell_access(i, load->getPointerOperand(), load->getType(), load->getAlign(), false);
        } else if (auto* const store = dyn_cast<StoreInst>(&i)) {
            tell_access(i, store->getPointerOperand(), store->getValueOperand()->getType(),
                        store->getAlign(), true);
        } else if (auto* const memory = dyn_cast<MemIntrinsic>(&i)) {
            if (auto* const copy = dyn_cast<MemTransferInst>(memory))
                tell_side(*memory, false, copy->getRawSource(),
                          copy->getSourceAlign().valueOrOne());
            tell_side(*memory, true, memory->getRawDest(), memory->getDestAlign().valueOrOne());
        } else if (auto* const call = dyn_cast<CallBase>(&i)) {
            tell_results(*call);
        }
    }

  private:
    // A check of a plain access keeps no pointer. That of a read writes nothing that the kernel reads; that of a write sets the twins
    // of variables that have no value yet (unset_variables.hpp).
    FunctionCallee check(const Twine& name, bool write, ArrayRef<Type*> parameters) {
        FunctionCallee f = sites_.runtime(name, at_.getVoidTy(), parameters);
        if (auto* const declared = dyn_cast<Function>(f.getCallee())) {
            declared->addParamAttr(0, Attribute::NoCapture);
            declared->addParamAttr(0, Attribute::ReadOnly);
            if (!write)
                declared->setMemoryEffects(MemoryEffects::readOnly() |
                                           MemoryEffects::inaccessibleOrArgMemOnly());
        }
        return f;
    }

    void tell_range(const Instruction& i, const char* what, Value* pointer, Value* bytes,
                    Align alignment) {
        if (is_private(pointer) || is_of_engine(i)) return;
        const FunctionCallee f =
            check(what, StringRef(what).starts_with("write"),
                  {at_.getPtrTy(), at_.getInt64Ty(), at_.getInt32Ty(), at_.getPtrTy()});
        at_.CreateCall(f, {pointer, bytes, at_.getInt32(static_cast<unsigned>(alignment.value())),
                           sites_.of(i)});
    }

    void tell_access(const Instruction& i, Value* pointer, Type* type, Align alignment,
                     bool write) {
        if (is_private(pointer) || is_of_engine(i)) return;
        const std::uint64_t bytes =
            type->isX86_FP80Ty() ? 16 : layout_.getTypeStoreSize(type).getFixedValue();
        if (!isPowerOf2_64(bytes) || bytes > 16 || type->isX86_FP80Ty())
            return tell_range(i, write ? "write_range" : "read_range", pointer, at_.getInt64(bytes),
                              alignment);
        const bool aligned = alignment.value() >= 8 || alignment.value() % bytes == 0;
        const std::string name =
            (Twine(aligned ? "" : "unaligned_") + (i.isVolatile() ? "volatile_" : "") +
             (write ? "write" : "read") + Twine(bytes))
                .str();
        const std::initializer_list<Type*> types = {at_.getPtrTy(), at_.getPtrTy()};
        at_.CreateCall(i.isVolatile() ? sites_.runtime(name, at_.getVoidTy(), types)
                                      : check(name, write, types),
                       {pointer, sites_.of(i)});
    }

    // One side of a copy: its pieces that are no padding; all of it where the type is not known.
    void tell_side(const MemIntrinsic& i, bool write, Value* pointer, Align alignment) {
        if (is_private(pointer) || is_of_engine(i)) return;
        const auto what = [&](bool exact) {
            return write ? "write_range" : exact ? "read_range" : "read_bytes";
        };
        const MDNode* const fields = i.getMetadata(LLVMContext::MD_tbaa_struct);
        if (!fields)
            return tell_range(i, what(copies_hip_vector(i, layout_)), pointer,
                              at_.CreateZExtOrTrunc(i.getLength(), at_.getInt64Ty()), alignment);
        for (const copied_piece& p : pieces_of(*fields)) {
            Value* const piece =
                p.offset ? at_.CreateConstGEP1_64(at_.getInt8Ty(), pointer, p.offset) : pointer;
            tell_range(i, what(p.exact), piece, at_.getInt64(p.bytes),
                       commonAlignment(alignment, p.offset));
        }
    }

    // What functions of the mathematical library, which nobody instruments, write through pointers.
    void tell_results(const CallBase& call) {
        const Function* const callee = call.getCalledFunction();
        const auto results = callee ? results_of(callee->getName()) : std::nullopt;
        if (!results) return;
        for (unsigned a = results->first; a <= results->last && a < call.arg_size(); ++a)
            tell_range(call, "write_range", call.getArgOperand(a), at_.getInt64(results->bytes),
                       Align(results->bytes));
    }

    void make_fence(FenceInst& fence) {
        const bool thread = fence.getSyncScopeID() != SyncScope::SingleThread;
        const FunctionCallee f =
            sites_.runtime(thread ? "atomic_thread_fence" : "atomic_signal_fence", at_.getVoidTy(),
                           {at_.getInt32Ty(), at_.getPtrTy()});
        at_.CreateCall(f, {at_.getInt32(number_of(fence.getOrdering())), sites_.of(fence)});
        fence.eraseFromParent();
    }

    // "fetch_add", ... of an operation that the runtime makes; else nothing.
    static StringRef name_of(AtomicRMWInst::BinOp operation) {
        switch (operation) {
            case AtomicRMWInst::Xchg:
                return "exchange";
            case AtomicRMWInst::Add:
                return "fetch_add";
            case AtomicRMWInst::Sub:
                return "fetch_sub";
            case AtomicRMWInst::And:
                return "fetch_and";
            case AtomicRMWInst::Or:
                return "fetch_or";
            case AtomicRMWInst::Xor:
                return "fetch_xor";
            case AtomicRMWInst::Nand:
                return "fetch_nand";
            default:
                return "";
        }
    }

    // Calls tileproof_checked_atomicBITS_NAME(pointer, values..., order..., site) in place of the instruction.
    Value* call_atomic(const Instruction& i, StringRef name, Type* result, Value* pointer,
                       ArrayRef<Value*> values, std::initializer_list<AtomicOrdering> orders) {
        Type* const bits = at_.getIntNTy(static_cast<unsigned>(
            layout_.getTypeStoreSizeInBits(result->isVoidTy() ? values[0]->getType() : result)));
        std::vector<Value*> arguments{pointer};
        for (Value* const v : values) arguments.push_back(at_.CreateBitOrPointerCast(v, bits));
        for (const AtomicOrdering order : orders)
            arguments.push_back(at_.getInt32(number_of(order)));
        arguments.push_back(sites_.of(i));
        std::vector<Type*> types;
        for (const Value* const v : arguments) types.push_back(v->getType());
        Value* const made =
            at_.CreateCall(sites_.runtime("atomic" + Twine(bits->getIntegerBitWidth()) + "_" + name,
                                          result->isVoidTy() ? result : bits, types),
                           arguments);
        return result->isVoidTy() ? made : at_.CreateBitOrPointerCast(made, result);
    }

    void make_atomic(Instruction& i) {
        Value* made = nullptr;
        if (auto* const load = dyn_cast<LoadInst>(&i)) {
            made = call_atomic(i, "load", i.getType(), load->getPointerOperand(), {},
                               {load->getOrdering()});
        } else if (auto* const store = dyn_cast<StoreInst>(&i)) {
            call_atomic(i, "store", at_.getVoidTy(), store->getPointerOperand(),
                        {store->getValueOperand()}, {store->getOrdering()});
        } else if (auto* const exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
            Value* const expected = exchange->getCompareOperand();
            Value* const old =
                call_atomic(i, "compare_exchange_val", expected->getType(),
                            exchange->getPointerOperand(), {expected, exchange->getNewValOperand()},
                            {exchange->getSuccessOrdering(), exchange->getFailureOrdering()});
            made = at_.CreateInsertValue(PoisonValue::get(i.getType()), old, 0);
            made = at_.CreateInsertValue(made, at_.CreateICmpEQ(old, expected), 1);
        } else if (auto* const update = dyn_cast<AtomicRMWInst>(&i)) {
            const StringRef name = name_of(update->getOperation());
            Value* const pointer = update->getPointerOperand();
            if (name.empty()) {  // of floating-point numbers, of the larger number
                if (!is_private(pointer))
                    at_.CreateCall(
                        sites_.runtime(
                            "atomic", at_.getVoidTy(),
                            {at_.getPtrTy(), at_.getInt64Ty(), at_.getInt32Ty(), at_.getPtrTy()}),
                        {pointer, at_.getInt64(layout_.getTypeStoreSize(update->getType())),
                         at_.getInt32(number_of(update->getOrdering())), sites_.of(i)});
                return;
            }
            made = call_atomic(i, name, i.getType(), pointer, {update->getValOperand()},
                               {update->getOrdering()});
        }
        if (made) i.replaceAllUsesWith(made);
        i.eraseFromParent();
    }

    site_table& sites_;
    const DataLayout& layout_;
    LLVMContext& c_;
    IRBuilder<> at_{c_};
};

}  // namespace

std::optional<results_of_call> results_of(StringRef function) {
    struct known {
        StringLiteral function;
        results_of_call results;
    };
    static constexpr known all[] = {{"sincosf", {1, 2, 4}},
                                    {"sincos", {1, 2, 8}},
                                    {"modff", {1, 1, 4}},
                                    {"modf", {1, 1, 8}},
                                    {"frexpf", {1, 1, 4}},
                                    {"frexp", {1, 1, 4}},
                                    {"remquof", {2, 2, 4}},
                                    {"remquo", {2, 2, 4}},
                                    {"lgammaf_r", {1, 1, 4}},
                                    {"lgamma_r", {1, 1, 4}},
                                    {"__ocml_sincos_f32", {1, 1, 4}},
                                    {"__ocml_sincos_f64", {1, 1, 8}},
                                    {"__ocml_sincospi_f32", {1, 1, 4}},
                                    {"__ocml_sincospi_f64", {1, 1, 8}}};
    for (const known& k : all)
        if (k.function == function) return k.results;
    return {};
}

void ignore_bit_field_loads(Function& f) {
    using namespace PatternMatch;
    // Accesses of variables and members carry their type, those of bit-fields do not.
    const auto untyped = [](const Instruction& i) { return !i.hasMetadata(LLVMContext::MD_tbaa); };
    for (Instruction& i : instructions(f)) {
        auto* const store = dyn_cast<StoreInst>(&i);
        if (!store || !untyped(i)) continue;
        // %kept = and i32 %word, -256        store i32 %kept, or i32 (or %kept, ..)
        Value *word = nullptr, *kept = store->getValueOperand();
        if (auto* const both = dyn_cast<BinaryOperator>(kept);
            both && both->getOpcode() == Instruction::Or)
            kept = both->getOperand(0);
        if (!match(kept, m_And(m_Value(word), m_Value()))) continue;
        auto* const load = dyn_cast<LoadInst>(word);
        if (load && untyped(*load) && load->hasOneUse() &&
            load->getPointerOperand() == store->getPointerOperand())
            load->setNoSanitizeMetadata();
    }
}

void tell_accesses(Function& f, site_table& sites) {
    std::vector<Instruction*> all;
    for (Instruction& i : instructions(f))
        if (i.mayReadOrWriteMemory() && !i.hasMetadata(LLVMContext::MD_nosanitize))
            all.push_back(&i);
    access_teller teller(*f.getParent(), sites);
    for (Instruction* const i : all) teller.tell(*i);
}

}  // namespace tileproof::passes
