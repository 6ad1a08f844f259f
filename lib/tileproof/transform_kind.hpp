// The kinds of transform, and the words by which layout text, errors and printed descriptors know
// them; without the description and its vectors, so that device code can include it.
//
//   name_of(transform_kind::merge_divmod) == "merge_divmod"      name_of(transform_kind::xor_) == "xor"
#pragma once

#include <tileproof/config.hpp>

#include <string_view>

namespace tileproof {

enum class transform_kind : std::uint8_t {
    pass,
    pad,
    left_pad,
    right_pad,
    embed,
    merge,  // by magic division
    merge_divmod,
    unmerge,
    freeze,
    insert,
    replicate,
    slice,
    modulo,
    xor_,
    offset,
    gather
};
inline constexpr int transform_kind_count = 16;

// The word for a transform in layout text: "unmerge", "xor".
constexpr std::string_view name_of(transform_kind kind) {
    constexpr std::string_view names[transform_kind_count] = {
        "pass",   "pad",    "left_pad",  "right_pad", "embed",  "merge", "merge_divmod", "unmerge",
        "freeze", "insert", "replicate", "slice",     "modulo", "xor",   "offset",       "gather"};
    const auto i = static_cast<int>(kind);
    return i < transform_kind_count ? names[i] : std::string_view("(unknown transform)");
}

}  // namespace tileproof
