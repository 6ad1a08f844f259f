// SPDX-License-Identifier: MIT
// The kinds of contents that contracts choose from.
//
//   moved_data()        bits of any kind, for kernels that move data: coordinates, special, random
//   number_data(...)    the classes of numbers that operands accept, for kernels that compute
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "properties/kernel/contract.hpp"
#include "properties/kernel/element_type.hpp"

namespace tileproof::properties {

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
    // Also infinities and numbers whose exponentials, or sums in f16, overflow, all of one sign in a case; and any whole number. For
    // callers who can tell whether there is an answer.
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

contract_data moved_data();
// The numbers that each operand accepts in a case, and which operands are read.
using domain_function = std::function<number_domain(const kernel_case&, std::size_t operand)>;
contract_data number_data(const kernel_contract&, const contract_type&, const domain_function&);

// Fills structs: each member by `fill`, as if it were an operand of its own.
using fill_function = std::function<void(const fill_request&, bytes& packed)>;
void fill_members(const fill_request&, const element_type& of, const fill_function& fill,
                  bytes& packed);

// The whole numbers from 0 to the number of elements less one, each once.
void fill_each_once(const fill_request&, bytes& packed);

// Contents of inputs that carry information: neighbours always differ, and difficult values occur among them.
//
//   coordinates   element i depends only on i: shows that an element is misplaced, and where it came from
//   special       some special_values(); with seed 0 all are special, else the others as above
//   random        bits of a counter-based generator of seed and i

enum class data_kind { coordinates, special, random };

std::string_view name_of(data_kind kind);
std::optional<data_kind> find_data_kind(std::string_view name);

// The bits of element i, in the low type.bytes bytes. One-byte coordinates differ for elements whose numbers differ
// by less than 256; wider ones for less than 65536.
std::uint64_t element_bits(data_kind kind, const element_type& type, std::uint64_t seed,
                           std::uint64_t i);

// Elements first, first + 1, ... into `out`, which has room for a whole number of them.
void fill_elements(data_kind kind, const element_type& type, std::uint64_t seed,
                   std::uint64_t first, std::span<std::byte> out);

}  // namespace tileproof::properties
