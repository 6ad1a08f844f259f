// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/tile_features.hpp"

#include <fmt/format.h>
#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <iterator>

namespace tileproof::diagnosis {
namespace {

// Adds the length under its name, and gives it back.
long_index_t add(case_features& to, std::string name, long_index_t length,
                 feature_kind kind = feature_kind::length) {
    to.all.push_back({std::move(name), kind, static_cast<double>(length)});
    return length;
}

void add_lengths(const tile_encoding& e, case_features& to) {
    long_index_t replicas = 1;
    for (int i = 0; i < e.r.size(); ++i) replicas *= add(to, fmt::format("r{}", i), e.r[i]);
    add(to, "replicas", replicas, feature_kind::count);
    for (int x = 0; x < e.h.size(); ++x) {
        long_index_t all = 1;
        for (int k = 0; k < e.h[x].size(); ++k)
            all *= add(to, fmt::format("H{}.{}", x, k), e.h[x][k]);
        add(to, fmt::format("X{}", x), all);
    }
}

void add_dims(const tile_encoding& e, case_features& to) {
    long_index_t threads = 1, registers = 1, most_parts = 0;
    for (int i = 0; i < e.p.size(); ++i) {
        long_index_t length = 1, parts = 0;
        bool replicates = false;
        for (const rh_id id : e.p[i]) {
            length *= e.length(id);
            if (e.length(id) < 2) continue;
            if (id.major == 0)
                replicates = true;
            else
                ++parts;
        }
        most_parts = std::max(most_parts, parts + (replicates ? 1 : 0));
        threads *= add(to, fmt::format("p{}", i), length);
    }
    for (int i = 0; i < e.y.size(); ++i)
        registers *= add(to, fmt::format("y{}", i), e.length(e.y[i]));
    if (e.y.size() > 0) add(to, "last y", e.length(e.y[e.y.size() - 1]));
    add(to, "parts of a P dim", most_parts);
    add(to, "threads", threads, feature_kind::count);
    add(to, "registers", registers, feature_kind::count);
}

}  // namespace

void add_tile(const std::string& text, case_features& to) {
    try {
        const tile_encoding e = parse_tile(text);
        if (find_mistake(e).rule != tile_rule::none) return;
        add_lengths(e, to);
        add_dims(e, to);
    } catch (const layout_error&) {  // one that is none, on purpose
    }
}

std::string tile_with_other_lengths(const std::string& text, std::uint64_t& state) {
    static constexpr long_index_t lengths[] = {1, 1, 2, 2, 3, 4, 5, 8, 16, 31, 32, 33, 64};
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>(state >> 33);
    };
    tile_encoding e = parse_tile(text);
    for (auto& h : e.h)
        for (auto& length : h)
            if (next() % 2) length = lengths[next() % std::size(lengths)];
    for (auto& length : e.r)
        if (next() % 3 == 0) length = lengths[next() % 6];
    return print_tile(e);
}

}  // namespace tileproof::diagnosis
