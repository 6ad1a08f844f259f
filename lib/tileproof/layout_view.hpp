// SPDX-License-Identifier: MIT
// layout_view: a validated layout evaluated on host or device, from one image of plain data.
//
//   const layout l = layout::parse("naive [3,4] strides [8,1]");
//   const long_index_t index[] = {1, 2};
//   long_index_t offset;
//   l.view().offset(index, offset)          true, and offset == 10
//
// The image (layout::image) holds no pointer: copy its bytes to a device, at an address that is a multiple of 8, and
// make a view with layout_view(address). Making a view reads nothing.
#pragma once

#include <tileproof/layout/operation.hpp>

namespace tileproof {

// The header of the image. Positions are in bytes from its start.
struct layout_header {
    long_index_t image_bytes = 0;
    long_index_t size = 0;  // number of visible indices
    long_index_t element_space_size = 0;
    long_index_t padded_allocation_size = 0;
    std::int32_t rank = 0;
    std::int32_t operation_count = 0;  // from the memory side to the user side
    std::int32_t hidden_count = 0;
    std::int32_t visible_slots_at = 0;   // int32 [rank]
    std::int32_t visible_hidden_at = 0;  // int32 [rank]
    std::int32_t hidden_lengths_at = 0;  // int64 [hidden_count]
    std::int32_t operations_at = 0;      // layout_operation [operation_count]
    std::int32_t values_at = 0;          // int64
    std::int32_t divisors_at = 0;        // magic_divisor<long_index_t>
    std::int32_t lower_slots_at = 0;     // int32
    std::int32_t lower_hidden_at = 0;    // int32
    std::int32_t always_valid = 1;
};

class layout_view {
  public:
    layout_view() = default;
    constexpr TILEPROOF_HOST_DEVICE explicit layout_view(const void* image) : image_(image) {}

    TILEPROOF_HOST_DEVICE const layout_header& header() const {
        return *static_cast<const layout_header*>(image_);
    }
    TILEPROOF_HOST_DEVICE int rank() const { return header().rank; }
    TILEPROOF_HOST_DEVICE long_index_t size() const { return header().size; }
    TILEPROOF_HOST_DEVICE long_index_t length(int d) const {
        return hidden_length(at<std::int32_t>(header().visible_hidden_at)[d]);
    }
    TILEPROOF_HOST_DEVICE long_index_t hidden_length(int hidden) const {
        return at<long_index_t>(header().hidden_lengths_at)[hidden];
    }

    // The offset of an index, in elements; false (and `out` untouched) in a pad.
    // requires 0 <= index[d] < length(d) for each d < rank(). Index: anything with [d].
    template <class Index>
    TILEPROOF_HOST_DEVICE bool offset(const Index& index, long_index_t& out) const {
        long_index_t slots[layout_slot_count];
        const std::int32_t* visible = at<std::int32_t>(header().visible_slots_at);
        for (int d = 0; d < header().rank; ++d) slots[visible[d]] = index[d];
        for (int i = header().operation_count - 1; i >= 0; --i) {
            const layout_operation& operation = operations()[i];
            const long_index_t* upper = slots + operation.upper_slot;
            detail::scattered lower{slots, lower_slots(operation)};
            const bool valid = visit(operation, [&](const auto& transform) {
                if (!transforms::valid(transform, upper)) return false;
                transform.lower(upper, lower);
                return true;
            });
            if (!valid) return false;
        }
        out = slots[0];
        return true;
    }

    // Writes all hidden indices of an index to hidden[0..hidden_count); hidden[0] is the offset. Returns whether the
    // index is valid; if not, the values below the pad are meaningless.
    TILEPROOF_HOST_DEVICE bool hidden_index(const auto& index, long_index_t* hidden) const {
        const std::int32_t* visible = at<std::int32_t>(header().visible_hidden_at);
        for (int d = 0; d < header().rank; ++d) hidden[visible[d]] = index[d];
        bool valid = true;
        for (int i = header().operation_count - 1; i >= 0; --i) {
            const layout_operation& operation = operations()[i];
            const long_index_t* upper = hidden + operation.upper_hidden;
            detail::scattered lower{hidden, lower_hidden(operation)};
            visit(operation, [&](const auto& transform) {
                valid = transforms::valid(transform, upper) && valid;
                transform.lower(upper, lower);
            });
        }
        return valid;
    }

    // Moves a hidden index by a visible step. hidden[0..hidden_count) becomes the hidden index of the new position,
    // step[0..hidden_count) the change of each. Returns whether the new position is valid.
    // requires that the new position is in range
    template <class Step>
    TILEPROOF_HOST_DEVICE bool move(const Step& visible_step, long_index_t* hidden,
                                    long_index_t* step) const {
        const std::int32_t* visible = at<std::int32_t>(header().visible_hidden_at);
        for (int d = 0; d < header().rank; ++d) {
            step[visible[d]] = visible_step[d];
            hidden[visible[d]] += visible_step[d];
        }
        bool valid = true;
        for (int i = header().operation_count - 1; i >= 0; --i) {
            const layout_operation& operation = operations()[i];
            const long_index_t* upper = hidden + operation.upper_hidden;
            const long_index_t* upper_step = step + operation.upper_hidden;
            detail::scattered lower{hidden, lower_hidden(operation)};
            detail::scattered lower_step{step, lower_hidden(operation)};
            visit(operation, [&](const auto& transform) {
                valid = transforms::valid(transform, upper) && valid;
                transforms::move(transform, upper_step, upper, lower, lower_step);
            });
        }
        return valid;
    }

    // The parts of the image, for code that walks the operations itself.
    TILEPROOF_HOST_DEVICE const layout_operation* operations() const {
        return at<layout_operation>(header().operations_at);
    }
    TILEPROOF_HOST_DEVICE const long_index_t* values(const layout_operation& operation) const {
        return at<long_index_t>(header().values_at) + operation.value_at;
    }
    TILEPROOF_HOST_DEVICE transforms::operation_values values_of(
        const layout_operation& operation) const {
        return {values(operation), operation.value_count, operation.lower_count,
                operation.upper_count,
                at<magic_divisor<long_index_t>>(header().divisors_at) + operation.divisor_at};
    }
    TILEPROOF_HOST_DEVICE const std::int32_t* lower_slots(const layout_operation& operation) const {
        return at<std::int32_t>(header().lower_slots_at) + operation.lower_at;
    }
    TILEPROOF_HOST_DEVICE const std::int32_t* lower_hidden(
        const layout_operation& operation) const {
        return at<std::int32_t>(header().lower_hidden_at) + operation.lower_at;
    }
    TILEPROOF_HOST_DEVICE const std::int32_t* visible_slots() const {
        return at<std::int32_t>(header().visible_slots_at);
    }
    TILEPROOF_HOST_DEVICE const std::int32_t* visible_hidden() const {
        return at<std::int32_t>(header().visible_hidden_at);
    }
    TILEPROOF_HOST_DEVICE auto visit(const layout_operation& operation, auto&& f) const {
        return detail::visit_operation(operation.kind, values_of(operation), f);
    }

  private:
    template <class T>
    TILEPROOF_HOST_DEVICE const T* at(std::int32_t position) const {
        return reinterpret_cast<const T*>(static_cast<const char*>(image_) + position);
    }

    const void* image_ = nullptr;
};

}  // namespace tileproof
