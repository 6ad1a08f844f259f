// SPDX-License-Identifier: MIT
// The offset of an index whose numbers are names: what a layout computes, as a polynomial.
//
//   symbolic_offsets of(l.given());
//   const polynomial i = of.index("i'", M * N);
//   of.element_at(l, {i})     packed [M,N] -> {merge: 0,1 -> 0}: offset i', since (i'/N)*N + i' - (i'/N)*N = i'
//
// A quotient is a polynomial where one is found that leaves a rest from 0 to below the divisor, and otherwise a name
// with bounds. A remainder is what the quotient leaves. So splits and merges of lengths with names cancel by themselves.
#pragma once

#include "extras/prove/lemmas.hpp"

namespace tileproof::prove {

struct symbolic_element {
    polynomial offset;
    std::vector<polynomial> inside;  // there is an element where each of them is at least 0
};

// "(i0'*N + i1')/N = i0'" and what it needs.
struct division_step {
    std::string what;
    std::vector<condition> needs;
};

// What is not a polynomial: the sentence names it.
struct no_polynomial : std::runtime_error {
    using runtime_error::runtime_error;
};

class symbolic_offsets {
  public:
    explicit symbolic_offsets(assumptions given) : numbers_(given), given_(std::move(given)) {}

    // A new name, from 0 to length - 1.
    polynomial index(const std::string& name, const polynomial& length);
    // requires L1 of the layout. Throws no_polynomial.
    symbolic_element element_at(const named_layout&, std::vector<polynomial> index);

    // Whether p >= 0 follows from the bounds of indices and quotients.
    bool at_least_zero(const polynomial& p, const std::vector<polynomial>& assumed = {}) const;
    const assumptions& given() const { return given_; }  // with indices and quotients
    const std::vector<division_step>& steps() const { return steps_; }

  private:
    // A name from 0 to `most`, or a quotient of these.
    struct bounded {
        std::string name;
        polynomial most = 0, dividend = 0, divisor = 0;  // divisor 0: none
    };
    bool bounded_below(const polynomial& p) const;
    const bounded* quotient_in(const polynomial& p) const;
    polynomial quotient(const polynomial& dividend, const polynomial& divisor, int depth = 0);
    polynomial opaque(const std::string& name, const polynomial& length,
                      std::function<long_index_t(const values&)> value);
    polynomial xored(const polynomial& a, const polynomial& b, const polynomial& length);
    polynomial entry(const place&, const polynomial& index);
    std::vector<polynomial> lower(const place&, const std::vector<polynomial>& upper);

    assumptions numbers_, given_;
    std::vector<polynomial> positive_;  // lengths minus 1: without them there is no index
    std::vector<bounded> names_;
    std::map<polynomial, std::pair<polynomial, polynomial>> xors_;
    std::vector<polynomial> inside_;
    std::vector<division_step> steps_;
};

// Of quotients, for all numbers: proved by Z3 with those of the book.
std::map<std::string, lemma> quotient_lemmas();

}  // namespace tileproof::prove
