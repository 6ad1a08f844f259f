// SPDX-License-Identifier: MIT
#include "extras/prove/symbolic_offset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

namespace tileproof::prove {
namespace {

bool has_name(const polynomial& p, const std::string& name) {
    return std::ranges::any_of(p.terms(), [&](const auto& t) {
        return std::ranges::find(t.first, name) != t.first.end();
    });
}

polynomial of_term(const polynomial::term& names, long_index_t factor) {
    polynomial p = factor;
    for (const std::string& name : names) p = p * polynomial::name(name);
    return p;
}

// p = factor * name + rest, where no term has the name twice.
std::optional<std::pair<polynomial, polynomial>> taken_apart(const polynomial& p,
                                                             const std::string& name) {
    polynomial factor, rest;
    for (const auto& [names, number] : p.terms()) {
        polynomial::term others = names;
        const auto at = std::ranges::find(others, name);
        if (at == others.end()) {
            rest = rest + of_term(names, number);
            continue;
        }
        others.erase(at);
        if (std::ranges::find(others, name) != others.end()) return std::nullopt;
        factor = factor + of_term(others, number);
    }
    return std::pair{factor, rest};
}

// A multiple of the divisor to take from p: what is left has fewer, or smaller, terms with the divisor's longest one.
polynomial multiple_in(const polynomial& p, const polynomial& divisor) {
    const auto& longest = *std::ranges::max_element(divisor.terms(), {},
                                                    [](const auto& t) { return t.first.size(); });
    if (longest.second < 0) return 0;
    for (const auto& [names, factor] : p.terms()) {
        if (!std::ranges::includes(names, longest.first)) continue;
        const long_index_t times =
            factor / longest.second - (factor % longest.second < 0 ? 1 : 0);  // rounded down
        polynomial::term others;
        std::ranges::set_difference(names, longest.first, std::back_inserter(others));
        if (times != 0) return of_term(others, times);
    }
    return 0;
}

condition from_zero(const polynomial& p, const std::vector<polynomial>& assumed) {
    return {condition::relation::at_least_zero, p, "0 <= " + p.text(), assumed};
}

std::string in_parentheses(const polynomial& p) {
    return p.terms().size() == 1 ? p.text() : "(" + p.text() + ")";
}

}  // namespace

polynomial symbolic_offsets::index(const std::string& name, const polynomial& length) {
    positive_.push_back(length - 1);
    given_.assume(length - 1);
    return opaque(name, length, {});
}

polynomial symbolic_offsets::opaque(const std::string& name, const polynomial& length,
                                    std::function<long_index_t(const values&)> value) {
    const polynomial p = polynomial::name(name);
    if (std::ranges::any_of(names_, [&](const bounded& b) { return b.name == name; })) return p;
    given_.add(name, 0, std::move(value));
    given_.assume(length - 1 - p);
    names_.push_back({.name = name, .most = length - 1});
    return p;
}

bool symbolic_offsets::at_least_zero(const polynomial& p,
                                     const std::vector<polynomial>& assumed) const {
    try {
        return bounded_below(p) || std::ranges::any_of(assumed, [&](const polynomial& a) {
                   return bounded_below(p - a);
               });
    } catch (const number_too_large&) {
        return false;
    }
}

// Puts the bounds of names in their place, the latest name first: quotients before what they divide.
bool symbolic_offsets::bounded_below(const polynomial& p) const {
    for (const bounded& b : std::views::reverse(names_)) {
        if (!has_name(p, b.name)) continue;
        const auto parts = taken_apart(p, b.name);
        if (!parts) return false;
        const auto& [factor, rest] = *parts;
        const bool up = bounded_below(factor);
        if (!up && !bounded_below(polynomial(0) - factor)) return false;
        if (b.divisor.is(0)) return bounded_below(up ? rest : rest + factor * b.most);
        // divisor * name lies between dividend - divisor + 1 and the dividend
        const polynomial bound = up ? b.dividend - b.divisor + 1 : b.dividend;
        const auto times = factor == b.divisor                   ? polynomial(1)
                           : factor == polynomial(0) - b.divisor ? polynomial(-1)
                                                                 : factor.divided_by(b.divisor);
        if (times && bounded_below(rest + *times * bound)) return true;
        // p >= 0 where p * divisor > -divisor
        return bounded_below(rest * b.divisor + b.divisor - 1 + factor * bound);
    }
    return numbers_.at_least_zero(p, positive_);
}

const symbolic_offsets::bounded* symbolic_offsets::quotient_in(const polynomial& p) const {
    for (const bounded& b : std::views::reverse(names_)) {
        if (b.divisor.is(0) || !has_name(p, b.name)) continue;
        const auto parts = taken_apart(p, b.name);
        if (parts && parts->first.is(1)) return &b;
    }
    return nullptr;
}

polynomial symbolic_offsets::quotient(const polynomial& dividend, const polynomial& divisor,
                                      int depth) {
    if (divisor.is(1)) return dividend;
    if (!at_least_zero(divisor - 1, inside_))
        throw no_polynomial(
            fmt::format("the divisor {} is not known to be at least 1", divisor.text()));
    polynomial whole, rest = dividend;
    for (int i = 0; i < 64; ++i) {
        const polynomial multiple = multiple_in(rest, divisor);
        if (multiple.is(0)) break;
        whole = whole + multiple;
        rest = rest - multiple * divisor;
    }
    const auto stepped = [&](const polynomial& result, std::vector<condition> needs) {
        division_step step{fmt::format("{}/{} = {}", in_parentheses(dividend),
                                       in_parentheses(divisor), result.text()),
                           std::move(needs)};
        if (std::ranges::none_of(steps_, [&](const auto& s) { return s.what == step.what; }))
            steps_.push_back(std::move(step));
        return result;
    };
    // One more or less: of (i - 1)/8, -1 was taken, but i may be at least 1.
    for (const polynomial& result : {whole, whole + 1, whole - 1}) {
        const polynomial left = dividend - result * divisor;
        if (at_least_zero(left, inside_) && at_least_zero(divisor - 1 - left, inside_))
            return stepped(result,
                           {from_zero(left, inside_), from_zero(divisor - 1 - left, inside_)});
    }
    if (depth > 16) throw no_polynomial("there are too many quotients of quotients");
    // A factor of the divisor and of some terms; what the others have is below it.
    std::vector<polynomial> factors;
    if (divisor.terms().size() == 1)
        for (const auto& [names, number] : rest.terms()) {
            polynomial::term common;
            const auto& [all, by] = *divisor.terms().begin();
            std::ranges::set_intersection(names, all, std::back_inserter(common));
            const polynomial factor = of_term(common, std::gcd(number, by));
            if (!factor.is(1) && std::ranges::find(factors, factor) == factors.end())
                factors.push_back(factor);
        }
    for (const polynomial& factor : factors) {
        polynomial divided, low;
        for (const auto& [names, number] : rest.terms()) {
            const auto part = of_term(names, number).divided_by(factor);
            (part ? divided : low) = (part ? divided + *part : low + of_term(names, number));
        }
        if (!at_least_zero(low, inside_) || !at_least_zero(factor - 1 - low, inside_)) continue;
        const polynomial by = *divisor.divided_by(factor);
        return stepped(whole + quotient(divided, by, depth + 1),
                       {from_zero(low, inside_), from_zero(factor - 1 - low, inside_)});
    }
    if (const bounded* inner = quotient_in(rest)) {
        const polynomial by = inner->divisor;
        const polynomial under = (rest - polynomial::name(inner->name)) * by + inner->dividend;
        return stepped(whole + quotient(under, by * divisor, depth + 1), {});
    }
    const polynomial q = given_.quotient(rest, divisor, "");
    const std::string name = q.text();
    if (std::ranges::none_of(names_, [&](const bounded& b) { return b.name == name; }))
        names_.push_back({.name = name, .dividend = rest, .divisor = divisor});
    return whole + q;
}

polynomial symbolic_offsets::xored(const polynomial& a, const polynomial& b,
                                   const polynomial& length) {
    if (b.is(0)) return a;
    if (a.is(0)) return b;
    if (a.number() && b.number() && *a.number() > 0 && *b.number() > 0)
        return *a.number() ^ *b.number();
    for (const auto& [known, other] : {std::pair{a, b}, {b, a}})
        if (const auto at = xors_.find(known); at != xors_.end()) {
            if (at->second.first == other) return at->second.second;
            if (at->second.second == other) return at->second.first;
        }
    const polynomial first = std::min(a, b), second = std::max(a, b);
    const polynomial x =
        opaque(fmt::format("({} ^ {})", first.text(), second.text()), length,
               [first, second](const values& v) { return first.value(v) ^ second.value(v); });
    xors_.try_emplace(x, first, second);
    return x;
}

polynomial symbolic_offsets::entry(const place& p, const polynomial& index) {
    if (const auto at = index.number()) {
        if (*at < 0 || *at >= std::ssize(p.arguments))
            throw no_polynomial(fmt::format("{} has no entry {}", p.text, *at));
        return p.arguments[static_cast<std::size_t>(*at)];
    }
    // Entries as far apart as the first two.
    const auto& list = p.arguments;
    const polynomial apart = list.size() > 1 ? list[1] - list[0] : polynomial(0);
    const auto other_step = [&](const auto& a, const auto& b) { return !(b - a == apart); };
    if (std::ranges::adjacent_find(list, other_step) == list.end()) return list[0] + index * apart;
    return opaque(fmt::format("({} at {})", p.text, index.text()), p.below[0],
                  [p, index](const values& v) {
                      const auto at = static_cast<std::size_t>(index.value(v));
                      return at < p.arguments.size() ? p.arguments[at].value(v) : 0;
                  });
}

std::vector<polynomial> symbolic_offsets::lower(const place& p,
                                                const std::vector<polynomial>& upper) {
    using enum transform_kind;
    polynomial sum = 0;
    switch (p.kind) {
        case pass:
            return upper;
        case pad:
        case left_pad:
        case right_pad: {
            const polynomial low = p.kind == right_pad ? upper[0] : upper[0] - p.arguments[0];
            for (const polynomial& part : {low, p.below[0] - 1 - low})
                if (!at_least_zero(part, inside_)) inside_.push_back(part);
            return {low};
        }
        case slice:
        case offset:
            return {upper[0] + p.arguments[0]};
        case freeze:
            return {p.arguments[0]};
        case insert:
        case replicate:
            return {};
        case embed:
            for (std::size_t i = 0; i < upper.size(); ++i) sum = sum + upper[i] * p.strides[i];
            return {sum};
        case unmerge:
            for (std::size_t i = 0; i < upper.size(); ++i) sum = sum * p.arguments[i] + upper[i];
            return {sum};
        case merge:
        case merge_divmod: {
            std::vector<polynomial> digits(p.below.size());
            polynomial left = upper[0];
            for (std::size_t i = p.below.size(); i-- > 1;) {
                const polynomial q = quotient(left, p.below[i]);
                digits[i] = left - q * p.below[i];
                left = q;
            }
            digits[0] = left;
            return digits;
        }
        case modulo:
            return {upper[0] - p.arguments[0] * quotient(upper[0], p.arguments[0])};
        case xor_: {
            const polynomial& n = p.below[1];
            return {upper[0], xored(upper[1], upper[0] - n * quotient(upper[0], n), n)};
        }
        case cyclic_shift:
        case inverse_cyclic_shift: {
            const polynomial at =
                p.kind == cyclic_shift ? upper[1] + upper[0] : upper[1] - upper[0];
            return {upper[0], at - p.below[1] * quotient(at, p.below[1])};
        }
        case gather:
            return {entry(p, upper[0])};
    }
    return {};
}

symbolic_element symbolic_offsets::element_at(const named_layout& l,
                                              std::vector<polynomial> index) {
    inside_.clear();
    const auto& places = l.places();
    // A base offset is below the base, both in stage 0.
    for (std::size_t end = places.size(); end > 0;) {
        std::size_t begin = end - 1;
        while (begin > 0 && places[begin].stage > 0 &&
               places[begin - 1].stage == places[begin].stage)
            --begin;
        std::vector<polynomial> below;
        for (std::size_t at = begin; at < end; ++at) {
            const place& p = places[at];
            std::vector<polynomial> upper;
            for (const int d : p.upper) upper.push_back(index[static_cast<std::size_t>(d)]);
            const std::vector<polynomial> made = lower(p, upper);
            for (std::size_t i = 0; i < made.size(); ++i) {
                const auto d = static_cast<std::size_t>(p.lower[i]);
                if (below.size() <= d) below.resize(d + 1);
                below[d] = made[i];
            }
        }
        index = std::move(below);
        end = begin;
    }
    return {index.at(0), inside_};
}

std::map<std::string, lemma> quotient_lemmas() {
    const auto integers = [](const std::string& names, const std::string& premises,
                             const std::string& conclusion) {
        std::string text;
        for (const char name : names) text += fmt::format("(declare-const {} Int)\n", name);
        return text + fmt::format("(assert (and {}))\n(assert (not {}))\n", premises, conclusion);
    };
    return {
        {"quotient 1 rest",
         {"x/d = y where 0 <= x - d*y < d", nullptr,
          integers("xdyq",
                   "(<= 0 (- x (* d y))) (< (- x (* d y)) d) (<= (* q d) x) (< x (* (+ q 1) d))",
                   "(= q y)")}},
        {"quotient 2 factor",
         {"(g*y + z)/(g*e) = y/e where 0 <= z < g", nullptr,
          integers(
              "gyzeq", "(<= 0 z) (< z g) (<= (* q e) y) (< y (* (+ q 1) e))",
              "(and (<= (* q (* g e)) (+ (* g y) z)) (< (+ (* g y) z) (* (+ q 1) (* g e))))")}},
        {"quotient 3 quotient",
         {"(y + x/c)/b = (c*y + x)/(c*b)", nullptr,
          integers(
              "xybcpq",
              "(< 0 b) (< 0 c) (<= (* p c) x) (< x (* (+ p 1) c)) (<= (* q b) (+ y p)) (< (+ y p) "
              "(* "
              "(+ q 1) b))",
              "(and (<= (* q (* c b)) (+ (* c y) x)) (< (+ (* c y) x) (* (+ q 1) (* c b))))")}},
        {"quotient 4 multiple",
         {"(d*y + x)/d = y + x/d", nullptr,
          integers("dyxq", "(< 0 d) (<= (* q d) x) (< x (* (+ q 1) d))",
                   "(and (<= (* (+ y q) d) (+ (* d y) x)) (< (+ (* d y) x) (* (+ y q 1) d)))")}},
    };
}

}  // namespace tileproof::prove
