// SPDX-License-Identifier: MIT
// Scaled dot-product attention: o = softmax(q k^T / sqrt(depth)) v for each of a batch.
//
//   attention<_Float16>("flash", mask::causal)
//   one query (1), keys 0 and 0, values 2 and 4, depth 1: o = 3
#pragma once

#include <cmath>
#include <string>

#include "tileproof/custom_contract.hpp"
#include "tileproof/ready/rounding.hpp"

namespace tileproof {

// causal: query i sees keys 0 to i + keys - queries, so the last query sees all.
enum class mask { none, causal };

namespace sdk {

// Uses the first `seen` keys of one query. Probabilities may be rounded to T before they are multiplied with v, as in
// kernels on matrix units.
template <class T>
void attend(const arrays& a, long batch, long query, long seen) {
    constexpr double unit = rounding_of<sum_type<T>>::unit;
    constexpr double step = sizeof(T) <= 2 ? rounding_of<T>::unit : 0,
                     least = rounding_of<T>::smallest;
    const long keys = a.dim("keys"), depth = a.dim("depth"), row = batch * a.dim("queries") + query;
    const auto q = doubles(a.in<T>("q").row(row));
    const auto k = doubles(a.in<T>("k").middleRows(batch * keys, seen)),
               v = doubles(a.in<T>("v").middleRows(batch * keys, seen));
    const double scale = 1 / std::sqrt(static_cast<double>(depth)),
                 count = static_cast<double>(seen);
    const auto score = ((k.rowwise() * q).rowwise().sum() * scale).eval();
    const auto size = ((k.rowwise() * q).abs().rowwise().sum() * scale).eval();
    const auto d = (score - score.maxCoeff()).eval();
    const auto e = d.exp().eval();
    // The effect on a weight of rounding a score, its exponential and each rescaling.
    const auto off = (gamma(static_cast<double>(depth) + 3, unit) * size +
                      unit * (3 * d.abs() + 6 * (count + 1)))
                         .eval();
    const auto share = (off.exp() - 1 + step).eval();
    const double all = e.sum(), below = (e * share).sum() / all + gamma(count, unit);
    for (long c = 0; c < depth; ++c) {
        const auto terms = (e * v.col(c)).eval();
        const double o = terms.sum() / all, magnitude = terms.abs().sum() / all;
        const double error = (terms.abs() * share).sum() / all +
                             magnitude * (gamma(2 * count + 4, unit) + below) +
                             least * v.col(c).abs().sum();
        const double all_of_it = error / (1 - below);
        a.value("o")(row, c) = o;
        a.bound("o")(row, c) = below < 0.5 ? all_of_it + stored<T>(o, all_of_it)
                                           : std::numeric_limits<double>::infinity();
    }
}

}  // namespace sdk

// q, o {batch, queries, depth}, k, v {batch, keys, depth}.
template <class T>
custom attention(std::string name, mask m = mask::none) {
    custom c(std::move(name), {"batch", "queries", "keys", "depth"}, "attention");
    c.input<T>("q", {"batch", "queries", "depth"}).values_from(-1.5, 1.5).values_from(-8, 8);
    c.template input<T>("k", {"batch", "keys", "depth"}).values_from(-1.5, 1.5).values_from(-8, 8);
    c.template input<T>("v", {"batch", "keys", "depth"})
        .template output<T>("o", {"batch", "queries", "depth"});
    c.at_least({0, 0, 1, 1}).work_of_all_dims();
    if (m == mask::causal)
        c.unless([](const long* d) -> std::string {
            return d[1] <= d[2] ? "" : "There are more queries than keys.";
        });
    c.bounded_reference([m](const arrays& a) {
        const long queries = a.dim("queries"), keys = a.dim("keys");
        for (long b = 0; b < a.dim("batch"); ++b)
            for (long i = 0; i < queries; ++i)
                sdk::attend<T>(a, b, i, m == mask::causal ? i + keys - queries + 1 : keys);
    });
    return c;
}

}  // namespace tileproof
