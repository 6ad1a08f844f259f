// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/layout_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tileproof::diagnosis {
namespace {

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

}  // namespace

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

}  // namespace tileproof::diagnosis
