// SPDX-License-Identifier: MIT
// L8 division: magic division equals true division over its documented range, and refuses divisors outside it.
//
//   check_division(magic_division(), {32, 7, 65})       held: 9
//   check_division(magic_division(), {32, 1 << 31, 0})  held: refused, a 32-bit divisor is below 2^31
//
// The range, for 32 and 64 bits: 1 <= divisor < 2^(bits-1), 0 <= dividend < 2^(bits-1).
#pragma once

#include "properties/failure.hpp"
#include "properties/property.hpp"

#include <tileproof/config.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace tileproof::properties {

struct division_case {
    int bits = 32;  // or 64
    long_index_t divisor = 1;
    long_index_t dividend = 0;
    friend bool operator==(const division_case&, const division_case&) = default;
};

// The largest dividend and divisor.
constexpr long_index_t largest_of_bits(int bits) {
    return bits == 32 ? 0x7fff'ffff : 0x7fff'ffff'ffff'ffff;
}

class division_subject {
  public:
    virtual ~division_subject() = default;
    virtual std::string_view name() const = 0;
    // The quotient; nullopt if the divisor is refused.
    virtual std::optional<long_index_t> quotient(const division_case&) const = 0;
};

// The library's magic division.
const division_subject& magic_division();

// Discarded for a dividend outside the range, about which nothing is promised.
law_result check_division(const division_subject& subject, const division_case& c);

// Tries one divisor with dividends around its multiples, at the ends of the range, and spread over it.
law_result check_divisor(const division_subject& subject, int bits, long_index_t divisor);

// One-step simplifications, the boldest first: 32 bits, a smaller divisor, a smaller dividend.
std::vector<division_case> smaller(const division_case& c);

// L8 as a property: magic division, one quotient per case.
//
//   {"bits": 32, "divisor": 7, "dividend": 65}

// The subject must outlive the property.
std::unique_ptr<property> division_property(const division_subject& subject);

}  // namespace tileproof::properties
