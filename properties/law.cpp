// SPDX-License-Identifier: MIT
#include "properties/law.hpp"

#include <array>

namespace tileproof::properties {
namespace {

constexpr std::array<law, 22> law_table{{
    {law_id::L1, "L1", "bounds", "A valid coordinate has 0 <= offset < element space size."},
    {law_id::L2, "L2", "reference",
     "Reading through the layout equals physically applying each transform to an array."},
    {law_id::L3, "L3", "injective",
     "Distinct valid coordinates have distinct offsets, unless the layout declares that offsets "
     "may repeat."},
    {law_id::L4, "L4", "inverse",
     "Where the layout is injective, offset to coordinate to offset and back are identities."},
    {law_id::L5, "L5", "move",
     "Moving a coordinate by a step equals making it at the new index, in every hidden index."},
    {law_id::L6, "L6", "forms",
     "The static and the dynamic form agree on lengths, element space size, offsets and validity."},
    {law_id::L7, "L7", "chain",
     "Evaluation stage by stage, the chained adaptors and the flattened descriptor agree."},
    {law_id::L8, "L8", "division",
     "Magic division equals true division over its documented range and refuses what lies "
     "outside."},
    {law_id::L9, "L9", "vectors",
     "The elements of a claimed safe vector are contiguous, jointly valid and aligned."},
    {law_id::L10, "L10", "pairs",
     "A transform followed by the one that undoes it is the identity."},
    {law_id::L11, "L11", "coverage",
     "A tile distribution covers each element exactly as often as its replication says."},
    {law_id::L12, "L12", "devices",
     "The same layout evaluated on each device gives the same offsets."},
    {law_id::L13, "L13", "refusal",
     "A malformed layout is refused with an error that names the rule, and never crashes."},
    {law_id::K1, "K1", "exact",
     "Every element that the kernel writes equals the reference bit for bit."},
    {law_id::K2, "K2", "written",
     "Every element of the output is written, whatever it held before."},
    {law_id::K3, "K3", "contained",
     "Nothing outside the output is written, and the inputs are left as they were."},
    {law_id::K4, "K4", "no stray reads",
     "Nothing outside the inputs is read, and the result does not depend on what lies there."},
    {law_id::K5, "K5", "repeatable", "Running the same case again gives the same bits."},
    {law_id::K6, "K6", "ordered",
     "There is no race, no divergent barrier and no read of unwritten shared memory."},
    {law_id::K7, "K7", "bounded",
     "Each element lies within a derived forward error bound of the float64 result."},
    {law_id::K8, "K8", "metamorphic",
     "Related inputs give related outputs: transposing twice gives back the input."},
    {law_id::K9, "K9", "honest refusal",
     "Each case is either computed or refused with a sentence; plain cases are never refused."},
}};

constexpr bool laws_are_in_order() {
    for (std::size_t i = 0; i < law_table.size(); ++i)
        if (static_cast<std::size_t>(law_table[i].id) != i) return false;
    return true;
}
static_assert(laws_are_in_order(), "about() finds a law by the place of its id");

}  // namespace

std::span<const law> laws() { return law_table; }

const law& about(law_id id) { return law_table[static_cast<std::size_t>(id)]; }

std::optional<law_id> find_law(std::string_view code_or_name) {
    for (const law& l : law_table)
        if (l.code == code_or_name || l.name == code_or_name) return l.id;
    return std::nullopt;
}

std::string title(law_id id) {
    const law& l = about(id);
    return std::string(l.code) + ' ' + std::string(l.name);
}

}  // namespace tileproof::properties
