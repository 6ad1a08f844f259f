// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/atom_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace tileproof::diagnosis {
namespace {

constexpr std::size_t most_alike = 16;  // atoms of a class that are kept

}  // namespace

bit_list intersection(const bit_list& a, const bit_list& b) {
    bit_list c(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) c[i] = a[i] & b[i];
    return c;
}

bit_list without(const bit_list& a, const bit_list& b) {
    bit_list c(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) c[i] = a[i] & ~b[i];
    return c;
}

std::size_t count_of(const bit_list& a) {
    std::size_t n = 0;
    for (const std::uint64_t w : a) n += static_cast<std::size_t>(std::popcount(w));
    return n;
}

std::size_t first_of(const bit_list& a) {
    std::size_t i = 0;
    while (a[i] == 0) ++i;
    return i * 64 + static_cast<std::size_t>(std::countr_zero(a[i]));
}

atom_table::atom_table(std::span<const case_features> cases, std::size_t labelled,
                       const std::set<long>& moduli) {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < cases.size(); ++i)
        for (const feature& f : cases[i].all) {
            feature_column& c = columns_[f.name];
            c.kind = f.kind;
            if (c.values.empty()) c.values.assign(cases.size(), missing);
            c.values[i] =
                f.kind == feature_kind::word
                    ? c.words.emplace(f.word, static_cast<double>(c.words.size())).first->second
                    : f.number;
        }
    std::vector<atom> all = atoms_of(cases, moduli);
    atoms = all.size();
    std::stable_sort(all.begin(), all.end(),
                     [](const atom& a, const atom& b) { return a.cost < b.cost; });
    std::map<bit_list, std::size_t> found;
    std::vector<std::set<bit_list>> beyond;
    for (atom& a : all) {
        const bit_list bits = bits_of(a, 0, labelled);
        const auto [at, is_new] = found.emplace(bits, classes.size());
        if (is_new) {
            classes.push_back({bits, {}});
            beyond.emplace_back();
        }
        atom_class& c = classes[at->second];
        if (c.atoms.size() < most_alike &&
            beyond[at->second].insert(bits_of(a, labelled, cases.size())).second)
            c.atoms.push_back(std::move(a));
    }
}

bool atom_table::holds(const atom& a, const feature_column& left, const feature_column* right,
                       std::size_t i) const {
    const double x = left.values[i];
    if (a.kind == feature_kind::flag) return !std::isnan(x) == (a.how == comparison::equal);
    double y = right ? right->values[i] : a.constant;
    if (a.kind == feature_kind::word) {
        const auto word = left.words.find(a.word);
        y = word == left.words.end() ? -1 : word->second;
    }
    if (std::isnan(x) || std::isnan(y)) return false;
    switch (a.how) {
        case comparison::equal:
            return x == y;
        case comparison::unequal:
            return x != y;
        case comparison::more:
            return x > y;
        case comparison::at_most:
            return x <= y;
        case comparison::divisible:
            return static_cast<long>(x) % static_cast<long>(y) == 0;
        case comparison::indivisible:
            return static_cast<long>(x) % static_cast<long>(y) != 0;
    }
    return false;
}

bit_list atom_table::bits_of(const atom& a, std::size_t first, std::size_t last) const {
    bit_list bits = no_bits(last - first);
    const feature_column& left = columns_.at(a.left);
    const feature_column* const right = a.right.empty() ? nullptr : &columns_.at(a.right);
    for (std::size_t i = first; i < last; ++i)
        if (holds(a, left, right, i)) set_bit(bits, i - first);
    return bits;
}

}  // namespace tileproof::diagnosis
