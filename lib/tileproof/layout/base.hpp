// SPDX-License-Identifier: MIT
// The strides of a layout's base, and its two sizes, which are easily confused.
//
//   naive [3,4] strides [8,1]   element space 1 + 2*8 + 3 = 20 (one past the last element reached),
//                               padded allocation 3*8 = 24 (three full rows)
//   aligned [4,5] align 8       strides 8, 1; element space 29, padded allocation 32
//   packed [3,4]                strides 4, 1; 12 and 12
// A base offset counts into both. A zero length makes both 0.
#pragma once

#include <tileproof/layout/checked.hpp>
#include <tileproof/layout/limits.hpp>
#include <tileproof/layout/printer.hpp>
#include <tileproof/layout_error.hpp>

#include <algorithm>

namespace tileproof::detail {

struct base_sizes {
    std::vector<long_index_t> strides;
    long_index_t element_space_size = 0;
    long_index_t padded_allocation_size = 0;
};

class base_checker {
  public:
    explicit base_checker(const base_description& base) : base_(base) {}

    // Errors: layout_error for whatever the rules of the three bases forbid, and for sizes and strides that do not
    // fit in 64 bits.
    base_sizes check() const {
        check_lengths();
        check_members();
        base_sizes sizes;
        if (base_.kind == base_kind::naive)
            sizes.strides = base_.strides;
        else
            sizes.strides = row_major_strides();
        if (any_zero(base_.lengths)) return sizes;
        sizes.element_space_size =
            plus_offset(checked_reach(base_.lengths, sizes.strides), "element space size");
        sizes.padded_allocation_size = std::max(
            sizes.element_space_size, plus_offset(full_rows(sizes.strides), "padded allocation"));
        return sizes;
    }

  private:
    void check_lengths() const {
        if (base_.lengths.empty() || base_.lengths.size() > static_cast<std::size_t>(maximum_rank))
            refuse("a base has 1 to " + std::to_string(maximum_rank) +
                   " lengths, but this one has " + std::to_string(base_.lengths.size()));
        for (std::size_t i = 0; i < base_.lengths.size(); ++i)
            if (base_.lengths[i] < 0)
                refuse("length " + std::to_string(i) + " is " + std::to_string(base_.lengths[i]) +
                       ", but no length is negative");
    }

    void check_members() const {
        switch (base_.kind) {
            case base_kind::packed:
            case base_kind::naive:
            case base_kind::aligned:
                break;
            default:
                refuse("the base is none of packed, naive and aligned");
        }
        if (base_.kind != base_kind::naive && (!base_.strides.empty() || base_.offset))
            refuse("only a naive base has strides and an offset; make it naive or leave them out");
        if (base_.kind != base_kind::aligned && base_.alignment != 0)
            refuse("only an aligned base has an alignment; make it aligned or leave it out");
        if (base_.kind == base_kind::aligned && base_.alignment < 1)
            refuse("the alignment is " + std::to_string(base_.alignment) +
                   ", but must be at least 1");
        if (base_.kind != base_kind::naive) return;
        if (base_.strides.size() != base_.lengths.size())
            refuse("there are " + std::to_string(base_.strides.size()) + " strides for " +
                   std::to_string(base_.lengths.size()) + " lengths; give each length one stride");
        for (std::size_t i = 0; i < base_.strides.size(); ++i)
            if (base_.strides[i] < 0)
                refuse("stride " + std::to_string(i) + " is " + std::to_string(base_.strides[i]) +
                       ", but no stride is negative");
        if (base_.offset && *base_.offset < 0)
            refuse("the offset is " + std::to_string(*base_.offset) + ", but must not be negative");
    }

    // Strides of packed and aligned: the last is 1, the one before it the (aligned) row length.
    std::vector<long_index_t> row_major_strides() const {
        const std::size_t rank = base_.lengths.size();
        std::vector<long_index_t> strides(rank, 1);
        if (any_zero(base_.lengths)) return strides;
        for (std::size_t i = rank - 1; i > 0; --i) {
            const auto stride =
                i == rank - 1 ? aligned_row() : checked_multiply(strides[i], base_.lengths[i]);
            if (!stride)
                refuse("the stride of dimension " + std::to_string(i - 1) +
                       " does not fit 64 bits");
            strides[i - 1] = *stride;
        }
        return strides;
    }

    // The last length rounded up to a multiple of the alignment.
    std::optional<long_index_t> aligned_row() const {
        const long_index_t length = base_.lengths.back();
        if (base_.kind != base_kind::aligned) return length;
        const long_index_t excess = length % base_.alignment;
        return excess == 0 ? length : checked_add(length, base_.alignment - excess);
    }

    // The largest extent of any one dimension, with its last step counted in full.
    std::optional<long_index_t> full_rows(const std::vector<long_index_t>& strides) const {
        if (base_.lengths.size() == 1 && base_.kind == base_kind::aligned) return aligned_row();
        long_index_t most = 0;
        for (std::size_t i = 0; i < strides.size(); ++i) {
            const auto span = checked_multiply(base_.lengths[i], strides[i]);
            if (!span) return span;
            most = std::max(most, *span);
        }
        return most;
    }

    long_index_t plus_offset(std::optional<long_index_t> size, const char* what) const {
        if (size) size = checked_add(*size, base_.offset.value_or(0));
        if (!size)
            refuse("the " + std::string(what) +
                   " does not fit 64 bits; make lengths or strides smaller");
        return *size;
    }

    [[noreturn]] void refuse(const std::string& rule) const {
        std::string text = print_base(base_);
        if (text.size() > 200) text = text.substr(0, 200) + "...";
        throw layout_error("Base " + text + ": " + rule + ".");
    }

    const base_description& base_;
};

}  // namespace tileproof::detail
