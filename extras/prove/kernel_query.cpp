// SPDX-License-Identifier: MIT
#include "extras/prove/kernel_query.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace tileproof::prove {
namespace {

constexpr long_index_t near = 1024;  // a block has no more threads

}  // namespace

std::string kernel_query::name(const std::string& n) {
    numbers_.insert(n);
    return "|" + n + "|";
}

std::string kernel_query::truth(const std::string& n) {
    truths_.insert(n);
    return "|" + n + "|";
}

std::string kernel_query::text(const polynomial& p) {
    std::string sum = "(+ 0";
    for (const auto& [term, factor] : p.terms()) {
        const std::string number = smt_number(factor);
        sum += term.empty() ? " " + number
                            : fmt::format(" (* {} {})", number,
                                          name(fmt::format("{}", fmt::join(term, "*"))));
    }
    return sum + ")";
}

polynomial kernel_query::product(const polynomial& a, const polynomial& b) {
    const auto is_number = [](const polynomial& p) { return p.number().has_value(); };
    if (!is_number(a) && !is_number(b)) {
        const std::pair both{std::max(a, b), std::min(a, b)};
        if (std::ranges::find(products_, both) == products_.end()) {
            products_.push_back(both);
            add_lemmas(both, {polynomial(0), polynomial(0)});
            for (std::size_t i = 0; i + 1 < products_.size(); ++i) {
                const auto other = products_[i];  // lemmas may add names, not products
                add_lemmas(both, other);
            }
        }
    }
    return a * b;
}

void kernel_query::add_lemmas(const std::pair<polynomial, polynomial>& one,
                              const std::pair<polynomial, polynomial>& other) {
    const auto order = [&](const polynomial& a, const polynomial& b, const polynomial& c) {
        know(fmt::format("(=> (and (>= {0} 0) (< {1} {2})) (<= {3} {4}))", text(c), text(a),
                         text(b), text(a * c + c), text(b * c)));
    };
    const auto near_by = [&](const polynomial& a, const polynomial& b, const polynomial& c) {
        know(fmt::format("(=> (and (>= {0} 0) (<= {1} {2})) (<= {3} {4}))", text(c), text(a),
                         text(b + near), text(a * c), text(b * c + polynomial(near) * c)));
    };
    const auto lemmas = [&](const polynomial& a, const polynomial& b, const polynomial& c) {
        order(a, b, c);
        order(b, a, c);
        near_by(a, b, c);
        near_by(b, a, c);
        know(fmt::format("(=> (= {} {}) (= {} {}))", text(a), text(b), text(a * c), text(b * c)));
    };
    if (other.first.is(0)) {  // of one product alone: with none, and with one of the factor
        for (const auto& [a, c] : {one, std::pair{one.second, one.first}}) {
            lemmas(a, 0, c);
            lemmas(a, 1, c);
            for (const long_index_t n : compared_) order(a, n, c), order(n, a, c);
        }
        return;
    }
    for (const auto& [a, c] : {one, std::pair{one.second, one.first}})
        for (const auto& [b, d] : {other, std::pair{other.second, other.first}})
            if (c == d && a != b) lemmas(a, b, c);
}

polynomial kernel_query::quotient(const std::string& fresh, const polynomial& a,
                                  const polynomial& divisor) {
    if (divisor.number().value_or(0) > 0)
        if (const auto exact = a.divided_by(divisor)) return *exact;
    const polynomial q = polynomial::name(fresh);
    const polynomial whole = product(q, divisor);
    know(fmt::format("(=> (> {0} 0) (and (<= {1} {2}) (< {2} {3})))", text(divisor), text(whole),
                     text(a), text(whole + divisor)));
    return q;
}

solver_answer kernel_query::ask(const std::vector<std::string>& names, int million_steps,
                                double seconds) const {
    std::string query;
    std::set<std::string> all = numbers_;
    all.insert(names.begin(), names.end());
    for (const std::string& n : all) query += fmt::format("(declare-const |{}| Int)\n", n);
    for (const std::string& n : truths_) query += fmt::format("(declare-const |{}| Bool)\n", n);
    for (const std::string& f : facts_) query += fmt::format("(assert {})\n", f);
    return solve(query, names, million_steps, seconds);
}

}  // namespace tileproof::prove
