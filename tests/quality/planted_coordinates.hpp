// SPDX-License-Identifier: MIT
// Layout evaluators and dividers with a bug planted on purpose, in what is asked of coordinates rather
// than of offsets: moves, chained stages, safe vectors, magic division.
//
//   planted_coordinate_subject bug(coordinate_bug::carry_dropped);
//   moving packed [2,2] -> {merge: 0,1 -> 0} from (1) by (1) leaves digits (0,2), and (1,0) is right
#pragma once

#include "properties/division/division.hpp"
#include "properties/layout/subject.hpp"

namespace tileproof::quality {

enum class coordinate_bug {
    none,
    carry_dropped,         // a merge adds the step to its last digit, which does not carry
    sign_dropped,          // the base moves forth whatever the sign of the step
    vectors_over_xor,      // an xor passes on the vectors below it
    vectors_over_slices,   // a slice passes them on whatever it cuts off
    chained_out_of_order,  // the first stage meets the dims of the base in the opposite order
    dims_of_base_renamed  // offsets are right, but the dims of the base are numbered from the last to the first
};

class planted_coordinate_subject final : public properties::layout_subject {
  public:
    explicit planted_coordinate_subject(coordinate_bug bug) : bug_(bug) {}
    std::string_view name() const override { return "planted"; }
    std::unique_ptr<properties::layout_evaluator> make(
        const layout_description& layout) const override;

  private:
    coordinate_bug bug_;
};

enum class division_bug {
    multiplier_one_short,  // without the + 1 of its formula
    range_unchecked,       // divisors of 2^31 and more are accepted in 32 bits
    used_for_64_bits       // the 32-bit form divides 64-bit numbers
};

class planted_division final : public properties::division_subject {
  public:
    explicit planted_division(division_bug bug) : bug_(bug) {}
    std::string_view name() const override { return "planted"; }
    std::optional<long_index_t> quotient(const properties::division_case& c) const override;

  private:
    division_bug bug_;
};

}  // namespace tileproof::quality
