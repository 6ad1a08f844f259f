// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/learn_all.hpp"

#include <algorithm>

namespace tileproof::diagnosis {
namespace {

constexpr std::size_t learned_from = 1200;  // samples
constexpr int most_rounds = 5;

}  // namespace

std::optional<condition> learn_from_all(const std::vector<sample>& all) {
    std::vector<sample> some;
    const std::size_t step = std::max<std::size_t>(1, all.size() / learned_from);
    for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
    for (int round = 0; round < most_rounds; ++round) {
        const learned l = learn(some);
        if (l.exact.empty()) return std::nullopt;
        const std::size_t before = some.size();
        for (const sample& s : all)
            if (some.size() < before + learned_from && l.exact[0].predicts(s.features) != s.fails)
                some.push_back(s);
        if (some.size() == before) return l.exact[0];
    }
    return std::nullopt;
}

}  // namespace tileproof::diagnosis
