// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/scatter.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tileproof::diagnosis {
namespace {

constexpr std::size_t most_points = 600;

// Lengths and numbers of the samples with the values that they take, in their own order.
std::vector<std::pair<std::string, std::set<double>>> lengths_of(std::span<const sample> samples) {
    std::vector<std::pair<std::string, std::set<double>>> all;
    std::map<std::string, std::size_t> places;
    for (const sample& s : samples)
        for (const feature& f : s.features.all) {
            if (f.kind != feature_kind::length) continue;
            const auto [at, is_new] = places.emplace(f.name, all.size());
            if (is_new) all.emplace_back(f.name, std::set<double>());
            all[at->second].second.insert(f.number);
        }
    return all;
}

}  // namespace

properties::case_scatter scatter_of(std::span<const sample> samples, const condition& c) {
    const auto lengths = lengths_of(samples);
    std::vector<std::string> names;
    for (const bool mentioned : {true, false})
        for (const bool varied : {true, false})
            for (const auto& [name, values] : lengths)
                if (c.mentions(name) == mentioned && (values.size() >= 3) == varied)
                    names.push_back(name);
    properties::case_scatter result;
    if (names.empty()) return result;
    result.x = names[0];
    if (names.size() > 1) result.y = names[1];
    for (const sample& s : samples) {
        const feature *const x = s.features.find(result.x), *const y = s.features.find(result.y);
        if (x && (y || result.y.empty()) && result.points.size() < most_points)
            result.points.push_back({x->number, y ? y->number : 0, s.fails});
    }
    return result;
}

}  // namespace tileproof::diagnosis
