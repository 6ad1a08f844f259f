// SPDX-License-Identifier: MIT
// layout_description: the parts of a layout as a plain value that can be typed, stored, compared, mutated and
// minimised. Nothing in it is derived or checked; `layout` checks it.
//
//   naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}
//
// is base {naive, lengths {256,128}, strides {128,1}} and one stage of two items: {unmerge,
// arguments {4,64}, lower {0}, upper {0,1}} and {pass, lower {1}, upper {2}}. Lower dims name the
// visible dimensions of the layout before the stage, upper dims those after it. layout_text.hpp
// converts to and from text.
#pragma once

#include <tileproof/transform_kind.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace tileproof {

enum class base_kind : std::uint8_t { packed, naive, aligned };
inline constexpr int base_kind_count = 3;

constexpr std::string_view name_of(base_kind kind) {
    constexpr std::string_view names[base_kind_count] = {"packed", "naive", "aligned"};
    const auto i = static_cast<int>(kind);
    return i < base_kind_count ? names[i] : std::string_view("(unknown base)");
}

// Lengths, strides, offset and alignment are in elements. Only naive has strides and an offset, only aligned an
// alignment; elsewhere they are empty and 0. An offset, even 0, is a transform below the strides with a hidden
// dimension of its own, as in make_naive_tensor_descriptor_with_offset.
struct base_description {
    base_kind kind = base_kind::packed;
    std::vector<long_index_t> lengths;
    std::vector<long_index_t> strides;
    std::optional<long_index_t> offset;
    long_index_t alignment = 0;

    friend bool operator==(const base_description&, const base_description&) = default;
};

// arguments: the numbers in parentheses, for instance (begin, end) of a slice; the lengths of an embed, an unmerge or
// a replicate; the table of a gather. strides: those of an embed, empty elsewhere.
struct item_description {
    transform_kind kind = transform_kind::pass;
    std::vector<long_index_t> arguments;
    std::vector<long_index_t> strides;
    std::vector<int> lower;
    std::vector<int> upper;

    friend bool operator==(const item_description&, const item_description&) = default;
};

struct stage_description {
    std::vector<item_description> items;

    friend bool operator==(const stage_description&, const stage_description&) = default;
};

struct layout_description {
    base_description base;
    std::vector<stage_description> stages;

    friend bool operator==(const layout_description&, const layout_description&) = default;
};

}  // namespace tileproof
