// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/tile_formula.hpp"

#include "fuzz/diagnosis/formula.hpp"
#include "properties/tile/observed_tile.hpp"

#include <fmt/format.h>
#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <set>
#include <vector>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

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
    return std::any_of(s.listed.begin(), s.listed.end(),
                       [](const listed_index& e) { return e.right != e.is; });
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
