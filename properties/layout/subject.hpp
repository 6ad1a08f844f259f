// SPDX-License-Identifier: MIT
// The object that layout laws judge: something that evaluates layouts.
//
// The laws never call the library directly. They ask a layout_subject for an evaluator of a description, and judge
// its answers. So the same law judges the library's dynamic form, a device, and a deliberately planted bug:
//
//   dynamic_layouts().make(parse_layout("packed [2,3]"))->offset({1,2})  ==  5
//   planted("merge swapped").make(...)                                    gives something else
//
// To judge another implementation, derive from both classes; the defaults of layout_evaluator need only offset(),
// lengths() and element_space_size().
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

// In a listing of offsets: this index has no element (a pad).
inline constexpr long_index_t no_offset = -1;

// A layout's own answer: do two indices share an offset?
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
    // Both sizes, if the subject defines them as the library does; then they must match exactly.
    virtual std::optional<memory_sizes> sizes() const { return std::nullopt; }
    // nullopt for an index in a pad. Throws layout_error for an index outside the lengths.
    virtual std::optional<long_index_t> offset(std::span<const long_index_t> index) const = 0;

    // Row-major over the visible index, no_offset if there is no element. The laws use this instead of offset() when
    // they need the whole layout, so it should be fast.
    virtual void all_offsets(std::vector<long_index_t>& offsets) const;
    // The hidden index, offset first, as the library defines it; empty if this subject has none.
    virtual layout_index hidden_index(std::span<const long_index_t> index) const;
    // Its claim about itself; `has_injectivity` false: this subject makes none.
    virtual bool has_injectivity() const { return false; }
    virtual injectivity_claim injectivity() const;
    // The index that has this offset; nullopt if there is none. Used only for layouts that claim to be injective;
    // `has_inverse` false: this subject has no inverse.
    virtual bool has_inverse() const { return false; }
    virtual std::optional<layout_index> inverse(long_index_t offset) const;
    // Turns the hidden index of one index into that of the index `step` further; `has_move` false: this subject
    // cannot. The starting hidden index may itself come from a move.
    virtual bool has_move() const { return false; }
    virtual void move(layout_index& hidden, std::span<const long_index_t> step) const;
    // Its claims of vectors along each visible dim; empty if it makes none.
    virtual std::vector<vector_claim> vectors() const;
};

class layout_subject {
  public:
    virtual ~layout_subject() = default;
    virtual std::string_view name() const = 0;
    // Throws layout_error if the description is not a layout.
    virtual std::unique_ptr<layout_evaluator> make(const layout_description&) const = 0;
};

// The library's dynamic form, tileproof::layout.
const layout_subject& dynamic_layouts();

// The number of indices within the lengths; nullopt if it does not fit in 64 bits.
std::optional<long_index_t> index_count(std::span<const long_index_t> lengths);

// The index at a row-major position.
layout_index index_at(long_index_t position, std::span<const long_index_t> lengths);
void index_at(long_index_t position, std::span<const long_index_t> lengths, layout_index& out);

}  // namespace tileproof::properties
