// SPDX-License-Identifier: MIT
#include "compiler/passes/unset_variables.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <array>
#include <optional>

#include "compiler/passes/site_table.hpp"
#include "compiler/passes/variable_names.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

// The runtime is told of larger variables without a look at the twin.
constexpr std::uint64_t most_asked = 64;  // bytes

struct unset_variable {
    StringRef name;
    StringRef returned_by;  // a function whose result it gets
    BitVector data;         // by byte
    AllocaInst* twin = nullptr;
    // A byte: 1 while the runtime knows of the variable. Null when its address stays in the function.
    AllocaInst* told = nullptr;
    SmallVector<AllocaInst*> copied_to;  // variables that get its value or a part of it
};

// The bytes of a variable that an instruction leaves unset.
struct unset_piece {
    Value* pointer;
    std::optional<std::uint64_t> bytes;
};

Value* base_of(Value* pointer) {
    while (auto* const part = dyn_cast<GetElementPtrInst>(pointer))
        pointer = part->getPointerOperand();
    return pointer;
}
bool is_own(Value* pointer) { return isa<AllocaInst>(base_of(pointer)); }

bool begins(const Instruction& i) { return i.hasMetadata(LLVMContext::MD_annotation); }

Value* written_pointer(Instruction& i) {
    if (auto* const store = dyn_cast<StoreInst>(&i)) return store->getPointerOperand();
    if (auto* const copy = dyn_cast<MemIntrinsic>(&i)) return copy->getRawDest();
    return nullptr;
}

// A parameter of __shfl() and the like, which was inlined: each lane hands its value to others, of which most look at one lane's.
//   int base;
//   if (lane == 0) base = atomicAdd(count, n);
//   base = __shfl(base, 0);
bool is_for_other_lanes(const AllocaInst& memory) {
    const DILocalVariable* const v = variable_at(&memory);
    if (!v || !v->getArg() || !is_library_file(v->getScope()->getFilename())) return false;
    const StringRef function = v->getScope()->getSubprogram()->getName();
    return any_of(std::array{"shfl", "dpp", "pulled", "pushed", "lane_value", "first_lane"},
                  [&](const char* name) { return function.contains(name); });
}

// Does the store pass a number to a call that was inlined? clang gives such a store no place. A struct is copied there.
bool passes_argument(const StoreInst& store, const AllocaInst& memory) {
    const DILocalVariable* const v = variable_at(&memory);
    return v && v->getArg() && !store.getDebugLoc() &&
           !memory.getAllocatedType()->isAggregateType() && !is_for_other_lanes(memory);
}

// Is the value only stored to variables of the function? A load that nobody uses stands for an access (vector_elements.hpp).
bool is_only_copied(const LoadInst& load) {
    return !load.use_empty() && all_of(load.uses(), [](const Use& u) {
        auto* const store = dyn_cast<StoreInst>(u.getUser());
        const auto* const to =
            store ? dyn_cast<AllocaInst>(base_of(store->getPointerOperand())) : nullptr;
        return to && u.getOperandNo() == 0 && !passes_argument(*store, *to);
    });
}

// Does the load put a struct into a register, for a call or a return? Loads of members have a type (tbaa), this one has none.
bool passes_struct(const LoadInst& load) {
    return !load.hasMetadata(LLVMContext::MD_tbaa) && !load.use_empty() &&
           cast<AllocaInst>(base_of(const_cast<Value*>(load.getPointerOperand())))
               ->getAllocatedType()
               ->isAggregateType() &&
           all_of(load.users(), [](const User* u) { return isa<CallBase, ReturnInst>(u); });
}

// True when the next instruction follows for sure and nobody sees a local variable in between, except by its name.
bool passes_by(Instruction& i) {
    if (i.isTerminator()) return false;
    if (auto* const load = dyn_cast<LoadInst>(&i)) return is_own(load->getPointerOperand());
    if (auto* const copy = dyn_cast<MemTransferInst>(&i))
        return is_own(copy->getRawDest()) &&
               (is_own(copy->getRawSource()) || isa<GlobalVariable>(copy->getRawSource()));
    if (Value* const pointer = written_pointer(i)) return is_own(pointer);
    const auto* const call = dyn_cast<IntrinsicInst>(&i);
    return !i.mayReadOrWriteMemory() || (call && call->isAssumeLikeIntrinsic() &&
                                         call->getIntrinsicID() != Intrinsic::lifetime_end);
}

// Functions that may return a struct of which a part is unset, and the variable's name.
using returning_functions = MapVector<const Function*, StringRef>;

constexpr std::uint64_t most_returned = 64;  // bytes: all that a GPU returns in registers
constexpr const char* returned_name = "tileproof.returned";

// Where a function leaves the bits of what it returns for its caller, which takes them at once. All files of a program share it,
// as they do functions that each of them defines.
GlobalVariable& returned_bits(Module& m) {
    if (auto* const known = m.getNamedGlobal(returned_name)) return *known;
    auto* const bytes = ArrayType::get(Type::getInt8Ty(m.getContext()), most_returned);
    auto* const made = new GlobalVariable(m, bytes, false, GlobalValue::LinkOnceODRLinkage,
                                          Constant::getNullValue(bytes), returned_name);
    made->setVisibility(GlobalValue::HiddenVisibility);
    made->setAlignment(Align(8));
    return *made;
}

class function_twins {
  public:
    function_twins(Function& f, site_table& sites) : f_(f), sites_(sites) { find(); }
    // The name of a variable that it returns; empty: what it returns is set.
    StringRef returned(const returning_functions&) const;
    // Variables that get what such functions return. True if there are new ones.
    bool follow_returned(const returning_functions&);
    void run(const returning_functions&);

  private:
    void find();
    void follow_copies();
    void add(AllocaInst&, StringRef name, StringRef returned_by = "");
    Constant* text_of(const unset_variable&) const;
    IntegerType* bits_of(Type*) const;
    Value* returned_into(StoreInst&);
    void take_returned(CallInst&);
    void hand_back(ReturnInst&);
    AllocaInst* followed(Value* pointer) const;
    Value* twin_of(Value* pointer);
    BitVector data_at(Value* pointer, std::uint64_t bytes) const;
    Constant* mask(Value* pointer, std::uint64_t bytes) const;  // the bits of data_at
    Value* load_twin(IRBuilder<>&, Value* pointer, std::uint64_t bytes);
    Value* any_unset(IRBuilder<>&, ArrayRef<unset_piece>);
    void begin_telling(Value* condition, AllocaInst&, Instruction* before);
    void end_telling(AllocaInst&, Instruction* before);
    void check(LoadInst&);
    void follow(StoreInst&);
    void follow(MemIntrinsic&);

    Function& f_;
    site_table& sites_;
    const DataLayout& layout_ = f_.getParent()->getDataLayout();
    PointerType* const pointer_ = PointerType::getUnqual(f_.getContext());
    Type* const void_ = Type::getVoidTy(f_.getContext());
    MapVector<AllocaInst*, unset_variable> variables_;
    DenseMap<Value*, Value*> twins_;     // of addresses inside of variables
    DenseMap<Value*, Value*> returned_;  // the bits of what is returned, here or by a call
};

std::optional<std::uint64_t> bytes_written(const Instruction& i, const DataLayout& layout) {
    if (const auto* const store = dyn_cast<StoreInst>(&i))
        return layout.getTypeStoreSize(store->getValueOperand()->getType());
    const auto* const length = dyn_cast<ConstantInt>(cast<MemIntrinsic>(i).getLength());
    return length ? std::optional(length->getZExtValue()) : std::nullopt;
}

// How a function uses the address of one of its variables.
struct address_uses {
    bool known = true, escapes = false;
    SmallVector<AllocaInst*> copied_to;
};

address_uses uses_of(AllocaInst& memory) {
    address_uses all;
    const auto copied = [&](Value* to) {
        auto* const other = dyn_cast<AllocaInst>(base_of(to));
        if (other && !is_for_other_lanes(*other)) all.copied_to.push_back(other);
    };
    SmallVector<Value*> open{&memory};
    while (!open.empty())
        for (const Use& u : open.pop_back_val()->uses()) {
            auto* const i = cast<Instruction>(u.getUser());
            const auto* const call = dyn_cast<CallBase>(i);
            if (isa<GetElementPtrInst>(i)) {
                open.push_back(i);
            } else if (auto* const load = dyn_cast<LoadInst>(i)) {
                if (is_only_copied(*load))
                    for (User* const store : load->users())
                        copied(cast<StoreInst>(store)->getPointerOperand());
            } else if (auto* const copy = dyn_cast<MemIntrinsic>(i)) {
                if (u.getOperandNo() == 1) copied(copy->getRawDest());
            } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(i)) {
                all.known = false;
            } else if (call && !i->isLifetimeStartOrEnd()) {
                const Function* const callee = call->getCalledFunction();
                all.escapes = true;
                all.known = all.known && callee && is_checked(*callee) && !is_of_engine(*callee);
            } else if (!call && !isa<CmpInst>(i)) {
                all.escapes = all.escapes || !isa<StoreInst>(i) || u.getOperandNo() == 0;
            }
        }
    return all;
}

void function_twins::add(AllocaInst& memory, StringRef name, StringRef returned_by) {
    if (const auto known = variables_.find(&memory); known != variables_.end()) {
        if (known->second.returned_by.empty()) known->second.returned_by = returned_by;
        return;
    }
    if (!memory.isStaticAlloca()) return;
    const address_uses uses = uses_of(memory);
    const DILocalVariable* const declared = variable_at(&memory);
    BitVector data =
        data_bytes(declared ? declared->getType() : nullptr, *memory.getAllocationSize(layout_));
    if (!uses.known || data.none()) return;
    unset_variable& v = variables_[&memory];
    v.name = name.empty() && declared ? declared->getName() : name;
    if (v.name.empty()) v.name = memory.getName();
    v.returned_by = returned_by;
    v.data = std::move(data);
    IRBuilder<> at(memory.getNextNode());
    v.twin = at.CreateAlloca(memory.getAllocatedType(), memory.getArraySize(),
                             "unset." + memory.getName());
    v.twin->setAlignment(memory.getAlign());
    if (uses.escapes) v.told = at.CreateAlloca(at.getInt8Ty(), nullptr, "told." + memory.getName());
    v.copied_to = uses.copied_to;
}

void function_twins::find() {
    for (Instruction& i : instructions(f_)) {
        Value* const pointer = begins(i) ? written_pointer(i) : nullptr;
        if (!pointer) continue;
        i.setNoSanitizeMetadata();  // the source has no such access
        auto* const memory = dyn_cast<AllocaInst>(base_of(pointer));
        if (memory && !is_of_library(i) && !is_of_engine(i)) add(*memory, "");
    }
    follow_copies();
}

// A copy of an unset variable is unset, too.
void function_twins::follow_copies() {
    for (std::size_t n = 0; n < variables_.size(); ++n) {
        const unset_variable v = variables_.begin()[n].second;
        for (AllocaInst* const other : v.copied_to) add(*other, v.name, v.returned_by);
    }
}

// The call of such a function; null: another value.
CallInst* returning_call(Value* v, const returning_functions& all) {
    auto* const call = dyn_cast<CallInst>(v);
    return call && call->getCalledFunction() && all.contains(call->getCalledFunction()) ? call
                                                                                        : nullptr;
}

// The call whose result, or a member of it, the store puts into a variable.
Value* stored_result(StoreInst& store) {
    Value* const v = store.getValueOperand();
    auto* const member = dyn_cast<ExtractValueInst>(v);
    return member ? member->getAggregateOperand() : v;
}

StringRef source_name(const Function& f) {
    const DISubprogram* const known = f.getSubprogram();
    return known ? known->getName() : f.getName();
}

bool function_twins::follow_returned(const returning_functions& all) {
    const std::size_t before = variables_.size();
    for (Instruction& i : instructions(f_))
        if (auto* const store = dyn_cast<StoreInst>(&i))
            if (const CallInst* const call = returning_call(stored_result(*store), all))
                if (auto* const to = dyn_cast<AllocaInst>(base_of(store->getPointerOperand())))
                    add(*to, variable_at(to) ? "" : all.lookup(call->getCalledFunction()),
                        source_name(*call->getCalledFunction()));
    follow_copies();
    return variables_.size() > before;
}

StringRef function_twins::returned(const returning_functions& all) const {
    Type* const type = f_.getReturnType();
    if (type->isVoidTy() || layout_.getTypeStoreSize(type) > most_returned) return "";
    for (const BasicBlock& b : f_)
        if (const auto* const end = dyn_cast<ReturnInst>(b.getTerminator())) {
            if (const CallInst* const call = returning_call(end->getReturnValue(), all))
                return all.lookup(call->getCalledFunction());
            const auto* const load = dyn_cast<LoadInst>(end->getReturnValue());
            if (!load) continue;
            AllocaInst* const memory = followed(const_cast<Value*>(load->getPointerOperand()));
            if (memory && passes_struct(*load)) return variables_.find(memory)->second.name;
        }
    return "";
}

AllocaInst* function_twins::followed(Value* pointer) const {
    auto* const memory = dyn_cast<AllocaInst>(base_of(pointer));
    return memory && variables_.contains(memory) ? memory : nullptr;
}

// The same address in the twin.
Value* function_twins::twin_of(Value* pointer) {
    auto* const part = dyn_cast<GetElementPtrInst>(pointer);
    if (!part) return variables_[cast<AllocaInst>(pointer)].twin;
    Value*& known = twins_[part];
    if (known) return known;
    auto* const twin = cast<GetElementPtrInst>(part->clone());
    twin->setNoWrapFlags(GEPNoWrapFlags::none());
    twin->insertAfter(part);
    twins_[part] = twin;
    twin->setOperand(0, twin_of(part->getPointerOperand()));
    return twin;
}

// Which of these bytes hold values. All of them when their offset in the variable is not a constant.
BitVector function_twins::data_at(Value* pointer, std::uint64_t bytes) const {
    APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    auto* const memory =
        dyn_cast<AllocaInst>(pointer->stripAndAccumulateConstantOffsets(layout_, offset, true));
    BitVector data(static_cast<unsigned>(bytes), true);
    if (!memory || offset.isNegative()) return data;
    const BitVector& all = variables_.find(memory)->second.data;
    const std::uint64_t first = offset.getZExtValue();
    for (unsigned i = 0; i < bytes && first + i < all.size(); ++i)
        if (!all[static_cast<unsigned>(first) + i]) data.reset(i);
    return data;
}

Constant* function_twins::mask(Value* pointer, std::uint64_t bytes) const {
    APInt bits(static_cast<unsigned>(8 * bytes), 0);
    for (const unsigned i : data_at(pointer, bytes).set_bits()) bits.setBits(8 * i, 8 * i + 8);
    return ConstantInt::get(f_.getContext(), bits);
}

Value* function_twins::load_twin(IRBuilder<>& at, Value* pointer, std::uint64_t bytes) {
    return at.CreateAlignedLoad(at.getIntNTy(static_cast<unsigned>(8 * bytes)), twin_of(pointer),
                                Align(1));
}

// The loads are as wide as the stores to the twin, so that -O2 can fold them.
Value* function_twins::any_unset(IRBuilder<>& at, ArrayRef<unset_piece> pieces) {
    std::uint64_t asked = 0;
    for (const unset_piece& p : pieces) asked += p.bytes.value_or(most_asked + 1);
    if (asked > most_asked) return at.getTrue();
    Value* sum = at.getInt64(0);
    for (const unset_piece& p : pieces) {
        const std::uint64_t widest = isPowerOf2_64(*p.bytes) && *p.bytes <= 8 ? *p.bytes : 4;
        for (std::uint64_t first = 0, width = 0; first < *p.bytes; first += width) {
            width = std::min(widest, bit_floor(*p.bytes - first));
            Value* const part = at.CreateConstGEP1_64(at.getInt8Ty(), twin_of(p.pointer), first);
            Type* const bits = at.getIntNTy(static_cast<unsigned>(8 * width));
            sum = at.CreateOr(
                sum, at.CreateZExt(at.CreateAlignedLoad(bits, part, Align(1)), at.getInt64Ty()));
        }
    }
    return at.CreateIsNotNull(sum);
}

// "p", or "p\nbest" of one that best returns.
Constant* function_twins::text_of(const unset_variable& v) const {
    if (v.returned_by.empty()) return sites_.text(v.name);
    return sites_.text((v.name + "\n" + v.returned_by).str());
}

void function_twins::begin_telling(Value* condition, AllocaInst& memory, Instruction* before) {
    const unset_variable& v = variables_[&memory];
    IRBuilder<> at(SplitBlockAndInsertIfThen(condition, before, false));
    at.CreateStore(at.getInt8(1), v.told);
    at.CreateCall(
        sites_.runtime("begin_unset", void_, {pointer_, pointer_, at.getInt64Ty(), pointer_}),
        {&memory, v.twin, at.getInt64(v.data.size()), text_of(v)});
}

// Runs before the variable or its function ends.
void function_twins::end_telling(AllocaInst& memory, Instruction* before) {
    AllocaInst* const told = variables_[&memory].told;
    if (!told) return;
    IRBuilder<> at(before);
    Value* const known = at.CreateIsNotNull(at.CreateLoad(at.getInt8Ty(), told));
    at.SetInsertPoint(SplitBlockAndInsertIfThen(known, before, false));
    at.CreateStore(at.getInt8(0), told);
    at.CreateCall(sites_.runtime("end_unset", void_, {pointer_}), {&memory});
}

void function_twins::check(LoadInst& load) {
    AllocaInst* const memory = followed(load.getPointerOperand());
    if (!memory || load.hasMetadata(LLVMContext::MD_nosanitize) || is_only_copied(load)) return;
    const bool all = passes_struct(load), whole = all || load.getType()->isVectorTy();
    Value* const from = all ? memory : load.getPointerOperand();
    const std::uint64_t bytes = all ? variables_[memory].data.size()
                                    : layout_.getTypeStoreSize(load.getType()).getFixedValue();
    Constant* const data = mask(from, bytes);
    if (data->isNullValue()) return;
    IRBuilder<> at(&load);
    Value* const unset = load_twin(at, from, bytes);
    Value* const wrong = whole ? at.CreateICmpEQ(unset, data) : at.CreateIsNotNull(unset);
    // A part of it may be unset: the caller is told, and reports it where it is read.
    if (all)
        returned_[&load] = at.CreateZExtOrTrunc(
            at.CreateSelect(wrong, Constant::getNullValue(unset->getType()), unset),
            bits_of(load.getType()));
    at.SetInsertPoint(SplitBlockAndInsertIfThen(
        wrong, &load, false, MDBuilder(f_.getContext()).createUnlikelyBranchWeights()));
    at.SetCurrentDebugLocation(load.getDebugLoc());
    at.CreateCall(sites_.runtime("unset", void_, {pointer_, pointer_}),
                  {text_of(variables_[memory]), sites_.of(load)});
}

IntegerType* function_twins::bits_of(Type* type) const {
    const std::uint64_t bytes = layout_.getTypeStoreSize(type).getFixedValue();
    return IntegerType::get(f_.getContext(), static_cast<unsigned>(8 * bytes));
}

void function_twins::take_returned(CallInst& call) {
    IRBuilder<> at(call.getNextNode());
    auto* const bits = at.CreateLoad(bits_of(call.getType()), &returned_bits(*f_.getParent()));
    bits->setNoSanitizeMetadata();
    returned_[&call] = bits;
}

void function_twins::hand_back(ReturnInst& end) {
    Value* const bits = returned_.lookup(end.getReturnValue());
    IRBuilder<> at(&end);
    at.CreateStore(bits ? bits : Constant::getNullValue(bits_of(f_.getReturnType())),
                   &returned_bits(*f_.getParent()))
        ->setNoSanitizeMetadata();
}

// The bits of a result, or of a member of it, that is stored; null: another value.
Value* function_twins::returned_into(StoreInst& store) {
    Value* const result = stored_result(store);
    Value* bits = isa<CallInst>(result) ? returned_.lookup(result) : nullptr;
    if (!bits) return nullptr;
    IRBuilder<> at(store.getNextNode());
    if (auto* const member = dyn_cast<ExtractValueInst>(store.getValueOperand())) {
        SmallVector<Value*> place{at.getInt32(0)};
        for (const unsigned index : member->indices()) place.push_back(at.getInt32(index));
        bits = at.CreateLShr(bits, 8 * layout_.getIndexedOffsetInType(result->getType(), place));
    }
    return at.CreateZExtOrTrunc(bits, bits_of(store.getValueOperand()->getType()));
}

void function_twins::follow(StoreInst& store) {
    Value* const to = store.getPointerOperand();
    AllocaInst* const memory = followed(to);
    if (!memory) return;
    const std::uint64_t bytes = *bytes_written(store, layout_);
    IRBuilder<> at(store.getNextNode());
    Constant* const all = mask(to, bytes);
    Value* unset = begins(store) ? all : Constant::getNullValue(all->getType());
    auto* const load = dyn_cast<LoadInst>(store.getValueOperand());
    const bool moves =
        !begins(store) && load && is_only_copied(*load) && followed(load->getPointerOperand());
    if (moves) {
        IRBuilder<> there(load);
        unset = load_twin(there, load->getPointerOperand(), bytes);
    }
    Value* const result = begins(store) ? nullptr : returned_into(store);
    if (result) unset = at.CreateAnd(result, all);
    at.CreateAlignedStore(unset, twin_of(to), Align(1));
    if ((moves || result) && variables_[memory].told)
        begin_telling(at.CreateIsNotNull(unset), *memory, &*at.GetInsertPoint());
}

void function_twins::follow(MemIntrinsic& copy) {
    Value *const to = copy.getRawDest(), *const bytes = copy.getLength();
    AllocaInst* const memory = followed(to);
    if (!memory) return;
    const auto known = bytes_written(copy, layout_);
    IRBuilder<> at(copy.getNextNode());
    auto* const moved = begins(copy) ? nullptr : dyn_cast<MemTransferInst>(&copy);
    if (moved && followed(moved->getRawSource())) {
        at.CreateMemMove(twin_of(to), Align(1), twin_of(moved->getRawSource()), Align(1), bytes);
        if (variables_[memory].told)
            begin_telling(any_unset(at, {{to, known}}), *memory, &*at.GetInsertPoint());
        return;
    }
    at.CreateMemSet(twin_of(to), at.getInt8(begins(copy) ? 0xff : 0), bytes, Align(1));
    if (!begins(copy) || !known) return;
    // Padding is never set.
    const BitVector data = data_at(to, *known);
    if (data.all()) return;
    std::vector<std::uint8_t> bits;
    for (unsigned i = 0; i < data.size(); ++i) bits.push_back(data[i] ? 0xff : 0);
    Constant* const value = ConstantDataArray::get(f_.getContext(), bits);
    auto* const table = new GlobalVariable(*f_.getParent(), value->getType(), true,
                                           GlobalValue::PrivateLinkage, value, "tileproof.data");
    at.CreateMemCpy(twin_of(to), Align(1), table, Align(1), bytes);
}

void function_twins::run(const returning_functions& returning) {
    if (variables_.empty() && !returning.contains(&f_)) return;
    // Where the runtime has to be told of variables that begin: before somebody else may look. Found before anything is inserted.
    MapVector<Instruction*, MapVector<AllocaInst*, std::vector<unset_piece>>> begun;
    SmallVector<Instruction*> all;
    for (Instruction& i : instructions(f_)) {
        all.push_back(&i);
        Value* const pointer = begins(i) ? written_pointer(i) : nullptr;
        AllocaInst* const memory = pointer ? followed(pointer) : nullptr;
        if (!memory || !variables_[memory].told) continue;
        Instruction* at = i.getNextNode();
        while (passes_by(*at)) at = at->getNextNode();
        begun[at][memory].push_back({pointer, bytes_written(i, layout_)});
    }
    IRBuilder<> entry(&*f_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (const auto& [memory, v] : variables_) {
        entry.CreateMemSet(v.twin, entry.getInt8(0), v.data.size(), v.twin->getAlign());
        if (v.told) entry.CreateStore(entry.getInt8(0), v.told);
    }
    for (const auto& [before, pieces_of] : begun)
        for (const auto& [memory, pieces] : pieces_of) {
            IRBuilder<> at(before);
            begin_telling(any_unset(at, pieces), *memory, before);
        }
    for (Instruction* const i : all)
        if (CallInst* const call = returning_call(i, returning)) take_returned(*call);
    for (Instruction* const i : all) {
        if (auto* const load = dyn_cast<LoadInst>(i)) check(*load);
        if (auto* const store = dyn_cast<StoreInst>(i)) follow(*store);
        if (auto* const copy = dyn_cast<MemIntrinsic>(i)) follow(*copy);
        if (auto* const call = dyn_cast<IntrinsicInst>(i);
            call && call->getIntrinsicID() == Intrinsic::lifetime_end)
            if (AllocaInst* const memory = followed(call->getArgOperand(1)))
                end_telling(*memory, i);
        if (isa<ReturnInst, ResumeInst>(i))
            for (const auto& [memory, v] : variables_) end_telling(*memory, i);
    }
    if (returning.contains(&f_))
        for (Instruction* const i : all)
            if (auto* const end = dyn_cast<ReturnInst>(i)) hand_back(*end);
}

}  // namespace

void follow_unset_variables(ArrayRef<Function*> functions, site_table& sites) {
    std::vector<function_twins> all;
    all.reserve(functions.size());
    for (Function* const f : functions) all.emplace_back(*f, sites);
    returning_functions returning;
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (const StringRef name = all[i].returned(returning);
                !name.empty() && returning.insert({functions[i], name}).second)
                more = true;
        for (function_twins& f : all) more = f.follow_returned(returning) || more;
    }
    for (function_twins& f : all) f.run(returning);
}

}  // namespace tileproof::passes
