// SPDX-License-Identifier: MIT
#include "compiler/passes/variable_names.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <algorithm>

#include "compiler/passes/kernel_part.hpp"
#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

constexpr int deepest_part = 8;

std::optional<named_object> builtin(const Value* pointer) {
    constexpr const char* names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    if (const auto* const local = dyn_cast<IntrinsicInst>(pointer))
        if (local->getIntrinsicID() == Intrinsic::threadlocal_address)
            pointer = local->getOperand(0);
    for (std::size_t i = 0; i < index_variables.size(); ++i)
        if (pointer->getName() == index_variables[i]) return named_object{names[i]};
    return std::nullopt;
}

// The target of a pointer or a reference: `shape->` for a pointer shape. `this` and references add nothing to a name.
std::optional<named_object> pointed_to(const named_object& o) {
    const auto* const type = dyn_cast_or_null<DIDerivedType>(plain(o.type));
    const unsigned tag = type ? type->getTag() : 0;
    if (tag == dwarf::DW_TAG_reference_type || tag == dwarf::DW_TAG_rvalue_reference_type)
        return named_object{o.name, type->getBaseType()};
    if (tag != dwarf::DW_TAG_pointer_type) return std::nullopt;
    return named_object{o.name == "this" ? "" : o.name + "->", type->getBaseType()};
}

// Bases and members without a name are looked through: v.z of float4 is in an unnamed struct of an unnamed union of its base.
std::optional<named_object> member(const named_object& o, std::uint64_t offset) {
    const auto* const whole = dyn_cast_or_null<DICompositeType>(plain(o.type));
    const bool in_union = whole && whole->getTag() == dwarf::DW_TAG_union_type;
    if (!in_union && !is_class(whole)) return std::nullopt;
    for (const DIDerivedType* part : parts_of(*whole)) {
        const DIType* const type = part->getBaseType();
        const std::uint64_t first = part->getOffsetInBits() / 8;
        if (part->isBitField() || !plain(type) || offset < first ||
            data_bytes(type, plain(type)->getSizeInBits() / 8).none())
            continue;  // behind it, or an empty class
        const bool unnamed = part->getName().empty();
        if (part->getTag() == dwarf::DW_TAG_inheritance || (in_union && unnamed)) {
            if (auto found = member({o.name, type}, offset - first)) return found;
        } else if (offset == first && !in_union) {
            if (unnamed) return named_object{o.name, type};
            const char* const dot = o.name.empty() || StringRef(o.name).ends_with("->") ? "" : ".";
            return named_object{o.name + dot + part->getName().str(), type};
        }
    }
    return std::nullopt;
}

// The part of an object that constant indices lead to.
std::optional<named_object> part_at(const GetElementPtrInst& address, int depth) {
    const auto* const index =
        address.getNumIndices() == 2 ? dyn_cast<ConstantInt>(address.getOperand(2)) : nullptr;
    const auto* const first = dyn_cast<ConstantInt>(address.getOperand(1));
    if (!index || !first || !first->isZero()) return std::nullopt;
    const auto of = named_at(address.getPointerOperand(), depth + 1);
    if (!of) return std::nullopt;
    if (!of->type) {
        if (index->getZExtValue() >= 3) return std::nullopt;
        return named_object{of->name + '.' + "xyz"[index->getZExtValue()]};
    }
    if (auto* const type = dyn_cast<StructType>(address.getSourceElementType()))
        return member(*of,
                      address.getModule()->getDataLayout().getStructLayout(type)->getElementOffset(
                          static_cast<unsigned>(index->getZExtValue())));
    const auto* const array = dyn_cast_or_null<DICompositeType>(plain(of->type));
    if (!address.getSourceElementType()->isArrayTy() || !array ||
        array->getTag() != dwarf::DW_TAG_array_type || array->getElements().size() != 1)
        return std::nullopt;
    return named_object{of->name + '[' + std::to_string(index->getZExtValue()) + ']',
                        array->getBaseType()};
}

}  // namespace

std::optional<named_object> named_at(const Value* pointer, int depth) {
    if (depth > deepest_part) return std::nullopt;
    if (auto found = builtin(pointer)) return found;
    if (const DILocalVariable* const v = variable_at(pointer); v && !v->getName().empty())
        return named_object{v->getName().str(), v->getType()};
    if (const auto* const part = dyn_cast<GetElementPtrInst>(pointer)) return part_at(*part, depth);
    const auto* const load = dyn_cast<LoadInst>(pointer);
    if (!load || !load->getType()->isPointerTy()) return std::nullopt;
    const auto held = named_at(load->getPointerOperand(), depth + 1);
    return held && held->type ? pointed_to(*held) : std::nullopt;
}

char number(const named_object& o) {
    if (!o.type) return StringRef(o.name).contains('.') ? 'u' : '\0';
    const DIType* type = plain(o.type);
    if (const auto* const of = dyn_cast_or_null<DICompositeType>(type);
        of && of->getTag() == dwarf::DW_TAG_enumeration_type)
        type = plain(of->getBaseType());
    const auto* const basic = dyn_cast_or_null<DIBasicType>(type);
    if (!basic) return '\0';
    switch (basic->getEncoding()) {
        case dwarf::DW_ATE_boolean:
            return 'b';
        case dwarf::DW_ATE_signed:
        case dwarf::DW_ATE_signed_char:
            return 's';
        case dwarf::DW_ATE_unsigned:
        case dwarf::DW_ATE_unsigned_char:
            return 'u';
        default:
            return '\0';
    }
}

using namespace llvm;

namespace {

constexpr unsigned bits_of_a_byte = 8;

void mark(const DIType* type, std::uint64_t first, std::uint64_t bits, BitVector& bytes) {
    type = plain(type);
    const auto* const composite = dyn_cast_or_null<DICompositeType>(type);
    if (is_class(type) && !composite->isForwardDecl()) {
        for (const DIDerivedType* part : parts_of(*composite)) {
            const DIType* const of = part->isBitField() ? nullptr : plain(part->getBaseType());
            // A base has the size of its type, a member of a class that is only declared its own.
            mark(of, first + part->getOffsetInBits(),
                 std::max(part->getSizeInBits(), of ? of->getSizeInBits() : 0), bytes);
        }
    } else if (composite && composite->getTag() == dwarf::DW_TAG_array_type &&
               !composite->isVector()) {
        const DIType* const element = plain(composite->getBaseType());
        const std::uint64_t step = element ? element->getSizeInBits() : 0;
        for (std::uint64_t at = 0; step && at + step <= bits; at += step)
            mark(element, first + at, step, bytes);
    } else if (bits > 0) {
        const auto end = (first + bits + bits_of_a_byte - 1) / bits_of_a_byte;
        bytes.set(
            static_cast<unsigned>(std::min<std::uint64_t>(first / bits_of_a_byte, bytes.size())),
            static_cast<unsigned>(std::min<std::uint64_t>(end, bytes.size())));
    }
}

}  // namespace

const DIType* plain(const DIType* type) {
    while (const auto* const other = dyn_cast_or_null<DIDerivedType>(type)) {
        const unsigned tag = other->getTag();
        if (tag != dwarf::DW_TAG_typedef && tag != dwarf::DW_TAG_const_type &&
            tag != dwarf::DW_TAG_volatile_type && tag != dwarf::DW_TAG_restrict_type)
            break;
        type = other->getBaseType();
    }
    return type;
}

bool is_class(const DIType* type) {
    return type && (type->getTag() == dwarf::DW_TAG_structure_type ||
                    type->getTag() == dwarf::DW_TAG_class_type);
}

SmallVector<const DIDerivedType*> parts_of(const DICompositeType& type) {
    SmallVector<const DIDerivedType*> all;
    for (const DINode* element : type.getElements())
        if (const auto* const part = dyn_cast<DIDerivedType>(element);
            part && !part->isStaticMember() &&
            (part->getTag() == dwarf::DW_TAG_member || part->getTag() == dwarf::DW_TAG_inheritance))
            all.push_back(part);
    return all;
}

BitVector data_bytes(const DIType* type, std::uint64_t bytes) {
    BitVector all(static_cast<unsigned>(bytes));
    const DIType* const known = plain(type);
    mark(known && known->getSizeInBits() == bytes * bits_of_a_byte ? known : nullptr, 0,
         bytes * bits_of_a_byte, all);
    return all;
}

}  // namespace tileproof::passes
