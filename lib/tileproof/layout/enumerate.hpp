// SPDX-License-Identifier: MIT
// The offsets of many consecutive indices: block by block, one column for each dimension, one pass for each
// operation. The formulas are those of the transforms; only the order of the loops differs from layout_view::offset.
//
//   naive [2,3] strides [4,1]: first 1, four offsets: 1, 2, 4, 5
#pragma once

#include <tileproof/layout_view.hpp>

#include <algorithm>
#include <span>

namespace tileproof::detail {

class offset_enumerator {
  public:
    explicit offset_enumerator(layout_view view) : view_(view) {}

    // out[k] = offset of index number first + k in row-major order, -1 if it has no element.
    // requires 0 <= first and first + out.size() <= view.size()
    void run(long_index_t first, std::span<long_index_t> out) {
        for (std::size_t done = 0; done < out.size(); done += block_length) {
            const int count =
                static_cast<int>(std::min<std::size_t>(block_length, out.size() - done));
            fill_visible(first + static_cast<long_index_t>(done), count);
            evaluate(count);
            store(out.data() + done, count);
        }
    }

  private:
    static constexpr int block_length = 128;

    // One position of a block, seen through the columns of an operation's dimensions.
    struct upper_element {
        const long_index_t* first;
        long_index_t operator[](int i) const {
            return first[static_cast<std::ptrdiff_t>(i) * block_length];
        }
    };
    struct lower_element {
        long_index_t* columns;
        const std::int32_t* slots;
        long_index_t& operator[](int i) const {
            return columns[static_cast<std::ptrdiff_t>(slots[i]) * block_length];
        }
    };

    long_index_t* column(int slot) {
        return columns_ + static_cast<std::ptrdiff_t>(slot) * block_length;
    }

    void fill_visible(long_index_t first, int count) {
        long_index_t inner = 1;  // indices for each step of dimension d
        for (int d = view_.rank() - 1; d >= 0; --d) {
            const long_index_t length = view_.length(d);
            fill(column(view_.visible_slots()[d]), first / inner % length, length,
                 inner - first % inner, inner, count);
            inner *= length;
        }
    }
    // `value` for `left` positions, then value + 1, ... modulo length for `inner` positions each.
    static void fill(long_index_t* out, long_index_t value, long_index_t length, long_index_t left,
                     long_index_t inner, int count) {
        if (inner == 1) {
            for (int k = 0; k < count;) {
                const int run = static_cast<int>(std::min<long_index_t>(count - k, length - value));
                for (int j = 0; j < run; ++j) out[k + j] = value + j;
                k += run;
                value = 0;
            }
            return;
        }
        for (int k = 0; k < count;) {
            const int run = static_cast<int>(std::min<long_index_t>(count - k, left));
            std::fill_n(out + k, run, value);
            k += run;
            left = inner;
            value = value + 1 == length ? 0 : value + 1;
        }
    }

    void evaluate(int count) {
        if (!view_.header().always_valid) std::fill_n(valid_, count, std::uint8_t{1});
        for (int i = view_.header().operation_count - 1; i >= 0; --i) {
            const layout_operation& operation = view_.operations()[i];
            const long_index_t* upper = column(operation.upper_slot);
            const std::int32_t* slots = view_.lower_slots(operation);
            view_.visit(operation, [&](const auto& transform) {
                using transform_type = std::remove_cvref_t<decltype(transform)>;
                if constexpr (!transform_type::always_valid)
                    for (int k = 0; k < count; ++k)
                        valid_[k] &=
                            static_cast<std::uint8_t>(transform.valid(upper_element{upper + k}));
                for (int k = 0; k < count; ++k) {
                    lower_element lower{columns_ + k, slots};
                    transform.lower(upper_element{upper + k}, lower);
                }
            });
        }
    }

    void store(long_index_t* out, int count) const {
        if (view_.header().always_valid) {
            std::copy_n(columns_, count, out);
        } else {
            for (int k = 0; k < count; ++k) out[k] = valid_[k] ? columns_[k] : -1;
        }
    }

    layout_view view_;
    // 32 KiB, uninitialised: columns are written before they are read, and a small layout uses few of them.
    long_index_t columns_[layout_slot_count * block_length];
    std::uint8_t valid_[block_length];
};

}  // namespace tileproof::detail
