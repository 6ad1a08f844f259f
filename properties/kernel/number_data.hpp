// SPDX-License-Identifier: MIT
// Classes of numbers for kernels that compute: what is drawn, and which of it an operand accepts (docs/data.md).
//
//   integers      whole numbers so small that sums of them are exact
//   full_digits   every digit of the type, in one binade; of whole numbers any of the range
//   scales        several binades, or lengths of whole numbers
//   ties          three values      one_hot   one element that is not zero      equal   one value
//   sorted        up or down        pairs     that cancel, or nearly
//   halfway       ties of rounding to bf16, f16 and fp8, and their neighbours
//   powers        powers of two: single bits of whole numbers
//   ends          the greatest and the least numbers of the type or the range
//   subnormal, zeros, infinities, nan         among numbers of full digits
//   bits          any bits
//
// An operand gets full digits instead of a class that it does not accept. In every other case only one operand has
// the class. No position is special. With data_seed 0, classes that are strewn among other numbers fill all elements.
#pragma once

#include "properties/kernel/contract.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace tileproof::properties {

enum class number_class {
    integers,
    full_digits,
    scales,
    ties,
    one_hot,
    equal,
    sorted,
    pairs,
    halfway,
    powers,
    ends,
    subnormal,
    zeros,
    infinities,
    nan,
    bits
};

// How far an operand's numbers go beyond ordinary ones.
enum class number_width { usual, finite, numbers, any };

struct number_domain {
    number_width width = number_width::usual;
    std::vector<std::pair<double, double>> ranges = {};  // a case draws one of them
    bool positive = false;
    bool one_sign = false;    // for inexact sums: no digits cancel
    bool flushes = false;     // no subnormal numbers
    bool tiny = false;        // also subnormal numbers and signed zeros, whatever the width
    bool minus_zero = false;  // signed zeros, also in a range around zero
    // Also infinities and numbers whose exponentials, or sums in f16, overflow; all of one sign in a case. For callers who
    // can tell whether there is an answer.
    bool probes = false;
    bool sorted = false;
    std::optional<double> rises_to = {};  // sorted, from 0 to it
    std::vector<double> one_of = {};      // only these
};

std::string_view name_of(number_class);
// Whether an operand with this element type accepts the class.
bool takes(const number_domain&, const element_type&, number_class);
// Whether it accepts the class only because it probes.
bool is_probe(const number_domain&, const element_type&, number_class);
// The operand's class in a case of that class: the same, or a substitute.
number_class class_in(const number_domain&, const element_type&, number_class of_case);

// For operands that are read, by number: whether this one has the class of its case, or only another one does.
bool has_the_class(std::uint32_t data_seed, std::size_t reader, std::size_t readers);

void fill_with(const fill_request&, const number_domain&, number_class, bytes& packed);

}  // namespace tileproof::properties
