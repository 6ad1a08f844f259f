// SPDX-License-Identifier: MIT
// A length in terms of a contract's dims: names, whole numbers, + - * /, parentheses, and ceil of a quotient.
//
//   length_expression e("M/16 + 1", {"M", "K"});
//   e.value({64, 3}) == 5        e.value({65, 3}) == std::nullopt: 16 does not divide 65
//   e.divisor_of(0) == 16        so M is drawn in multiples of 16
//   length_expression("ceil(n / 128)", {"n"}).value({300}) == 3
#pragma once

#include <tileproof/config.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

class length_expression {
  public:
    // Throws std::invalid_argument with a sentence.
    length_expression(std::string_view text, const std::vector<std::string>& dims);

    // nullopt if a division leaves a remainder, a number exceeds 64 bits, or the length is negative; a single dim is
    // returned as is.
    std::optional<long_index_t> value(std::span<const long_index_t> dims) const;

    // The number that a dim is divided by directly ("M/16"); 1 if it is not.
    long_index_t divisor_of(std::size_t dim) const;

  private:
    friend class length_parser;
    struct step {
        char
            what;  // 'n': the number, 'd': the dim of that number, '^': a quotient rounded up, else an operator
        long_index_t number = 0;
    };
    std::vector<step> steps_;  // in postfix order
};

}  // namespace tileproof::properties
