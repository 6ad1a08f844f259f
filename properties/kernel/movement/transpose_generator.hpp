// Draws cases of the transpose and of the copy contract: boundaries on purpose, everything else at random.
#pragma once

#include "properties/kernel/movement/transpose_case.hpp"

#include <vector>

namespace rc {
class Random;
}

namespace tileproof::properties {

class draw;

// Empty ones, 1 x 1, one row, one column, a tile less and more one, primes, long and thin.
std::vector<transpose_case> first_transpose_cases(movement moves = movement::transpose);

// One in twenty-five makes no sense and must be refused. size as in property::generate().
transpose_case random_transpose_case(rc::Random& random, int size,
                                     movement moves = movement::transpose);
transpose_case random_transpose_case(draw& from, int size, movement moves = movement::transpose);

}  // namespace tileproof::properties
