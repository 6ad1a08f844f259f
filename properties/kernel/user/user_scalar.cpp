// SPDX-License-Identifier: MIT
#include "properties/kernel/user/user_contract.hpp"

#include "properties/draw.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace tileproof::properties {
namespace {

constexpr double most_whole = 0x1p53;  // beyond it a double skips whole numbers
constexpr std::array interesting = {0.0, 1.0, -1.0, 0.5, 2.0, -2.0};  // the simplest first

// The value as the launch gets it: rounded to the type.
double of_type(const element_type& type, double value) {
    std::array<std::byte, 8> bytes{};
    store_value(type, value, bytes.data());
    return value_of(type, bytes.data());
}

bool is_name(const std::string& s) {
    return !s.empty() && !std::isdigit(static_cast<unsigned char>(s[0])) &&
           std::ranges::all_of(s, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// The range of a scalar's type; whole numbers as far as a double counts them.
std::pair<double, double> limits_of(const element_type& type) {
    if (type.is_float()) {
        const double most = greatest_of(type);
        return {-most, most};
    }
    if (type.name == "bool") return {0, 1};
    const int bits = 8 * type.bytes - (type.is_unsigned ? 0 : 1);
    const double most = std::min(std::ldexp(1.0, bits) - 1, most_whole);
    return {type.is_unsigned ? 0 : std::max(-std::ldexp(1.0, bits), -most_whole), most};
}

void check(const sdk::test_data& t, const sdk::scalar& s, const element_type& type) {
    const auto refuse = [&](const std::string& why) {
        throw sdk::mistake(fmt::format("The scalar '{}' of {} {}", s.name, t.name, why));
    };
    if (!is_name(s.name)) refuse("needs a name of letters, digits and underscores.");
    const auto same = [&](const sdk::scalar& other) { return other.name == s.name; };
    if (std::ranges::count_if(t.scalars, same) > 1)
        refuse("is declared twice: give each scalar a name of its own.");
    if (std::ranges::find(t.dims, s.name) != t.dims.end())
        refuse("has the name of a dim: give it another one.");
    if (s.from_list && s.values.empty())
        refuse("has an empty list: name the values that it may have.");
    if (!s.from_list && !(s.least <= s.most))
        refuse(fmt::format(
            "has the range {} to {}, in which there is no value: the least comes first.", s.least,
            s.most));
    const auto [least, most] = limits_of(type);
    for (const double v : s.from_list ? s.values : std::vector<double>{s.least, s.most})
        if (!(v >= least && v <= most) || (!type.is_float() && v != std::trunc(v)))
            refuse(fmt::format("may be {}, which is no {} between {} and {}.", v, s.type, least,
                               most));
}

// For a range.
struct drawn_range {
    const element_type& type;
    double least, most;

    bool holds(double v) const { return v >= least && v <= most && of_type(type, v) == v; }
    std::vector<double> simple() const {
        std::vector<double> all;
        for (const double v : interesting)
            if (holds(v)) all.push_back(v);
        if (all.empty()) all.push_back(std::abs(least) <= std::abs(most) ? least : most);
        return all;
    }
    double any(draw& from) const {
        std::vector<double> edges = simple();
        edges.insert(edges.end(), {least, most});
        if (from.chance(50)) return from.pick(edges);
        constexpr long_index_t parts = 1 << 20;
        const double part =
            static_cast<double>(from.between(0, parts)) / static_cast<double>(parts);
        const double low = from.chance(30) ? std::max(least, -8.0) : least;
        const double high = low == least ? most : std::min(most, 8.0);
        if (low > high) return from.pick(edges);
        const double v = low * (1 - part) + high * part;
        return std::clamp(of_type(type, type.is_float() ? v : std::round(v)), least, most);
    }
    // Towards 0 in ever smaller steps; fractions by way of those with few digits.
    std::vector<double> nearer(double now) const {
        std::vector<double> all;
        const auto offer = [&](double v) {
            if (std::abs(v) < std::abs(now) && holds(v)) all.push_back(v);
        };
        const double end = least > 0 ? least : most < 0 ? most : 0;
        offer(end);
        for (const double digits : {1.0, 2.0, 8.0}) offer(std::trunc(now * digits) / digits);
        if (now != std::trunc(now)) return all;
        for (double gap = std::trunc(std::abs(now - end) / 2); gap >= 1; gap = std::trunc(gap / 2))
            offer(now > end ? now - gap : now + gap);
        return all;
    }
};

}  // namespace

contract_parameter parameter_of(const sdk::test_data& t, const sdk::scalar& s) {
    const element_type* const type = find_element_type(s.type);
    if (!type)
        throw sdk::mistake(fmt::format("The scalar '{}' of {} has the type {}, which is not known.",
                                       s.name, t.name, s.type));
    check(t, s, *type);
    contract_parameter p;
    p.name = s.name;
    p.key = "scalars/" + s.name;
    if (s.from_list) {
        for (const double v : s.values) p.simple.push_back(of_type(*type, v));
        p.random = [list = p.simple](draw& from, const kernel_case&) { return from.pick(list); };
        p.takes = [list = p.simple](double v) { return std::ranges::find(list, v) != list.end(); };
        p.nearer = [](double) { return std::vector<double>(); };
        p.values = fmt::format("one of {}", fmt::join(p.simple, ", "));
    } else {
        const drawn_range range{*type, of_type(*type, s.least), of_type(*type, s.most)};
        p.simple = range.simple();
        p.random = [range](draw& from, const kernel_case&) { return range.any(from); };
        p.takes = [range](double v) { return range.holds(v); };
        p.nearer = [range](double now) { return range.nearer(now); };
        p.values = fmt::format("a {} from {} to {}", s.type, range.least, range.most);
    }
    p.plain = p.simple.front();
    return p;
}

}  // namespace tileproof::properties
