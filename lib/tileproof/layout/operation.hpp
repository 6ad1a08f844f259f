// One transform of a layout as plain data, and the way from there to the transform's formula.
//
//   unmerge(4,64) from hidden dimension 1 to hidden dimensions 3 and 4:
//   kind unmerge, lower_count 1, upper_count 2, upper_hidden 3; its lower hidden id 1 is in the
//   pool of ids, its lengths 4, 64 in the pool of values
//
// Evaluation needs one stage's dimensions at a time, so it keeps them in two rows of maximum_rank
// slots, taken in turn: the lower dimensions of a stage lie in one row, the upper ones in the
// other.
#pragma once

#include <tileproof/layout/limits.hpp>
#include <tileproof/transform_kind.hpp>
#include <tileproof/transforms.hpp>

namespace tileproof {

struct layout_operation {
    transform_kind kind = transform_kind::pass;
    std::uint8_t always_valid = 1;
    std::int16_t lower_count = 0;
    std::int16_t upper_count = 0;
    std::int16_t upper_slot = 0;    // of the first upper dimension; the others follow
    std::int32_t upper_hidden = 0;  // hidden id of the first upper dimension; the others follow
    std::int32_t lower_at = 0;      // in the pools of lower hidden ids and of lower slots
    std::int32_t value_at = 0;      // in the pool of values
    std::int32_t value_count = 0;
    std::int32_t divisor_at = 0;  // in the pool of magic divisors (merge)
};

inline constexpr int layout_slot_count = 2 * maximum_rank;

namespace detail {

// f(transform) for the transform that an operation stands for. `values` are the operation's own, in
// the order of the transform's members: the lower length first where the transform keeps it (pass,
// pads, offset, both of xor), then the arguments; an embed's strides follow its lengths. `divisors`
// are those of a merge's lengths.
template <class F>
constexpr TILEPROOF_HOST_DEVICE auto visit_operation(const layout_operation& operation,
                                                     const long_index_t* values,
                                                     const magic_divisor<long_index_t>* divisors,
                                                     F&& f) {
    using length = long_index_t;
    const span_extents lengths{values, operation.value_count};
    switch (operation.kind) {
        case transform_kind::pad:
            return f(transforms::pad<length, length, length>{values[0], values[1], values[2]});
        case transform_kind::left_pad:
            return f(transforms::left_pad<length, length>{values[0], values[1]});
        case transform_kind::right_pad:
            return f(transforms::right_pad<length, length>{values[0], values[1]});
        case transform_kind::embed: {
            const int rank = operation.upper_count;
            return f(transforms::embed<span_extents, span_extents>{{values, rank},
                                                                   {values + rank, rank}});
        }
        case transform_kind::merge:
            return f(transforms::merge_magic<span_extents>(lengths, divisors));
        case transform_kind::merge_divmod:
            return f(transforms::merge_divmod<span_extents>{lengths});
        case transform_kind::unmerge:
            return f(transforms::unmerge<span_extents>{lengths});
        case transform_kind::freeze:
            return f(transforms::freeze<length>{values[0]});
        case transform_kind::insert:
            return f(transforms::insert<length>{values[0]});
        case transform_kind::replicate:
            return f(transforms::replicate<span_extents>{lengths});
        case transform_kind::slice:
            return f(transforms::slice<length, length>{values[0], values[1]});
        case transform_kind::modulo:
            return f(transforms::modulo<length, length>{values[0], values[1]});
        case transform_kind::xor_:
            return f(transforms::xor_with<length, length>{values[0], values[1]});
        case transform_kind::offset:
            return f(transforms::offset<length, length>{values[0], values[1]});
        case transform_kind::gather:
            return f(transforms::gather<span_extents>{lengths});
        case transform_kind::pass:
        default:
            return f(transforms::pass_through<length>{values[0]});
    }
}

// The lower dimensions of an operation: element i is values[ids[i]].
struct scattered {
    long_index_t* values;
    const std::int32_t* ids;
    constexpr TILEPROOF_HOST_DEVICE long_index_t& operator[](int i) const { return values[ids[i]]; }
};

}  // namespace detail
}  // namespace tileproof
