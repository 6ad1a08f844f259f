// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/wrong_map.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <set>

#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/diagnosis/features.hpp"
#include "properties/kernel/case_call.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;

constexpr std::size_t least_wrong_shapes = 3, least_shapes_of_values = 10;
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
    const bool of_values = !elements.unwritten && !elements.moved;
    if (of_values && rule->size() > 1 && all.shapes.size() < least_shapes_of_values)
        return std::nullopt;
    const std::string text = fmt::format("element {} of {} {} where {}", all.name(), all.operand,
                                         elements.unwritten ? "is not written"
                                         : elements.moved   ? "is replaced by another"
                                                            : "is wrong",
                                         rule->text());
    return named_rule{text, elements.unwritten ? name_of_unwritten(*rule) : ""};
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

constexpr std::int64_t most_cells = 1024;

std::string name_of(const moved_shape& s, std::int64_t element) {
    if (element == observed_call::unwritten) return "-";
    if (element == observed_call::foreign) return "?";
    return fmt::format("({})", fmt::join(s.elements[static_cast<std::size_t>(element)].index, ","));
}

// Every element of the output is one of the first input, and each of those goes somewhere.
bool is_movement(const observed_call& o) {
    std::set<std::int64_t> sources(o.sources.begin(), o.sources.end());
    return !sources.contains(-1) && sources.size() == o.sources.size() &&
           packed_elements(o.input_extents) == static_cast<long_index_t>(o.sources.size());
}

bool is_batch(const kernel_contract& contract, const contract_operand& o, std::size_t extent) {
    return extent < o.extents.size() &&
           std::ranges::any_of(contract.dims, [&](const contract_dim& d) {
               return d.few && d.name == o.extents[extent];
           });
}

std::vector<std::int64_t> index_in(const std::vector<long_index_t>& extents, std::int64_t element) {
    std::vector<std::int64_t> index(extents.size());
    for (std::size_t i = extents.size(); i-- > 0; element /= extents[i])
        index[i] = element % extents[i];
    return index;
}

// rows, columns: r, c. Where first letters do not tell them apart, or name a number: i, j, k.
std::vector<std::string> letters_of(const std::vector<std::string>& extents) {
    std::set<char> firsts;
    for (const std::string& e : extents)
        if (e.size() > 1 && std::isalpha(static_cast<unsigned char>(e[0]))) firsts.insert(e[0]);
    std::vector<std::string> letters;
    for (std::size_t i = 0; i < extents.size(); ++i)
        letters.push_back(firsts.size() == extents.size() ? extents[i].substr(0, 1)
                                                          : std::string(1, "ijklmnpq"[i % 8]));
    return letters;
}

std::vector<std::string> stride_names(const kernel_contract& contract, const size_list& sizes) {
    std::vector<std::string> names;
    for (std::size_t i = contract.dims.size(); i < sizes.size(); ++i)
        names.push_back(sizes[i].first);
    return names;
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
    // What is not seen to be written may have been given the value that it had.
    if (contract.operands[first_output(contract)].use == operand_use::updated) return std::nullopt;
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
        return std::ranges::find(all.strides, term) != all.strides.end();
    };
    if (!is_stride(right)) return {};
    return is_stride(wrong)
               ? fmt::format("`{}` stands where `{}` must be in the output index", wrong, right)
               : fmt::format("`{}` is ignored in the output index", right);
}

std::string name_of_element(const moved_elements& all, const std::vector<std::string>& index) {
    std::vector<std::string> sorted = index, letters = all.letters;
    std::ranges::sort(sorted);
    std::ranges::sort(letters);
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

size_list sizes_of(const kernel_contract& contract, const kernel_case& c) {
    size_list sizes;
    for (std::size_t d = 0; d < c.dims.size(); ++d)
        sizes.emplace_back(contract.dims[d].name, c.dims[d]);
    for (std::size_t o = 0; o < c.operands.size() && !contract.locations; ++o) {
        const contract_operand& op = contract.operands[o];
        for (std::size_t level = 0; level + 1 < op.extents.size(); ++level)
            sizes.emplace_back(stride_name(op, level),
                               c.operands[o].strides[op.extents.size() - 2 - level]);
    }
    return sizes;
}

bool moved_shape::wrong() const {
    for (std::size_t e = 0; e < elements.size(); ++e)
        if (elements[e].there != static_cast<std::int64_t>(e)) return true;
    return false;
}

std::string moved_elements::name() const { return fmt::format("({})", fmt::join(letters, ",")); }

moved_elements elements_of(const kernel_contract& contract, const std::vector<observed_call>& calls,
                           bool with_ones) {
    moved_elements all;
    if (calls.empty()) return all;
    all.of_input = std::ranges::all_of(calls, is_movement);
    const contract_operand& named = contract.operands[all.of_input ? 0 : first_output(contract)];
    all.operand = named.name;
    std::vector<std::size_t> kept;  // extents that are more than 1 somewhere
    const auto extents_of_call = [&](const observed_call& o) -> const std::vector<long_index_t>& {
        return all.of_input ? o.input_extents : o.extents;
    };
    for (std::size_t i = 0; i < extents_of_call(calls[0]).size(); ++i)
        if ((with_ones && !is_batch(contract, named, i)) ||
            std::ranges::any_of(calls,
                                [&](const observed_call& o) { return extents_of_call(o)[i] > 1; }))
            kept.push_back(i);
    for (const std::size_t i : kept)
        all.extents.push_back(i < named.extents.size() ? named.extents[i]
                                                       : "d" + std::to_string(i));
    all.letters = letters_of(all.extents);
    for (const observed_call& o : calls) {
        moved_shape& shape = all.shapes.emplace_back();
        shape.sizes = sizes_of(contract, o.the_case);
        shape.held = o.held;
        for (const std::size_t i : kept) shape.extents.push_back(extents_of_call(o)[i]);
        for (std::size_t e = 0; e < o.offsets.size(); ++e) {
            moved_element& m = shape.elements.emplace_back();
            const auto index =
                index_in(extents_of_call(o), all.of_input ? o.sources[e] : std::int64_t(e));
            for (const std::size_t i : kept) m.index.push_back(index[i]);
            m.right = o.offsets[e];
            m.there = m.right < 0 ? std::int64_t(e) : o.held[static_cast<std::size_t>(m.right)];
        }
        for (std::size_t at = 0; at < o.held.size(); ++at)
            if (o.held[at] >= 0)
                shape.elements[static_cast<std::size_t>(o.held[at])].found.push_back(
                    static_cast<std::int64_t>(at));
    }
    all.strides = stride_names(contract, all.shapes[0].sizes);
    return all;
}

}  // namespace tileproof::diagnosis
