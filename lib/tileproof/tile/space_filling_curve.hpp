// SPDX-License-Identifier: MIT
// space_filling_curve: the order in which a box is visited, one pack of elements at a time, under CK Tile's name.
//
//   using curve = space_filling_curve<sequence<2, 6>, sequence<0, 1>, sequence<1, 2>>;   2 x 6 in packs of 1 x 2
//   curve::get_num_of_access() == 6
//   curve::get_index(number<2>{})    (0, 4)      the last pack of row 0
//   curve::get_index(number<3>{})    (1, 4)      row 1 is visited backwards: each step goes to a neighbour
//   curve::get_forward_step(number<2>{})    (1, 0)
//
// Order lists the dims, the slowest first. Without SnakeCurved every row begins at its first element.
#pragma once

#include <tileproof/descriptor/lengths.hpp>

namespace tileproof {

template <class Lengths, class Order, class Packs, bool SnakeCurved = true>
struct space_filling_curve {
    static constexpr index_t nDim = Lengths::size();
    using Index = multi_index<nDim>;
    static_assert(Order::size() == nDim && Packs::size() == nDim,
                  "space_filling_curve: each dim has a length, a place in the order and a pack");

    static constexpr TILEPROOF_HOST_DEVICE index_t product(const auto& values) {
        index_t result = 1;
        for (index_t i = 0; i < nDim; ++i) result *= static_cast<index_t>(values[i]);
        return result;
    }
    static constexpr index_t TensorSize = product(Lengths::to_array());
    static constexpr index_t ScalarPerVector = product(Packs::to_array());
    static_assert(TensorSize > 0, "space_filling_curve: a box without elements is not visited");

    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_access() {
        return TensorSize / ScalarPerVector;
    }
    // The first element of a pack.
    template <index_t Access>
    static constexpr TILEPROOF_HOST_DEVICE Index get_index(number<Access>) {
        static_assert(Access >= 0 && Access < get_num_of_access(),
                      "space_filling_curve: there is no such access");
        constexpr Index index = index_of(Access);
        return index;
    }
    template <index_t From, index_t To>
    static constexpr TILEPROOF_HOST_DEVICE Index get_step_between(number<From> from,
                                                                  number<To> to) {
        Index step = get_index(to);
        for (index_t i = 0; i < nDim; ++i) step[i] -= get_index(from)[i];
        return step;
    }
    template <index_t Access>
    static constexpr TILEPROOF_HOST_DEVICE Index get_forward_step(number<Access> from) {
        return get_step_between(from, number<Access + 1>{});
    }
    template <index_t Access>
    static constexpr TILEPROOF_HOST_DEVICE Index get_backward_step(number<Access> from) {
        return get_step_between(from, number<Access - 1>{});
    }
    TILEPROOF_CK_CLASSIC_CURVE

  private:
    static constexpr TILEPROOF_HOST_DEVICE Index index_of(index_t access) {
        const auto lengths = Lengths::to_array();
        const auto packs = Packs::to_array();
        const auto order = Order::to_array();
        Index index{};
        index_t left = get_num_of_access();  // packs in what is not yet decided
        for (index_t i = 0; i < nDim; ++i) {
            const auto dim = static_cast<index_t>(order[i]);
            const auto pack = static_cast<index_t>(packs[dim]);
            const auto count = static_cast<index_t>(lengths[dim]) / pack;
            left /= count;
            const index_t digit = access / left % count;
            // Backwards where the number of the rows before is odd.
            const bool back = SnakeCurved && access / (left * count) % 2 == 1;
            index[dim] = (back ? count - 1 - digit : digit) * pack;
        }
        return index;
    }
};

}  // namespace tileproof
