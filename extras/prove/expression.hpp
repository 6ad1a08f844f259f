// SPDX-License-Identifier: MIT
// Sums, products and quotients of numbers and names as text: "8*(K+1)", "2^k", "(H-Y)/S+1".
#pragma once

#include "extras/prove/assumptions.hpp"

#include <string_view>

namespace tileproof::prove {

class expression_reader {
  public:
    // `what` begins error messages: "Layout text".
    expression_reader(std::string_view text, std::size_t at, std::string what, assumptions& given)
        : text_(text), at_(at), what_(std::move(what)), given_(&given) {}

    polynomial sum();
    std::size_t at() const { return at_; }
    bool take(std::string_view sign);
    bool at_end();
    // Throws layout_error with the column.
    [[noreturn]] void fail(const std::string& rule) const;

  private:
    polynomial product();
    polynomial power();
    polynomial primary();
    std::string where() const;

    std::string_view text_;
    std::size_t at_;
    std::string what_;
    assumptions* given_;
    int depth_ = 0;
};

}  // namespace tileproof::prove
