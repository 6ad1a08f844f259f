// SPDX-License-Identifier: MIT
#include "compiler/passes/debug_types.hpp"

#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>

namespace tileproof::passes {

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
