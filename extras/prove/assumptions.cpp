// SPDX-License-Identifier: MIT
#include "extras/prove/assumptions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

constexpr std::size_t most_names = 24;

long_index_t floor_of(long_index_t a, long_index_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

bool all_factors_positive(const polynomial& p) {
    return std::ranges::all_of(p.terms(), [](const auto& t) { return t.second >= 0; });
}

}  // namespace

polynomial assumptions::named(const std::string& name, const std::string& where) {
    if (const auto rule = rules_.find(name); rule != rules_.end()) return rule->second;
    if (std::ranges::find(given_, name) == given_.end()) {
        if (declared_)
            throw layout_error(fmt::format(
                "{}--for does not list the name {}; add it, or write a number.", where, name));
        if (given_.size() == most_names)
            throw layout_error(fmt::format("{}there are more than {} names.", where, most_names));
        given_.push_back(name);
        free_.push_back(name);
        least_.emplace(name, 1);
    }
    return polynomial::name(name);
}

polynomial assumptions::power_of_two(const polynomial& exponent, const std::string& where) {
    polynomial result = 1;
    for (const auto& [names, factor] : exponent.terms()) {
        if (names.size() > 1 || factor < 0 || factor > 62)
            throw layout_error(
                where + "the exponent of 2 must be a sum of names and numbers, as in 2^(k+1).");
        polynomial base = 2;
        if (!names.empty()) {
            const std::string& k = names.front();
            const std::string power = "2^" + k;
            const auto value = [k](const values& v) {
                if (v.at(k) < 0 || v.at(k) > 62) throw number_too_large();
                return long_index_t{1} << v.at(k);
            };
            if (powers_.insert(power).second) computed_.push_back({power, value});
            const auto least = least_.find(k);
            if (least == least_.end() || least->second < 0 || least->second > 62)
                throw layout_error(where + "the exponent of 2 must be from 0 to 62.");
            least_[power] = long_index_t{1} << least->second;
            base = polynomial::name(power);
        }
        for (long_index_t i = 0; i < factor; ++i) result = result * base;
    }
    return result;
}

polynomial assumptions::quotient(const polynomial& dividend, const polynomial& divisor,
                                 const std::string& where) {
    if (!at_least_zero(divisor - 1))
        throw layout_error(
            fmt::format("{}the divisor {} is not known to be at least 1; say so with --for.", where,
                        divisor.text()));
    if (const auto exact = dividend.divided_by(divisor)) return *exact;
    if (dividend.number() && divisor.number())
        return floor_of(*dividend.number(), *divisor.number());
    const auto in_parentheses = [](const polynomial& p) {
        return p.terms().size() > 1 || p.text().find('*') != std::string::npos
                   ? "(" + p.text() + ")"
                   : p.text();
    };
    const std::string name = "(" + in_parentheses(dividend) + "/" + in_parentheses(divisor) + ")";
    const polynomial q = polynomial::name(name);
    if (std::ranges::any_of(computed_, [&](const computed& c) { return c.name == name; })) return q;
    computed_.push_back({name, [dividend, divisor](const values& v) {
                             return floor_of(dividend.value(v), divisor.value(v));
                         }});
    if (at_least_zero(dividend)) least_[name] = at_least_zero(dividend - divisor) ? 1 : 0;
    nonnegative_.push_back(dividend - divisor * q);
    nonnegative_.push_back(divisor * q + divisor - 1 - dividend);
    return q;
}

void assumptions::add(const std::string& name, long_index_t least,
                      std::function<long_index_t(const values&)> value) {
    least_.emplace(name, least);
    if (value)
        computed_.push_back({name, std::move(value)});
    else
        free_.push_back(name);
}

void assumptions::join(const assumptions& other) {
    for (const std::string& name : other.given_)
        if (std::ranges::find(given_, name) == given_.end()) given_.push_back(name);
    for (const std::string& name : other.free_)
        if (std::ranges::find(free_, name) == free_.end()) free_.push_back(name);
    for (const computed& c : other.computed_)
        if (std::ranges::none_of(computed_, [&](const computed& d) { return d.name == c.name; }))
            computed_.push_back(c);
    least_.insert(other.least_.begin(), other.least_.end());
    powers_.insert(other.powers_.begin(), other.powers_.end());
    for (const polynomial& p : other.nonnegative_)
        if (std::ranges::find(nonnegative_, p) == nonnegative_.end()) nonnegative_.push_back(p);
}

bool assumptions::at_least_zero(const polynomial& p, const std::vector<polynomial>& more) const {
    if (all_factors_positive(p) && std::ranges::all_of(p.terms(), [&](const auto& t) {
            return std::ranges::all_of(t.first, [&](const std::string& name) {
                const auto least = least_.find(name);
                return least != least_.end() && least->second >= 0;
            });
        }))
        return true;
    const auto by_signs = [&](polynomial q) {
        values names;
        q.add_names(names);
        for (const auto& [name, none] : names) {
            const auto least = least_.find(name);
            if (least == least_.end()) return false;
            q = q.with(name, polynomial::name(name) + least->second);
        }
        return all_factors_positive(q);
    };
    try {
        if (by_signs(p)) return true;
        // An assumption, or one times a name, may be taken away first.
        values names;
        p.add_names(names);
        std::vector<polynomial> known = nonnegative_;
        known.insert(known.end(), more.begin(), more.end());
        for (const polynomial& h : std::vector(known))
            for (const auto& [name, none] : names)
                if (least_.contains(name) && least_.at(name) >= 0)
                    known.push_back(h * polynomial::name(name));
        for (std::size_t i = 0; i < known.size(); ++i) {
            if (by_signs(p - known[i])) return true;
            for (std::size_t k = 0; k <= i && known.size() < 32; ++k)
                if (by_signs(p - known[i] - known[k])) return true;
        }
    } catch (const number_too_large&) {
    }
    return false;
}

bool assumptions::power_of_two(const polynomial& p) const {
    if (p.terms().size() != 1) return false;
    const auto& [names, factor] = *p.terms().begin();
    return factor > 0 && (factor & (factor - 1)) == 0 &&
           std::ranges::all_of(names,
                               [&](const std::string& name) { return powers_.contains(name); });
}

long_index_t assumptions::divisor_of(const polynomial& p) const {
    long_index_t result = 0;
    for (const auto& [names, factor] : p.terms()) {
        long_index_t divides = factor;
        for (const std::string& name : names)
            if (powers_.contains(name) &&
                __builtin_mul_overflow(divides, least_.at(name), &divides))
                throw number_too_large();
        result = std::gcd(result, divides);
    }
    return result;
}

bool assumptions::complete(values& v) const {
    for (const auto& [name, rule] : rules_) v[name] = rule.value(v);
    for (const computed& c : computed_) v[c.name] = c.value(v);
    const auto has = [&](const std::string& name) { return v.at(name) >= least_.at(name); };
    return std::ranges::all_of(free_, has) &&
           std::ranges::all_of(nonnegative_,
                               [&](const polynomial& p) { return p.value(v) >= 0; }) &&
           std::ranges::all_of(zero_, [&](const polynomial& p) { return p.value(v) == 0; });
}

std::string assumptions::say(const values& v) const {
    std::vector<std::string> parts;
    for (const std::string& name : given_) {
        const auto rule = rules_.find(name);
        parts.push_back(
            fmt::format("{}={}", name, rule == rules_.end() ? v.at(name) : rule->second.value(v)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string assumptions::smt() const {
    std::string text;
    const auto declare = [&](const std::string& name) {
        text += fmt::format("(declare-const |{}| Int)\n", name);
        if (const auto least = least_.find(name); least != least_.end())
            text += fmt::format("(assert (>= |{}| {}))\n", name, polynomial(least->second).smt());
    };
    for (const std::string& name : free_) declare(name);
    for (const computed& c : computed_) declare(c.name);
    for (const polynomial& p : nonnegative_) text += fmt::format("(assert (>= {} 0))\n", p.smt());
    for (const polynomial& p : zero_) text += fmt::format("(assert (= {} 0))\n", p.smt());
    return text;
}

std::string assumptions::text() const {
    std::vector<std::string> parts;
    for (const std::string& name : given_)
        if (const auto rule = rules_.find(name); rule != rules_.end())
            parts.push_back(fmt::format("{} = {}", name, rule->second.text()));
    for (const std::string& name : free_)
        parts.push_back(fmt::format("{} >= {}", name, least_.at(name)));
    for (const polynomial& p : nonnegative_) parts.push_back(p.text() + " >= 0");
    for (const polynomial& p : zero_) parts.push_back(p.text() + " = 0");
    return fmt::format("{}", fmt::join(parts, ", "));
}

// Where one of the given names is alone in a term, it is replaced by the rest.
void assumptions::assume_zero(const polynomial& p) {
    for (const auto& [names, factor] : p.terms()) {
        if (names.size() != 1 || (factor != 1 && factor != -1)) continue;
        const std::string name = names.front();
        if (std::ranges::find(free_, name) == free_.end() || powers_.contains("2^" + name))
            continue;
        const polynomial rest = polynomial::name(name) - p * polynomial(factor);
        values inside;
        rest.add_names(inside);
        const bool computed_from_it = std::ranges::any_of(inside, [&](const auto& n) {
            return !least_.contains(n.first) || n.first.find('/') != std::string::npos;
        });
        if (inside.contains(name) || computed_from_it) continue;
        replace(name, rest);
        return;
    }
    zero_.push_back(p);
}

void assumptions::replace(const std::string& name, const polynomial& by) {
    std::erase(free_, name);
    nonnegative_.push_back(by - least_.at(name));
    least_.erase(name);
    for (auto& [other, rule] : rules_) rule = rule.with(name, by);
    for (polynomial& h : nonnegative_) h = h.with(name, by);
    for (polynomial& h : zero_) h = h.with(name, by);
    std::erase_if(nonnegative_, [](const polynomial& h) { return h.is(0); });
    rules_.emplace(name, by);
}

void assumptions::bound(const std::string& name, long_index_t least, const expression_reader& in) {
    if (!bounded_.insert(name).second) least = std::max(least, least_.at(name));
    if (least < least_.at(name) && !computed_.empty())
        in.fail("a bound below 1 must be a plain number, as in N>=0");
    least_.at(name) = least;
}

void assumptions::add_condition(std::string_view text) {
    expression_reader in(text, 0, fmt::format("--for '{}'", text), *this);
    polynomial left = in.sum();
    if (in.take("%")) {
        const polynomial divisor = in.sum();
        const auto name = left.terms().size() == 1 ? left.text() : "";
        if (!in.take("==") || !in.sum().is(0) || !in.at_end() || !least_.contains(name))
            in.fail("a remainder is that of a name, and must be 0: N%8==0");
        if (!at_least_zero(divisor - 1)) in.fail("the divisor must be at least 1");
        const std::string times = fmt::format("({}/{})", name, divisor.text());
        std::erase_if(computed_, [&](const computed& c) { return c.name == times; });
        free_.push_back(times);
        least_[times] = least_.at(name) >= 1 ? 1 : 0;
        if (least_.at(name) < 0) in.fail("a name with a remainder must be at least 0");
        replace(name, divisor * polynomial::name(times));
        return;
    }
    if (in.at_end()) return;
    do {
        std::string sign;
        for (const char* s : {"<=", ">=", "==", "<", ">", "="})
            if (sign.empty() && in.take(s)) sign = s;
        if (sign.empty()) in.fail("a comparison (<=, <, >=, >, ==) or the end must come here");
        const polynomial right = in.sum();
        if (sign.starts_with("=")) {
            assume_zero(left - right);
        } else {
            const polynomial strict = sign.size() == 1 ? 1 : 0;
            const polynomial p =
                sign.starts_with("<") ? right - left - strict : left - right - strict;
            // A bound of one name alone takes the place of the one that every name has.
            const auto& terms = p.terms();
            const auto last = terms.empty() ? polynomial::term{} : terms.rbegin()->first;
            if (last.size() == 1 && (p - polynomial::name(last.front())).number() &&
                std::ranges::find(free_, last.front()) != free_.end())
                bound(last.front(), -*(p - polynomial::name(last.front())).number(), in);
            else
                nonnegative_.push_back(p);
        }
        left = right;
    } while (!in.at_end());
}

assumptions assumptions_of(const std::string& given) {
    assumptions result;
    if (given.empty()) return result;
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : given) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    // Plain bounds first, because what is computed from a name has its bound; then equalities, which replace names.
    const auto round_of = [](const std::string& part) {
        if (part.find_first_of("<>") == std::string::npos && part.find('=') != std::string::npos)
            return 2;
        return part.find_first_of("/^") == std::string::npos ? 0 : 1;
    };
    for (const int round : {0, 1, 2})
        for (const std::string& part : parts) {
            if (part.find_first_not_of(" \t") == std::string::npos)
                throw layout_error(fmt::format(
                    "--for '{}' has nothing between two commas; write names and conditions, as in "
                    "M, N%8==0, S>=N.",
                    given));
            if (round_of(part) == round) result.add_condition(part);
        }
    result.declared_ = true;
    return result;
}

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool expression_reader::at_end() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
        ++at_;
    return at_ == text_.size();
}

bool expression_reader::take(std::string_view sign) {
    if (at_end() || !text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
}

std::string expression_reader::where() const {
    return fmt::format("{}, column {}: ", what_, at_ + 1);
}

void expression_reader::fail(const std::string& rule) const {
    throw layout_error(where() + rule + ".");
}

polynomial expression_reader::sum() {
    if (++depth_ > 64) fail("an expression has more than 64 parentheses inside each other");
    polynomial result = product();
    for (;;) {
        at_end();
        if (text_.substr(at_).starts_with("->")) break;
        if (take("+"))
            result = result + product();
        else if (take("-"))
            result = result - product();
        else
            break;
    }
    --depth_;
    return result;
}

polynomial expression_reader::product() {
    polynomial result = power();
    for (;;)
        if (take("*"))
            result = result * power();
        else if (take("/"))
            result = given_->quotient(result, power(), where());
        else
            return result;
}

polynomial expression_reader::power() {
    if (take("-")) {
        if (++depth_ > 64) fail("an expression has more than 64 signs before a number");
        const polynomial negated = polynomial(0) - power();
        --depth_;
        return negated;
    }
    const polynomial base = primary();
    if (!take("^")) return base;
    const polynomial exponent = primary();
    if (base.is(2)) return given_->power_of_two(exponent, where());
    const auto times = exponent.number();
    if (!times || *times < 0 || *times > 16)
        fail(
            "an exponent is a number from 0 to 16, or any sum of names for a power of 2, as in "
            "2^k");
    polynomial result = 1;
    for (long_index_t i = 0; i < *times; ++i) result = result * base;
    return result;
}

polynomial expression_reader::primary() {
    if (at_end()) fail("a number or a name must come here, but the text ends");
    if (take("(")) {
        const polynomial inside = sum();
        if (!take(")")) fail("\")\" must end what \"(\" began");
        return inside;
    }
    const std::size_t begin = at_;
    if (is_digit(text_[at_])) {
        long_index_t number = 0;
        const auto [end, error] =
            std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
        if (error != std::errc())
            fail("the number does not fit 64 bits; the largest is 9223372036854775807");
        at_ = static_cast<std::size_t>(end - text_.data());
        return number;
    }
    while (at_ < text_.size() && (is_letter(text_[at_]) || (at_ > begin && is_digit(text_[at_]))))
        ++at_;
    if (at_ == begin)
        fail(fmt::format("a number or a name must come here, but \"{}\" does",
                         text_.substr(at_, 1)));
    if (at_ - begin > 40) fail("a name has at most 40 letters");
    return given_->named(std::string(text_.substr(begin, at_ - begin)), where());
}

}  // namespace tileproof::prove
