// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/layout_formula.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <set>
#include <tileproof/layout.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>
#include <vector>

#include "fuzz/diagnosis/diagnose.hpp"
#include "properties/layout/observed.hpp"
#include "properties/tile/tile_subject.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace properties;

constexpr std::size_t most_listed_here = 600, most_layout_shapes = 14, most_samples = 400;
constexpr std::ptrdiff_t least_samples = 6;
constexpr std::size_t most_layout_tries = 3000;

// Both sides of one layout; nothing where one of them does not list it.
std::optional<index_shape> listed(const layout_subject& subject, const layout_description& layout) {
    try {
        const auto known = tileproof::layout::parse(print_layout(layout));  // a valid one
        if (known.size() < 1 || known.size() > static_cast<long_index_t>(most_listed_here))
            return std::nullopt;
        const observed_layout seen(subject, layout);
        const reference::shown_elements right = reference::show(physical(layout));
        if (!seen.listed() || right.lengths != seen.lengths() ||
            right.places.size() != seen.count())
            return std::nullopt;
        index_shape s;
        s.lengths = {right.lengths.begin(), right.lengths.end()};
        for (std::size_t d = 0; d < s.lengths.size(); ++d)
            s.sizes.emplace_back(fmt::format("L{}", d), s.lengths[d]);
        for (const auto& [name, value] : named_numbers(layout)) s.sizes.emplace_back(name, value);
        for (std::size_t i = 0; i < seen.count(); ++i) {
            const layout_index index = seen.index(i);
            s.listed.push_back({{index.begin(), index.end()}, right.places[i], seen.offsets()[i]});
        }
        return s;
    } catch (const layout_error&) {
        return std::nullopt;
    } catch (const reference::too_large&) {
        return std::nullopt;
    }
}

bool is_wrong_layout(const index_shape& s) {
    return std::ranges::any_of(s.listed, [](const listed_index& e) { return e.right != e.is; });
}

layout_description first_stages(layout_description layout, std::size_t count) {
    layout.stages.resize(count);
    return layout;
}

std::string stage_name(const layout_description& layout) {
    if (layout.stages.empty()) return "the base";
    std::string words;
    std::set<std::string_view> seen;
    for (const item_description& item : layout.stages.back().items)
        if (item.kind != transform_kind::pass && seen.insert(name_of(item.kind)).second)
            words += fmt::format("{} `{}`", words.empty() ? "," : " and", name_of(item.kind));
    return fmt::format("stage {}{}", layout.stages.size(), words);
}

// The layout with other numbers, as far as they are valid.
struct family {
    std::vector<index_shape> wrong;  // not all of them
    std::vector<sample> samples;     // all, by their numbers
};

sample sample_of(const index_shape& s) {
    sample one;
    for (const auto& [name, value] : s.sizes)
        one.features.all.push_back({name, feature_kind::length, static_cast<double>(value)});
    one.fails = is_wrong_layout(s);
    return one;
}

family others_like(const layout_subject& subject, const layout_description& layout,
                   const index_shape& first) {
    family all{{first}, {sample_of(first)}};
    std::vector<layout_description> known{layout};
    std::set<std::string> seen{print_layout(layout)};
    std::uint64_t state = 12345;
    for (std::size_t i = 0; i < most_layout_tries && all.samples.size() < most_samples; ++i) {
        layout_description other = with_other_numbers(known[i % known.size()], state);
        if (!seen.insert(print_layout(other)).second) continue;
        const auto s = listed(subject, other);
        if (!s) continue;
        all.samples.push_back(sample_of(*s));
        if (is_wrong_layout(*s) && all.wrong.size() < most_layout_shapes) all.wrong.push_back(*s);
        if (known.size() < most_layout_shapes) known.push_back(std::move(other));
    }
    return all;
}

// Learned from every other one, and tried on the rest.
std::string condition_of(const std::vector<sample>& all) {
    std::vector<sample> half;
    for (std::size_t i = 0; i < all.size(); i += 2) half.push_back(all[i]);
    const auto failing = std::ranges::count_if(all, [](const sample& s) { return s.fails; });
    const auto passing = std::ssize(all) - failing;
    if (failing < least_samples) return {};
    const auto rule = learn_from_all(half);
    if (!rule || (!rule->always() && passing < least_samples)) return {};
    for (const sample& s : all)
        if (rule->predicts(s.features) != s.fails) return {};
    return fmt::format("of layouts of this form {} ({} fail, {} pass, no exception)",
                       rule->always() ? "all do" : "exactly those with " + rule->text(), failing,
                       passing);
}

// A table is no formula.
bool has_table(const layout_description& layout) {
    for (const stage_description& stage : layout.stages)
        for (const item_description& item : stage.items)
            if (item.kind == transform_kind::gather) return true;
    return false;
}

std::vector<std::string> letters_for(std::size_t rank) {
    std::vector<std::string> letters;
    for (std::size_t d = 0; d < rank; ++d) letters.push_back(std::string(1, "ijklmnpq"[d % 8]));
    return letters;
}

std::vector<std::string> argument_names(transform_kind kind, std::size_t count) {
    using enum transform_kind;
    switch (kind) {
        case pad:
            return {"left", "right"};
        case left_pad:
            return {"left"};
        case right_pad:
            return {"right"};
        case slice:
            return {"begin", "end"};
        case freeze:
            return {"at"};
        case modulo:
            return {"modulus", "length"};
        case offset:
            return {"by"};
        default: {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("a{}", i));
            return names;
        }
    }
}

// The numbers that may be changed, each with its name.
struct named_slot {
    std::string name;
    long_index_t* value;
};

std::vector<named_slot> slots_of(layout_description& layout) {
    std::vector<named_slot> slots;
    std::set<std::string> used;
    const auto add = [&](std::string name, long_index_t& value) {
        while (!used.insert(name).second) name += "'";
        slots.push_back({std::move(name), &value});
    };
    base_description& b = layout.base;
    for (std::size_t d = 0; d < b.lengths.size(); ++d) add(fmt::format("B{}", d), b.lengths[d]);
    for (std::size_t d = 0; d < b.strides.size(); ++d) add(fmt::format("S{}", d), b.strides[d]);
    if (b.offset) add("offset", *b.offset);
    if (b.kind == base_kind::aligned) add("align", b.alignment);
    for (stage_description& stage : layout.stages)
        for (item_description& item : stage.items) {
            if (item.kind == transform_kind::gather) continue;
            const auto names = argument_names(item.kind, item.arguments.size());
            for (std::size_t i = 0; i < item.arguments.size(); ++i)
                add(i < names.size() ? names[i] : fmt::format("a{}", i), item.arguments[i]);
            for (std::size_t i = 0; i < item.strides.size(); ++i)
                add(fmt::format("s{}", i), item.strides[i]);
        }
    return slots;
}

std::uint64_t next(std::uint64_t& state) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

constexpr long_index_t most_held = 4096;
constexpr std::size_t most_tries = 300, most_shapes = 12;

std::vector<std::int64_t> unpacked(std::int64_t n, const std::vector<std::int64_t>& lengths) {
    std::vector<std::int64_t> index(lengths.size());
    for (std::size_t i = lengths.size(); i-- > 0; n /= lengths[i]) index[i] = n % lengths[i];
    return index;
}

std::int64_t length_of(const tile_encoding& e, int p) {
    std::int64_t product = 1;
    for (const rh_id id : e.p[p]) product *= e.length(id);
    return product;
}

// X number `x` of every register of every thread; nothing where the subject refuses it.
std::optional<index_shape> listed(const tile_subject& subject, const tile_encoding& e,
                                  std::size_t x) {
    if (!not_judged(e).empty()) return std::nullopt;
    try {
        const auto tile = subject.make(e);
        const reference::tile_holders right = reference::hold(physical_tile(e));
        if (right.threads * right.registers > most_held || x >= right.x_lengths.size())
            return std::nullopt;
        index_shape s;
        std::vector<std::int64_t> p, y;
        for (int i = 0; i < e.p.size(); ++i) p.push_back(length_of(e, i));
        for (const rh_id id : e.y) y.push_back(e.length(id));
        s.lengths = p;
        s.lengths.insert(s.lengths.end(), y.begin(), y.end());
        for (int i = 0; i < e.h.size(); ++i)
            for (int k = 0; k < e.h[i].size(); ++k)
                s.sizes.emplace_back(fmt::format("H{}.{}", i, k), e.h[i][k]);
        std::vector<long_index_t> seen(right.x_lengths.size());
        for (std::int64_t t = 0; t < right.threads; ++t)
            for (std::int64_t r = 0; r < right.registers; ++r) {
                tile->index(t, r, seen.data());
                std::vector<std::int64_t> index = unpacked(t, p);
                const auto of_y = unpacked(r, y);
                index.insert(index.end(), of_y.begin(), of_y.end());
                const auto held =
                    right.element_of[static_cast<std::size_t>(t * right.registers + r)];
                s.listed.push_back({index, unpacked(held, right.x_lengths)[x], seen[x]});
            }
        return s;
    } catch (const layout_error&) {
        return std::nullopt;
    }
}

bool is_wrong_tile(const index_shape& s) {
    return std::ranges::any_of(s.listed, [](const listed_index& e) { return e.right != e.is; });
}

// The encoding with other lengths.
tile_encoding with_other_lengths(tile_encoding e, std::uint64_t& state) {
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<long_index_t>(state >> 33);
    };
    for (auto& h : e.h)
        for (auto& length : h)
            if (next() % 2) length = 1 + next() % 6;
    return e;
}

std::vector<index_shape> others_like(const tile_subject& subject, const tile_encoding& e,
                                     std::size_t x) {
    std::vector<index_shape> all;
    std::set<std::string> seen;
    std::uint64_t state = 4242;
    tile_encoding next = e;
    for (std::size_t i = 0; i < most_tries && all.size() < most_shapes; ++i) {
        if (seen.insert(print_tile(next)).second)
            if (auto s = listed(subject, next, x); s && is_wrong_tile(*s))
                all.push_back(std::move(*s));
        next = with_other_lengths(e, state);
    }
    return all;
}

}  // namespace

std::optional<wrong_layout> explain_layout(const layout_subject& subject,
                                           const layout_description& layout) {
    for (std::size_t count = 0; count <= layout.stages.size(); ++count) {
        const layout_description part = first_stages(layout, count);
        const auto first = listed(subject, part);
        if (!first || !is_wrong_layout(*first)) continue;
        wrong_layout result{.text = "", .stage = stage_name(part), .fails_when = "", .shapes = 1};
        const auto letters = letters_for(first->lengths.size());
        const family others = others_like(subject, part, *first);
        result.fails_when = condition_of(others.samples);
        const auto found = has_table(part) ? std::nullopt : explain_index(others.wrong, letters);
        const std::string index = fmt::format("({})", fmt::join(letters, ","));
        if (!found) {
            result.text = fmt::format("offsets are wrong since {}", result.stage);
            return result;
        }
        result.shapes = found->shapes;
        result.text =
            found->where.empty()
                ? fmt::format("{}: {} has offset {}; must have {} ({} shapes)", result.stage, index,
                              found->is, found->right, found->shapes)
                : fmt::format("{}: {} has {} element where {}; must have {} ({} shapes)",
                              result.stage, index, found->has_element ? "an" : "no", found->where,
                              found->has_element ? "none" : "one", found->shapes);
        return result;
    }
    return std::nullopt;
}

size_list named_numbers(const layout_description& layout) {
    layout_description copy = layout;
    size_list all;
    for (const named_slot& s : slots_of(copy)) all.emplace_back(s.name, *s.value);
    return all;
}

size_list largest_arguments(const layout_description& layout) {
    std::map<std::string, std::int64_t> largest;
    for (const stage_description& stage : layout.stages)
        for (const item_description& item : stage.items) {
            if (item.kind == transform_kind::gather) continue;
            const auto names = argument_names(item.kind, item.arguments.size());
            for (std::size_t i = 0; i < std::min(names.size(), item.arguments.size()); ++i) {
                const std::string name = fmt::format("{} of `{}`", names[i], name_of(item.kind));
                const auto [at, is_new] = largest.emplace(name, item.arguments[i]);
                if (!is_new) at->second = std::max(at->second, item.arguments[i]);
            }
        }
    return {largest.begin(), largest.end()};
}

layout_description with_other_numbers(layout_description layout, std::uint64_t& state) {
    static constexpr long_index_t values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24, 32};
    const std::vector<named_slot> slots = slots_of(layout);
    if (slots.empty()) return layout;
    const std::uint64_t changes = 1 + next(state) % 4;
    for (std::uint64_t i = 0; i < changes; ++i) {
        long_index_t& one = *slots[next(state) % slots.size()].value;
        const long_index_t old = one, value = values[next(state) % std::size(values)];
        one = value;
        if (next(state) % 2 == 0) continue;  // numbers that are equal may have to be
        for (const named_slot& s : slots)
            if (*s.value == old) *s.value = value;
    }
    return layout;
}

std::optional<wrong_tile> explain_tile(const tile_subject& subject, const tile_encoding& e) {
    for (int x = 0; x < e.h.size(); ++x) {
        const auto first = listed(subject, e, static_cast<std::size_t>(x));
        if (!first || !is_wrong_tile(*first)) continue;
        std::vector<std::string> letters;
        for (int i = 0; i < e.p.size(); ++i) letters.push_back(fmt::format("p{}", i));
        for (int i = 0; i < e.y.size(); ++i) letters.push_back(fmt::format("y{}", i));
        wrong_tile result{"", fmt::format("X{}", x)};
        const auto found =
            explain_index(others_like(subject, e, static_cast<std::size_t>(x)), letters);
        if (found && !found->is.empty())
            result.text =
                fmt::format("X{} of ({}) is {}; must be {} ({} shapes)", x, fmt::join(letters, ","),
                            found->is, found->right, found->shapes);
        return result;
    }
    return std::nullopt;
}

}  // namespace tileproof::diagnosis
