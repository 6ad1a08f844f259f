// SPDX-License-Identifier: MIT
// K1 exact: every written element equals the expected bytes.
#include "properties/kernel/kernel_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tileproof::properties {
namespace {

std::string_view value_at(const bytes& all, std::size_t element, std::size_t width) {
    return {reinterpret_cast<const char*>(&all[element * width]), width};
}

// A small whole number may be a wrong value by chance.
bool is_telling(const call_operand& o, const std::byte* value) {
    constexpr double small = 64;
    if (!o.type || o.type->is_struct()) return true;
    const double v = value_of(*o.type, value);
    return std::abs(v) > small || v != std::floor(v);
}

// If nine out of ten wrong elements hold values that belong elsewhere, an index is wrong rather than a value: returns
// where the value of the first wrong element belongs. Values that occur at two positions say nothing, nor does one alone that is a
// small whole number.
std::optional<std::size_t> origin(const call_operand& o, const bytes& result,
                                  const std::vector<std::size_t>& wrong) {
    const auto width = static_cast<std::size_t>(o.element_bytes);
    constexpr auto several = static_cast<std::size_t>(-1);
    std::unordered_map<std::string_view, std::size_t> place;
    for (std::size_t e = 0; e < o.elements(); ++e)
        if (o.live[e])
            if (const auto [it, is_new] = place.emplace(value_at(o.contents, e, width), e); !is_new)
                it->second = several;
    if (wrong.size() == 1 && !is_telling(o, &result[wrong.front() * width])) return std::nullopt;
    std::size_t moved = 0;
    std::optional<std::size_t> of_first;
    for (const std::size_t e : wrong) {
        const auto it = place.find(value_at(result, e, width));
        if (it == place.end() || it->second == several) continue;
        ++moved;
        if (e == wrong.front()) of_first = it->second;
    }
    return 10 * moved >= 9 * wrong.size() ? of_first : std::nullopt;
}

// As near to the right value as a few roundings to f16 leave it, with no more digits of a float32 than f16 has, although the
// right value has more.
bool is_rounded_to_half(const call_operand& o, double got, std::size_t element) {
    const auto has_few_figures = [](double v) {
        int exponent = 0;
        const double figures = std::ldexp(std::frexp(v, &exponent), 11);
        return std::abs(v) <= 65504 && exponent > -14 && figures == std::floor(figures);
    };
    const double right = o.values[element];
    return o.type->name == "float32" && std::abs(got - right) <= std::abs(right) / 512 &&
           has_few_figures(got) && !has_few_figures(right);
}

// How many bounds the first wrong element is off, and the worst, if that says something; and whether all of them hold f16
// values although the right values are not f16: then they were rounded to f16 on the way.
std::string bounds_off(const call_operand& o, const bytes& result,
                       const std::vector<std::size_t>& wrong) {
    if (o.type->is_struct()) return {};
    double first = 0, worst = 0;
    bool rounded = true;
    for (const std::size_t e : wrong) {
        if (!(o.bounds[e] > 0)) return {};
        const double got =
            value_of(*o.type, &result[e * static_cast<std::size_t>(o.element_bytes)]);
        if (!std::isfinite(got)) return {};
        const double off = std::abs(got - o.values[e]) / o.bounds[e];
        if (e == wrong.front()) first = off;
        worst = std::max(worst, off);
        rounded = rounded && is_rounded_to_half(o, got, e);
    }
    if (!std::isfinite(worst)) return {};
    return fmt::format(
        ", {:.3g} times the bound{}{}", first,
        worst > 2 * first ? fmt::format(" (another element: {:.3g} times)", worst) : "",
        rounded ? ": rounded to f16" : "");
}

bool differs_in_the_sign_of_zero(const call_operand& o, const bytes& result,
                                 const std::vector<std::size_t>& wrong) {
    if (!o.type || o.type->is_struct() || !o.type->is_float()) return false;
    const auto width = static_cast<std::size_t>(o.element_bytes);
    return std::ranges::all_of(wrong, [&](std::size_t e) {
        return value_of(*o.type, &result[e * width]) == 0 &&
               value_of(*o.type, &o.contents[e * width]) == 0;
    });
}

// For a wrong element: which number in it is wrong.
std::size_t wrong_number(const call_operand& o, const std::byte* value, std::size_t element) {
    std::size_t wrong = 0;
    any_number(o, [&](std::size_t k, std::size_t offset, std::size_t bytes) {
        wrong = k;
        return !is_right_number(o, value, element, k, offset, bytes);
    });
    return wrong;
}

failure wrong_values(const call_operand& o, law_id law, const bytes& result,
                     const std::vector<std::size_t>& wrong, std::size_t live) {
    const bool bounded = o.bounded();
    const auto width = static_cast<std::size_t>(o.element_bytes);
    const std::size_t first = wrong.front();
    failure f{.law = law, .kind = failure_kind::wrong_value, .where = place_of(o, first)};
    if (const auto from = bounded ? std::nullopt : origin(o, result, wrong))
        f.where.other_index = place_of(o, *from).index;
    f.where.affected = wrong.size();
    f.where.of = live;
    const std::size_t number = wrong_number(o, &result[first * width], first);
    std::string right = print_number(o, &o.contents[first * width], number);
    const std::size_t at = bounded ? first * numbers_in(*o.type) + number : 0;
    const bool exact = o.type && o.type->is_struct() && !o.type->members()[number].type->is_float();
    if (bounded && !exact && o.bounds[at] > 0)
        right += o.bounds[at] == any_finite_number
                     ? ", or another finite number,"
                     : fmt::format(", give or take {:.3g},", o.bounds[at]);
    f.expected = {std::move(right),
                  o.answered_by.empty() ? "" : std::string(by_old_kernel) + o.answered_by};
    f.actual = {print_number(o, &result[first * width], number) +
                    (bounded ? bounds_off(o, result, wrong)
                     : differs_in_the_sign_of_zero(o, result, wrong)
                         ? ", which differs in the sign of zero only"
                         : std::string()),
                {}};
    return f;
}

}  // namespace

// K1 or K7 for all outputs that have the law. Reports the first wrong one and names the others.
void judge_values(const call_record& r, law_id law, bool bounded, law_list& laws) {
    std::optional<failure> f;
    for (std::size_t k = 0; k < r.first.size(); ++k) {
        const call_operand& o = r.call.outputs[k];
        if (o.bounded() != bounded) continue;
        const auto width = static_cast<std::size_t>(o.element_bytes);
        std::size_t live = 0;
        std::vector<std::size_t> wrong;
        for (std::size_t e = 0; e < o.elements(); ++e) {
            if (!o.live[e]) continue;
            ++live;
            if (!r.kept[k][e] && !is_right(o, &r.first[k][e * width], e)) wrong.push_back(e);
        }
        if (live > 0) laws.looked_at(law);
        if (wrong.empty()) continue;
        if (!f)
            f = wrong_values(o, law, r.first[k], wrong, live);
        else
            f->detail += fmt::format("{}So {} {} of {} of {}.", f->detail.empty() ? "" : " ",
                                     is_by_old_kernel(*f) ? wrong.size() == 1 ? "does" : "do"
                                     : wrong.size() == 1  ? "is"
                                                          : "are",
                                     wrong.size(), live, o.name);
    }
    if (f) laws.fail(std::move(*f));
}

void k1_exact(const call_record& r, law_list& laws) { judge_values(r, law_id::K1, false, laws); }

}  // namespace tileproof::properties
