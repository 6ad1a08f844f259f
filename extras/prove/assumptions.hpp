// SPDX-License-Identifier: MIT
// What is known of names: the least value of each, and what a user adds with --for.
//
//   assumptions_of("M, N%8==0, S>=N")    M >= 1; N is 8 times a new name, N/8, that is at least 1; S - 8*N/8 >= 0
//
// Every name is at least 1 unless it is given another bound. 2^k and a quotient rounded down are names too, computed
// from others: what is known of them are inequalities between polynomials, which is all that a proof needs.
#pragma once

#include "extras/prove/polynomial.hpp"

#include <functional>
#include <set>
#include <string_view>

namespace tileproof::prove {

class assumptions {
  public:
    // What a name in a text stands for. Throws layout_error where --for does not list it.
    polynomial named(const std::string& name, const std::string& where);
    polynomial power_of_two(const polynomial& exponent, const std::string& where);
    // Rounded down. Throws layout_error where the divisor may be below 1.
    polynomial quotient(const polynomial& dividend, const polynomial& divisor,
                        const std::string& where);

    // A new name, computed from others if it has a function; something that is at least 0; all that another one knows.
    void add(const std::string& name, long_index_t least,
             std::function<long_index_t(const values&)> value = {});
    void assume(const polynomial& p) { nonnegative_.push_back(p); }
    void join(const assumptions&);

    // Whether p >= 0 follows from the signs of coefficients: each name is its least value plus something, and an
    // assumption or two, or one of `more`, may be taken from p first.
    bool at_least_zero(const polynomial& p, const std::vector<polynomial>& more = {}) const;
    // Whether p is a power of two for all values.
    bool power_of_two(const polynomial& p) const;
    // The greatest number that is known to divide p for all values; 0 for p = 0.
    long_index_t divisor_of(const polynomial& p) const;

    // The names that are not computed from others, in their order.
    const std::vector<std::string>& names() const { return free_; }
    long_index_t least(const std::string& name) const { return least_.at(name); }
    // Adds the values of the computed names. False if the values contradict an assumption.
    bool complete(values&) const;
    // The given names with their values, for messages: "M=1, N=8".
    std::string say(const values&) const;
    // Declarations of all names with what is known of them.
    std::string smt() const;
    std::string text() const;  // "M >= 1, N >= 1, S - N >= 0"

    friend assumptions assumptions_of(const std::string& given);

  private:
    struct computed {
        std::string name;
        std::function<long_index_t(const values&)> value;
    };
    void assume_zero(const polynomial&);
    void replace(const std::string& name, const polynomial& by);
    void bound(const std::string& name, long_index_t least, const class expression_reader&);
    void add_condition(std::string_view text);

    bool declared_ = false;  // by --for
    std::vector<std::string> given_, free_;
    std::map<std::string, long_index_t> least_;  // of free and computed names
    std::map<std::string, polynomial> rules_;    // what a given name is replaced by
    std::vector<polynomial> nonnegative_, zero_;
    std::set<std::string> powers_, bounded_;
    std::vector<computed> computed_;
};

// Throws layout_error with a sentence.
assumptions assumptions_of(const std::string& given);

// Sums, products and quotients of numbers and names as text: "8*(K+1)", "2^k", "(H-Y)/S+1".
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
