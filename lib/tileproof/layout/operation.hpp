// SPDX-License-Identifier: MIT
// One transform of a layout as plain data, and how to get from there to its formula.
//
//   unmerge(4,64) from hidden dimension 1 to hidden dimensions 3 and 4:
//   kind unmerge, lower_count 1, upper_count 2, upper_hidden 3; its lower hidden id 1 is in the
//   pool of ids, its lengths 4, 64 in the pool of values
//
// Evaluation needs the dimensions of one stage at a time, so it alternates between two rows of maximum_rank slots:
// one row holds the lower dimensions of a stage, the other the upper ones.
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

// f(transform) for the transform that an operation encodes. The values are in the order of the transform's fields:
// the lower lengths first if it keeps them, then the arguments, then the strides.
constexpr TILEPROOF_HOST_DEVICE auto visit_operation(transform_kind kind,
                                                     const transforms::operation_values& v,
                                                     auto&& f) {
    switch (kind) {
#define TILEPROOF_X(kind, ...) \
    case transform_kind::kind: \
        return f(transforms::transform_book<transform_kind::kind>::of(v));
        TILEPROOF_TRANSFORM_KINDS(TILEPROOF_X)
#undef TILEPROOF_X
    }
    return f(transforms::transform_book<transform_kind::pass>::of(v));
}

// The lower dimensions of an operation: element i is values[ids[i]].
struct scattered {
    long_index_t* values;
    const std::int32_t* ids;
    constexpr TILEPROOF_HOST_DEVICE long_index_t& operator[](int i) const { return values[ids[i]]; }
};

}  // namespace detail
}  // namespace tileproof
