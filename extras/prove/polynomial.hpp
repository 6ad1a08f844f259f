// SPDX-License-Identifier: MIT
// Polynomials in names with whole coefficients: the lengths, strides and sizes of a layout whose numbers may be names.
//
//   const polynomial m = polynomial::name("M"), n = polynomial::name("N");
//   (m * (n + 1) - m).text()              "M*N"
//   (m * n).value({{"M", 3}, {"N", 5}})   15
//
// A number is a polynomial without names, so a layout without names needs no code of its own. Products and powers of
// one name are in one normal form: two polynomials are equal exactly where they are equal for all values.
#pragma once

#include <tileproof/config.hpp>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tileproof::prove {

// A coefficient or a value that does not fit 64 bits.
struct number_too_large : std::runtime_error {
    number_too_large() : runtime_error("a number does not fit 64 bits") {}
};

using values = std::map<std::string, long_index_t>;

class polynomial {
  public:
    using term = std::vector<std::string>;  // sorted; a power repeats its name

    polynomial() = default;
    polynomial(long_index_t number);
    static polynomial name(const std::string&);

    friend polynomial operator+(const polynomial&, const polynomial&);
    friend polynomial operator-(const polynomial&, const polynomial&);
    friend polynomial operator*(const polynomial&, const polynomial&);
    friend bool operator==(const polynomial&, const polynomial&) = default;
    friend auto operator<=>(const polynomial&, const polynomial&) = default;

    bool is(long_index_t number) const { return *this == polynomial(number); }
    std::optional<long_index_t> number() const;  // if it has no name
    const std::map<term, long_index_t>& terms() const { return terms_; }

    // requires a value for each name
    long_index_t value(const values&) const;
    // The polynomial with `by` in the place of a name.
    polynomial with(const std::string& name, const polynomial& by) const;
    // The quotient by a divisor of one term, where it divides each term.
    std::optional<polynomial> divided_by(const polynomial& divisor) const;

    std::string text() const;       // "M*N - 4*M + 1"
    std::string smt() const;        // "(+ (* 1 M N) (* (- 4) M) 1)"
    void add_names(values&) const;  // each with the value 0, where it has none

  private:
    void add(const term&, long_index_t factor);

    std::map<term, long_index_t> terms_;  // without those whose factor is 0
};

polynomial product_of(const std::vector<polynomial>& factors);
std::string smt_number(long_index_t);  // "7", "(- 7)"

}  // namespace tileproof::prove
