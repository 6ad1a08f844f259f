// SPDX-License-Identifier: MIT
#include "compiler/passes/vector_elements.hpp"

#include <llvm/ADT/SmallBitVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tileproof::passes {

using namespace llvm;

namespace {

// Elements that lie side by side.
struct element_run {
    unsigned first = 0, count = 1;
};
SmallVector<element_run> runs_of(const SmallBitVector& elements) {
    SmallVector<element_run> all;
    for (const unsigned e : elements.set_bits())
        if (!all.empty() && all.back().first + all.back().count == e)
            ++all.back().count;
        else
            all.push_back({e});
    return all;
}

// A load of a whole vector and the instructions that clang has put behind it.
class vector_load {
  public:
    explicit vector_load(LoadInst& load)
        : load_(load),
          type_(*cast<FixedVectorType>(load.getType())),
          element_(type_.getElementType()),
          bytes_(load.getModule()->getDataLayout().getTypeStoreSize(element_)) {}

    void access_elements_alone() {
        Instruction* const next = load_.getNextNode();
        if (auto* const insert = dyn_cast<InsertElementInst>(next))
            write_element(*insert);
        else if (auto* const extract = dyn_cast<ExtractElementInst>(next))
            read_element(*extract);
        else if (auto* const shuffle = dyn_cast<ShuffleVectorInst>(next);
                 shuffle && !write_swizzle(*shuffle))
            read_swizzle(*shuffle);
    }

  private:
    bool is_stored_back(const Instruction* i, const Value& made) const {
        const auto* const store = dyn_cast_or_null<StoreInst>(i);
        return store && store->getValueOperand() == &made &&
               store->getPointerOperand() == load_.getPointerOperand() &&
               store->isVolatile() == load_.isVolatile();
    }
    Value* address(IRBuilder<>& at, Value* index) const {
        return at.CreateGEP(element_, load_.getPointerOperand(), index);
    }
    // The alignment of an element whose index may be known at run time only.
    Align any_alignment() const { return commonAlignment(load_.getAlign(), bytes_); }
    Align alignment_of(unsigned element) const {
        return commonAlignment(load_.getAlign(), element * bytes_);
    }
    void erase_with(std::initializer_list<Instruction*> users) {
        for (Instruction* const i : users) i->eraseFromParent();
        load_.eraseFromParent();
    }

    void write_element(InsertElementInst& insert) {
        Instruction* const store = insert.getNextNode();
        if (insert.getOperand(0) != &load_ || !load_.hasOneUse() || !insert.hasOneUse() ||
            !is_stored_back(store, insert))
            return;
        IRBuilder<> at(store);
        at.CreateAlignedStore(insert.getOperand(1), address(at, insert.getOperand(2)),
                              any_alignment(), load_.isVolatile());
        erase_with({store, &insert});
    }

    void read_element(ExtractElementInst& extract) {
        if (extract.getVectorOperand() != &load_ || !load_.hasOneUse()) return;
        IRBuilder<> at(&load_);
        extract.replaceAllUsesWith(at.CreateAlignedLoad(
            element_, address(at, extract.getIndexOperand()), any_alignment(), load_.isVolatile()));
        erase_with({&extract});
    }

    // v.zx = pair is a load, a shuffle that widens the pair, a shuffle that puts it in its place, and a store.
    bool write_swizzle(ShuffleVectorInst& first) {
        ShuffleVectorInst* last = &first;
        if (auto* const second = dyn_cast<ShuffleVectorInst>(first.getNextNode())) last = second;
        Instruction* const store = last->getNextNode();
        if (!last->hasOneUse() || !is_stored_back(store, *last)) return false;
        if (load_.use_empty()) {  // all elements are written, in another order
            erase_with({});
            return true;
        }
        if (!load_.hasOneUse() || last->getOperand(0) != &load_) return false;
        const int size = static_cast<int>(type_.getNumElements());
        SmallBitVector written(type_.getNumElements());
        const ArrayRef<int> mask = last->getShuffleMask();
        for (int to = 0; to < size; ++to)
            if (mask[to] >= size)
                written.set(to);
            else if (mask[to] >= 0 && mask[to] != to)
                return false;
        IRBuilder<> at(store);
        for (const element_run& run : runs_of(written)) {
            SmallVector<int> taken;
            for (const int from : mask.slice(run.first, run.count)) taken.push_back(from - size);
            Value* const set = at.CreateShuffleVector(last->getOperand(1), taken);
            at.CreateAlignedStore(set, address(at, at.getInt64(run.first)), alignment_of(run.first),
                                  load_.isVolatile());
        }
        erase_with({store, last});
        return true;
    }

    void read_swizzle(ShuffleVectorInst& shuffle) {
        if (shuffle.getOperand(0) != &load_ || !isa<UndefValue>(shuffle.getOperand(1)) ||
            !load_.hasOneUse())
            return;
        SmallBitVector read(type_.getNumElements());
        for (const int from : shuffle.getShuffleMask())
            if (from >= 0) read.set(static_cast<unsigned>(from));
        if (read.all()) return;
        // clang loads a vector of three as one of four. All of it is read then, and some elements may be unset.
        const bool whole = load_.getName().starts_with("loadVec4");
        load_.setNoSanitizeMetadata();
        IRBuilder<> at(&shuffle);
        at.SetCurrentDebugLocation(load_.getDebugLoc());
        for (const element_run& run : runs_of(read)) {
            Type* const integer = at.getIntNTy(static_cast<unsigned>(8 * bytes_) * run.count);
            at.CreateAlignedLoad(whole ? FixedVectorType::get(element_, run.count) : integer,
                                 address(at, at.getInt64(run.first)), alignment_of(run.first),
                                 load_.isVolatile());
        }
    }

    LoadInst& load_;
    FixedVectorType& type_;
    Type* const element_;
    const std::uint64_t bytes_;
};

// Do the elements lie one behind the other, each with an address?
bool is_vector_of_elements(const Type* type) {
    const auto* const vector = dyn_cast<FixedVectorType>(type);
    if (!vector) return false;
    const Type* const e = vector->getElementType();
    return e->isHalfTy() || e->isBFloatTy() || e->isFloatTy() || e->isDoubleTy() ||
           (e->isIntegerTy() && e->getIntegerBitWidth() % 8 == 0);
}

}  // namespace

void access_vector_elements_alone(Function& f) {
    SmallVector<LoadInst*> loads;
    for (Instruction& i : instructions(f))
        if (auto* const load = dyn_cast<LoadInst>(&i);
            load && is_vector_of_elements(load->getType()))
            loads.push_back(load);
    for (LoadInst* const load : loads) vector_load(*load).access_elements_alone();
}

}  // namespace tileproof::passes
