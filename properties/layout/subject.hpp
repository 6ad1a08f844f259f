// SPDX-License-Identifier: MIT
// What a layout law is about: something that evaluates layouts.
//
// The laws never call the library directly. They ask a layout_subject to make an evaluator of a
// description, and judge what the evaluator says, so the same law judges the library's dynamic
// form, a device, and a bug planted on purpose:
//
//   dynamic_layouts().make(parse_layout("packed [2,3]"))->offset({1,2})  ==  5
//   planted("merge swapped").make(...)                                    gives something else
//
// To put another thing under the laws, derive from both classes; the defaults of layout_evaluator
// need nothing but offset(), lengths() and element_space_size().
#pragma once

#include <tileproof/layout_description.hpp>
#include <tileproof/vector_claim.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

using layout_index = std::vector<long_index_t>;

// In a listing of offsets: this index shows no element (a pad).
inline constexpr long_index_t no_offset = -1;

// What a layout says about itself: do two indices share an offset?
struct injectivity_claim {
    enum class kind { injective, repeats, may_repeat } what = kind::may_repeat;
    std::string reason;  // one sentence; why it repeats or may
    // With `repeats`: two indices that share an offset, where the layout names them.
    layout_index first, second;
};

// Elements: one past the last one of the base, and with every row in full.
struct memory_sizes {
    long_index_t space, padded;
};

class layout_evaluator {
  public:
    virtual ~layout_evaluator() = default;

    virtual layout_index lengths() const = 0;
    virtual long_index_t element_space_size() const = 0;
    // Both sizes, where the subject means what the library does: then they must be exactly right.
    virtual std::optional<memory_sizes> sizes() const { return std::nullopt; }
    // Nothing for an index in a pad. Throws layout_error when the index is outside the lengths.
    virtual std::optional<long_index_t> offset(std::span<const long_index_t> index) const = 0;

    // Row-major over the visible index, no_offset where there is no element. The laws call this
    // instead of offset() wherever they need all of a layout, so make it quick.
    virtual void all_offsets(std::vector<long_index_t>& offsets) const;
    // The hidden index, offset first, as the library defines it; empty: this subject has none.
    virtual layout_index hidden_index(std::span<const long_index_t> index) const;
    // Its claim about itself; `has_injectivity` false: this subject makes none.
    virtual bool has_injectivity() const { return false; }
    virtual injectivity_claim injectivity() const;
    // The index that has this offset, nothing when no index has it. Asked only of layouts that call
    // themselves injective; `has_inverse` false: this subject cannot.
    virtual bool has_inverse() const { return false; }
    virtual std::optional<layout_index> inverse(long_index_t offset) const;
    // Makes of the hidden index of one index that of the index `step` further; `has_move` false: this
    // subject cannot. The first hidden index may have been reached by a move.
    virtual bool has_move() const { return false; }
    virtual void move(layout_index& hidden, std::span<const long_index_t> step) const;
    // What it claims of vectors along each visible dim; empty: this subject claims nothing.
    virtual std::vector<vector_claim> vectors() const;
};

class layout_subject {
  public:
    virtual ~layout_subject() = default;
    virtual std::string_view name() const = 0;
    // Throws layout_error when the description is not a layout.
    virtual std::unique_ptr<layout_evaluator> make(const layout_description&) const = 0;
};

// The library's dynamic form, tileproof::layout.
const layout_subject& dynamic_layouts();

// Number of indices within the lengths; nothing when it does not fit 64 bits.
std::optional<long_index_t> index_count(std::span<const long_index_t> lengths);

// The index at a place of the row-major order.
layout_index index_at(long_index_t position, std::span<const long_index_t> lengths);
void index_at(long_index_t position, std::span<const long_index_t> lengths, layout_index& out);

}  // namespace tileproof::properties
