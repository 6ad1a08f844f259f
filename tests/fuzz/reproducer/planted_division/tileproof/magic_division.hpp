// SPDX-License-Identifier: MIT
// As layout.hpp beside it: every quotient is one too many.
#pragma once

#include_next <tileproof/magic_division.hpp>

namespace tileproof {

template <class Index>
struct planted_divisor {
    long_index_t divisor;
    long_index_t quotient(Index dividend) const {
        return make_magic_divisor<Index>(divisor).quotient(dividend) + 1;
    }
};

template <class Index>
planted_divisor<Index> make_planted_divisor(long_index_t divisor) {
    return {divisor};
}

}  // namespace tileproof

#define make_magic_divisor make_planted_divisor
