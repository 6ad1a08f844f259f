// SPDX-License-Identifier: MIT
// A question about whole numbers for Z3, with products of names.
//
//   kernel_query q;
//   const polynomial y = polynomial::name("y"), h = polynomial::name("h"), w = polynomial::name("w");
//   q.product(y, w); q.product(h, w);
//   q.know("(and (< |y| |h|) (>= |w| 0))");
//   q.know("(> " + q.text(y * w) + " " + q.text(h * w - w) + ")");
//   q.ask().what == solver_answer::kind::no_model
//
// Each product of names is a name of its own, |w*y|, so that Z3 sees sums only. What it needs to know of products are lemmas of
// mixed radix, one for each two products that share a factor c >= 0:
//
//   a < b implies a*c + c <= b*c;   a = b implies a*c = b*c;   a <= b + 1024 implies a*c <= b*c + 1024*c
//
// They hold for all numbers, so a question without a model has none. A model may be of such names only: then the numbers do not
// fit together, and it proves nothing.
#pragma once

#include "extras/prove/polynomial.hpp"
#include "extras/prove/solver.hpp"

#include <set>
#include <utility>

namespace tileproof::prove {

class kernel_query {
  public:
    // numbers: those that factors of products may be compared with, besides 0 and 1.
    explicit kernel_query(std::vector<long_index_t> numbers = {}) : compared_(std::move(numbers)) {}
    // As an SMT-LIB term, in which products of names are names.
    std::string text(const polynomial&);
    std::string name(const std::string& name);   // a whole number
    std::string truth(const std::string& name);  // a truth value
    void know(std::string fact) { facts_.push_back(std::move(fact)); }
    // Two factors of a product that occurs; the product.
    polynomial product(const polynomial& a, const polynomial& b);
    // The quotient rounded down, and the rest, by a divisor that is positive where it matters.
    polynomial quotient(const std::string& fresh, const polynomial& a, const polynomial& divisor);

    // As solve().
    solver_answer ask(const std::vector<std::string>& names = {}, int million_steps = 16,
                      double seconds = 300) const;

  private:
    void add_lemmas(const std::pair<polynomial, polynomial>&,
                    const std::pair<polynomial, polynomial>&);
    std::vector<long_index_t> compared_;
    std::set<std::string> numbers_, truths_;
    std::vector<std::string> facts_;
    std::vector<std::pair<polynomial, polynomial>> products_;
};

}  // namespace tileproof::prove
