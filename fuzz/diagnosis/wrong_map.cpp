// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/wrong_map.hpp"

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/diagnosis/learn_all.hpp"
#include "fuzz/diagnosis/map_name.hpp"
#include "fuzz/diagnosis/moved_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

constexpr std::size_t least_wrong_shapes = 3;
constexpr int most_bits = 12;

using rule_found = std::optional<named_rule>;

// Elements that were found: one offset each, by one formula. Those that were not must lie under others, or too far.
rule_found another_address(const moved_elements& all) {
    std::vector<seen_shape> right, actual;
    for (const moved_shape& s : all.shapes) {
        seen_shape& must = right.emplace_back();
        seen_shape& is = actual.emplace_back();
        must.sizes = is.sizes = s.sizes;
        for (const moved_element& e : s.elements) {
            must.numbers.push_back({e.index, e.right});
            if (e.found.size() > 1) return std::nullopt;
            if (!e.found.empty()) is.numbers.push_back({e.index, e.found[0]});
        }
    }
    const auto must = fit(right, all.letters), is = fit(actual, all.letters);
    if (!must || !is || must->text == is->text) return std::nullopt;
    std::size_t seen = 0;  // shapes in which a good part of the elements was found
    for (std::size_t s = 0; s < all.shapes.size(); ++s) {
        const std::vector<std::int64_t>& held = all.shapes[s].held;
        if (actual[s].numbers.size() * 3 >= all.shapes[s].elements.size()) ++seen;
        for (const moved_element& e : all.shapes[s].elements) {
            if (!e.found.empty()) continue;
            const std::int64_t at = is->at(s, e.index);
            if (at >= 0 && at < std::ssize(held) &&
                held[static_cast<std::size_t>(at)] == observed_call::unwritten)
                return std::nullopt;
        }
    }
    if (seen < least_wrong_shapes) return std::nullopt;
    return named_rule{fmt::format("element {} of {} arrives at {}; must be {}", all.name(),
                                  all.operand, is->text, must->text),
                      name_of_address(all, *must, *is)};
}

// What lies in the place of an element: another one, whose indices follow from those of the first.
rule_found another_element(const moved_elements& all) {
    std::vector<std::string> parts;
    bool differs = false;
    for (std::size_t i = 0; i < all.letters.size(); ++i) {
        std::vector<seen_shape> seen;
        for (const moved_shape& s : all.shapes) {
            seen_shape& numbers = seen.emplace_back(seen_shape{s.sizes, {}});
            for (const moved_element& e : s.elements) {
                if (e.there < 0) return std::nullopt;
                numbers.numbers.push_back(
                    {e.index, s.elements[static_cast<std::size_t>(e.there)].index[i]});
            }
        }
        const auto is = fit(seen, all.letters);
        if (!is) return std::nullopt;
        differs = differs || is->text != all.letters[i];
        parts.push_back(is->text);
    }
    if (!differs) return std::nullopt;
    return named_rule{fmt::format("in the place of element {} of {} lies element ({})", all.name(),
                                  all.operand, fmt::join(parts, ",")),
                      name_of_element(all, parts)};
}

std::int64_t exchanged(std::int64_t n, int a, int b) {
    const std::int64_t differ = (n >> a ^ n >> b) & 1;
    return n ^ (differ << a | differ << b);
}

// The offset of each element that was found is the right one with two bits exchanged, or one flipped.
rule_found other_bits(const moved_elements& all) {
    const auto holds = [&](const std::function<std::int64_t(std::int64_t)>& change) {
        for (const moved_shape& s : all.shapes) {
            bool changes = false;
            for (const moved_element& e : s.elements) {
                if (e.found.size() != 1 || e.found[0] != change(e.right)) return false;
                changes = changes || e.found[0] != e.right;
            }
            if (!changes) return false;
        }
        return true;
    };
    for (int a = 0; a < most_bits; ++a) {
        if (holds([&](std::int64_t n) { return n ^ std::int64_t{1} << a; }))
            return named_rule{fmt::format("bit {} of the offset is flipped", a),
                              fmt::format("Bit {} of the output offset is flipped", a)};
        for (int b = a + 1; b < most_bits; ++b)
            if (holds([&](std::int64_t n) { return exchanged(n, a, b); }))
                return named_rule{
                    fmt::format("bits {} and {} of the offset are exchanged", a, b),
                    fmt::format("Bits {} and {} of the output offset are exchanged", a, b)};
    }
    return std::nullopt;
}

// What can be said of one element of one shape.
case_features features_of_element(const moved_elements& all, const moved_shape& s,
                                  const moved_element& e) {
    case_features f;
    for (std::size_t i = 0; i < e.index.size(); ++i) {
        const auto index = static_cast<double>(e.index[i]);
        const std::string &letter = all.letters[i], &extent = all.extents[i];
        f.all.push_back({letter, feature_kind::length, index});
        f.all.push_back({extent, feature_kind::length, static_cast<double>(s.extents[i])});
        for (const std::int64_t tile : {2, 4, 8, 16, 32, 64, 128, 256})
            if (e.index[i] >= s.extents[i] / tile * tile)
                f.all.push_back({fmt::format("{} is in the last, partial tile of {}", letter, tile),
                                 feature_kind::flag, 1});
        if (e.index[i] == s.extents[i] - 1)
            f.all.push_back({fmt::format("{} is the last", letter), feature_kind::flag, 1});
    }
    if (e.index.size() > 1)
        f.all.push_back({"the offset", feature_kind::length, static_cast<double>(e.right)});
    return f;
}

// All elements of all shapes, and what is wrong with those that are.
struct labelled_elements {
    std::vector<sample> all;
    bool unwritten = true, moved = true;
};
labelled_elements labelled(const moved_elements& all) {
    labelled_elements result;
    for (const moved_shape& s : all.shapes)
        for (std::size_t e = 0; e < s.elements.size(); ++e) {
            const std::int64_t there = s.elements[e].there;
            const bool wrong = there != static_cast<std::int64_t>(e);
            result.all.push_back({features_of_element(all, s, s.elements[e]), wrong});
            if (wrong) result.unwritten = result.unwritten && there == observed_call::unwritten;
            if (wrong) result.moved = result.moved && there >= 0;
        }
    return result;
}

// Some elements are as they must be. Of which are the others?
rule_found some_elements(const moved_elements& all) {
    const labelled_elements elements = labelled(all);
    const auto rule = learn_from_all(elements.all);
    if (!rule) return std::nullopt;
    if (rule->always())
        return elements.unwritten ? rule_found({"no element is written", ""}) : std::nullopt;
    const std::string text = fmt::format("element {} of {} {} where {}", all.name(), all.operand,
                                         elements.unwritten ? "is not written"
                                         : elements.moved   ? "is replaced by another"
                                                            : "is wrong",
                                         rule->text());
    return named_rule{text, elements.unwritten ? name_of_unwritten(*rule) : ""};
}

}  // namespace

bool is_wrong(const observed_call& o) {
    if (!o.tells) return false;
    for (std::size_t e = 0; e < o.offsets.size(); ++e)
        if (o.offsets[e] >= 0 &&
            o.held[static_cast<std::size_t>(o.offsets[e])] != static_cast<std::int64_t>(e))
            return true;
    return false;
}

std::optional<wrong_map> explain_map(const kernel_contract& contract,
                                     const std::vector<observed_call>& calls) {
    std::vector<observed_call> wrong;
    std::copy_if(calls.begin(), calls.end(), std::back_inserter(wrong),
                 [](const observed_call& o) { return is_wrong(o); });
    const moved_elements all = elements_of(contract, wrong);
    std::set<std::vector<std::int64_t>> shapes;
    wrong_map result;
    for (const moved_shape& s : all.shapes) {
        shapes.insert(s.extents);
        result.elements += s.elements.size();
    }
    result.shapes = shapes.size();
    if (result.shapes < least_wrong_shapes || all.letters.empty()) return std::nullopt;
    for (const auto& rule : {another_address, other_bits, another_element, some_elements})
        if (auto found = rule(all)) {
            result.text = std::move(found->text);
            result.heading = std::move(found->name);
            return result;
        }
    return std::nullopt;
}

}  // namespace tileproof::diagnosis
