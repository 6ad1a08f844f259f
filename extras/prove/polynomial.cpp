// SPDX-License-Identifier: MIT
#include "extras/prove/polynomial.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tileproof::prove {
namespace {

long_index_t checked_sum(long_index_t a, long_index_t b) {
    long_index_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) throw number_too_large();
    return sum;
}

long_index_t checked_product(long_index_t a, long_index_t b) {
    long_index_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) throw number_too_large();
    return product;
}

}  // namespace

polynomial::polynomial(long_index_t number) { add({}, number); }

polynomial polynomial::name(const std::string& name) {
    polynomial p;
    p.add({name}, 1);
    return p;
}

void polynomial::add(const term& t, long_index_t factor) {
    const auto at = terms_.try_emplace(t, 0).first;
    at->second = checked_sum(at->second, factor);
    if (at->second == 0) terms_.erase(at);
}

polynomial operator+(const polynomial& a, const polynomial& b) {
    polynomial sum = a;
    for (const auto& [t, factor] : b.terms_) sum.add(t, factor);
    return sum;
}

polynomial operator-(const polynomial& a, const polynomial& b) { return a + b * polynomial(-1); }

polynomial operator*(const polynomial& a, const polynomial& b) {
    polynomial product;
    for (const auto& [s, f] : a.terms_)
        for (const auto& [t, g] : b.terms_) {
            polynomial::term both;
            std::ranges::merge(s, t, std::back_inserter(both));
            product.add(both, checked_product(f, g));
        }
    return product;
}

std::optional<long_index_t> polynomial::number() const {
    if (terms_.empty()) return 0;
    if (terms_.size() > 1 || !terms_.begin()->first.empty()) return std::nullopt;
    return terms_.begin()->second;
}

long_index_t polynomial::value(const values& of) const {
    long_index_t sum = 0;
    for (const auto& [t, factor] : terms_) {
        long_index_t product = factor;
        for (const std::string& name : t) product = checked_product(product, of.at(name));
        sum = checked_sum(sum, product);
    }
    return sum;
}

polynomial polynomial::with(const std::string& name, const polynomial& by) const {
    polynomial result;
    for (const auto& [t, factor] : terms_) {
        polynomial product = factor;
        for (const std::string& each : t)
            product = product * (each == name ? by : polynomial::name(each));
        result = result + product;
    }
    return result;
}

std::optional<polynomial> polynomial::divided_by(const polynomial& divisor) const {
    if (divisor.terms_.size() != 1 || divisor.terms_.begin()->second <= 0) return std::nullopt;
    const auto& [names, by] = *divisor.terms_.begin();
    polynomial quotient;
    for (const auto& [t, factor] : terms_) {
        if (factor % by != 0 || !std::ranges::includes(t, names)) return std::nullopt;
        term rest;
        std::ranges::set_difference(t, names, std::back_inserter(rest));
        quotient.add(rest, factor / by);
    }
    return quotient;
}

std::string polynomial::text() const {
    std::string text;
    const auto add_term = [&](const term& t, long_index_t factor) {
        const bool negative = factor < 0;
        text += text.empty() ? (negative ? "-" : "") : negative ? " - " : " + ";
        const std::string size = fmt::format("{}", factor).substr(negative ? 1 : 0);
        if (t.empty() || size != "1") text += size + (t.empty() ? "" : "*");
        text += fmt::format("{}", fmt::join(t, "*"));
    };
    for (auto at = terms_.rbegin(); at != terms_.rend(); ++at)
        if (at->second > 0) add_term(at->first, at->second);
    for (auto at = terms_.rbegin(); at != terms_.rend(); ++at)
        if (at->second < 0) add_term(at->first, at->second);
    return text.empty() ? "0" : text;
}

std::string smt_number(long_index_t n) {
    return n < 0 ? fmt::format("(- {})", std::to_string(n).substr(1)) : std::to_string(n);
}

std::string polynomial::smt() const {
    std::string text = "(+ 0";
    for (const auto& [t, factor] : terms_) {
        text += " (* " + smt_number(factor);
        for (const std::string& name : t) text += fmt::format(" |{}|", name);
        text += ')';
    }
    return text + ')';
}

void polynomial::add_names(values& to) const {
    for (const auto& [t, factor] : terms_)
        for (const std::string& name : t) to.try_emplace(name, 0);
}

polynomial product_of(const std::vector<polynomial>& factors) {
    polynomial product = 1;
    for (const polynomial& p : factors) product = product * p;
    return product;
}

}  // namespace tileproof::prove
