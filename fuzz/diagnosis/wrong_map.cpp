// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/wrong_map.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <optional>
#include <set>

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/diagnosis/moved_elements.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
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

std::string capital(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

// Is each factor of one what the other has with two extents changed for one another?
bool is_swapped(const std::vector<std::string>& must, const std::vector<std::string>& is,
                const std::string& a, const std::string& b) {
    for (std::size_t i = 0; i < must.size(); ++i) {
        const std::string swapped = must[i] == a ? b : must[i] == b ? a : must[i];
        if (swapped != is[i]) return false;
    }
    return true;
}

std::optional<long> number_in(const std::string& text) {
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Are these the factors of the named array itself, packed: r * columns + c?
bool is_own_order(const std::vector<std::string>& terms, const std::vector<std::string>& extents) {
    return terms.size() == 3 && extents.size() == 2 && terms[0] == extents[1] && terms[1] == "1" &&
           terms[2] == "0";
}

using namespace properties;

constexpr std::int64_t most_cells = 1024;

std::string name_of(const moved_shape& s, std::int64_t element) {
    if (element == observed_call::unwritten) return "-";
    if (element == observed_call::foreign) return "?";
    return fmt::format("({})", fmt::join(s.elements[static_cast<std::size_t>(element)].index, ","));
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

std::string name_of_address(const moved_elements& all, const formula& must, const formula& is) {
    for (std::size_t a = 0; a < all.extents.size(); ++a)
        for (std::size_t b = a + 1; b < all.extents.size(); ++b)
            if (is_swapped(must.terms, is.terms, all.extents[a], all.extents[b]))
                return fmt::format("{} and {} are swapped in the output index",
                                   capital(all.extents[a]), all.extents[b]);
    if (all.of_input && is_own_order(is.terms, all.extents))
        return capital(all.operand) + " is copied in its own order";
    std::vector<std::size_t> other;
    for (std::size_t i = 0; i < must.terms.size(); ++i)
        if (must.terms[i] != is.terms[i]) other.push_back(i);
    if (other.size() != 1) return {};
    const std::string &right = must.terms[other[0]], &wrong = is.terms[other[0]];
    if (other[0] + 1 == must.terms.size()) {
        const auto a = number_in(right), b = number_in(wrong);
        if (!a || !b) return {};
        return fmt::format("Elements are written {} too {}", std::abs(*b - *a),
                           *b < *a ? "early" : "late");
    }
    const auto is_stride = [&](const std::string& term) {
        return std::find(all.strides.begin(), all.strides.end(), term) != all.strides.end();
    };
    if (!is_stride(right)) return {};
    return is_stride(wrong)
               ? fmt::format("`{}` stands where `{}` must be in the output index", wrong, right)
               : fmt::format("`{}` is ignored in the output index", right);
}

std::string name_of_element(const moved_elements& all, const std::vector<std::string>& index) {
    std::vector<std::string> sorted = index, letters = all.letters;
    std::sort(sorted.begin(), sorted.end());
    std::sort(letters.begin(), letters.end());
    if (sorted != letters) return {};
    std::vector<std::string> exchanged;
    for (std::size_t i = 0; i < index.size(); ++i)
        if (index[i] != all.letters[i]) exchanged.push_back(all.extents[i]);
    if (exchanged.size() != 2) return {};
    return fmt::format("{} and {} of {} are exchanged", capital(exchanged[0]), exchanged[1],
                       all.operand);
}

std::string name_of_unwritten(const condition& where) {
    static const std::string tile = " is in the last, partial tile of ";
    if (where.groups.size() != 1 || where.groups[0].size() != 1) return {};
    const atom& a = where.groups[0][0];
    const auto at = a.left.find(tile);
    if (a.kind != feature_kind::flag || a.how != comparison::equal || at == std::string::npos)
        return {};
    return "The last, partial tile of " + a.left.substr(at + tile.size()) + " is not written";
}

// The smallest wrong case as two small matrices.

side_by_side picture_of(const kernel_contract& contract, const observed_call& call) {
    side_by_side picture;
    if (!is_wrong(call)) return picture;
    const moved_elements all = elements_of(contract, {call}, true);
    const moved_shape& shape = all.shapes[0];
    const auto cells = std::ssize(shape.elements);
    if (cells < 2 || cells > most_cells || call.extents.empty()) return picture;
    picture.columns = static_cast<std::size_t>(call.extents.back());
    for (std::int64_t e = 0; e < cells; ++e) {
        picture.must.push_back(name_of(shape, e));
        picture.is.push_back(name_of(shape, shape.elements[static_cast<std::size_t>(e)].there));
    }
    return picture;
}

}  // namespace tileproof::diagnosis
