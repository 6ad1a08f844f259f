// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/product_model.hpp"

#include <fmt/format.h>

#include <string>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

// By offset: the column of A, or the row of B, that lies there; -1: a gap.
std::vector<std::int64_t> hot_index(const std::vector<std::int64_t>& offsets, std::int64_t columns,
                                    bool row) {
    std::vector<std::int64_t> all;
    for (std::size_t e = 0; e < offsets.size(); ++e) {
        const auto at = static_cast<std::size_t>(offsets[e]);
        if (at >= all.size()) all.resize(at + 1, -1);
        const auto element = static_cast<std::int64_t>(e);
        all[at] = row ? element / columns : element % columns;
    }
    return all;
}

}  // namespace

std::vector<term> terms_of(const observed_product& o) {
    std::vector<term> all;
    for (std::int64_t i = 0; i < o.m; ++i)
        for (std::int64_t j = 0; j < o.n; ++j)
            for (std::int64_t p = 0; p < o.k; ++p) all.push_back({i, j, p});
    return all;
}

hypothesis probed_products::right() const {
    hypothesis h;
    h.times = [](std::size_t, const term&) { return 1; };
    h.a_at = [this](std::size_t s, const term& t) {
        return shapes_[s].a_offsets[place(t.i, shapes_[s].k, t.p)];
    };
    h.b_at = [this](std::size_t s, const term& t) {
        return shapes_[s].b_offsets[place(t.p, shapes_[s].n, t.j)];
    };
    return h;
}

bool probed_products::gives_all(const hypothesis& h) const {
    for (std::size_t s = 0; s < shapes_.size(); ++s) {
        const observed_product& o = shapes_[s];
        std::vector<std::vector<std::int64_t>> by_a(o.by_a.size()), by_b(o.by_b.size());
        const auto elements = static_cast<std::size_t>(o.m * o.n);
        for (auto* all : {&by_a, &by_b})
            for (auto& values : *all) values.assign(elements, 0);
        const std::vector<std::int64_t> columns = hot_index(o.a_offsets, o.k, false),
                                        rows = hot_index(o.b_offsets, o.n, true);
        for (const term& t : terms_of(o)) {
            const std::int64_t times = h.times(s, t), a = h.a_at(s, t), b = h.b_at(s, t);
            if (times == 0) continue;
            if (a < 0 || b < 0 || a >= std::ssize(columns) || b >= std::ssize(rows)) return false;
            const std::int64_t q = columns[static_cast<std::size_t>(a)],
                               r = rows[static_cast<std::size_t>(b)];
            if (q < 0 || r < 0) return false;
            const std::size_t e = place(t.i, o.n, t.j);
            by_b[static_cast<std::size_t>(q)][e] += times * (2 * b + 1);
            by_a[static_cast<std::size_t>(r)][e] += times * (2 * a + 1);
        }
        if (by_a != o.by_a || by_b != o.by_b) return false;
    }
    return true;
}

case_features probed_products::features_of(std::size_t s, const term& t) const {
    const observed_product& o = shapes_[s];
    case_features f;
    const auto add = [&](const char* letter, std::int64_t value, const std::string& name,
                         std::int64_t length) {
        f.all.push_back({letter, feature_kind::length, static_cast<double>(value)});
        f.all.push_back({name, feature_kind::length, static_cast<double>(length)});
        for (const std::int64_t tile : {2, 4, 8, 16, 32, 64}) {
            if (value >= length / tile * tile)
                f.all.push_back({fmt::format("{} is in the last, partial tile of {}", letter, tile),
                                 feature_kind::flag, 1});
            if (value + tile >= length && value + tile < (length + tile - 1) / tile * tile)
                f.all.push_back({fmt::format("{} + {} is beyond the end, in the last tile of {}",
                                             letter, tile, tile),
                                 feature_kind::flag, 1});
        }
        if (value == length - 1)
            f.all.push_back({fmt::format("{} is the last", letter), feature_kind::flag, 1});
    };
    add("p", t.p, dim(0, 1), o.k);
    add("i", t.i, dim(0, 0), o.m);
    add("j", t.j, dim(1, 1), o.n);
    return f;
}

}  // namespace tileproof::diagnosis
