// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/mlp_answer.hpp"

#include "properties/kernel/contracts/product_answer.hpp"
#include "properties/kernel/contracts/product_bound.hpp"
#include "reference/product.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tileproof::properties {
namespace {

using reference::number_format;

// S of each element of a layer.
std::vector<double> magnitudes_in_unit(std::int64_t n, std::vector<double> weights,
                                       std::vector<double> inputs) {
    for (std::vector<double>* values : {&weights, &inputs})
        for (double& v : *values) v = magnitude_in_unit(v, 0x1p-14);
    return reference::multiply(16, n, 16, weights, inputs).magnitudes;
}

std::vector<double> finite_part(std::vector<double> values) {
    for (double& v : values)
        if (!std::isfinite(v)) v = 0;
    return values;
}

bool all_whole(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return v == std::trunc(v); });
}

double activated(double sum) {
    std::array<std::byte, 2> half{};
    reference::encode(number_format::f16, sum > 0 ? sum : 0.0, half.data());
    return reference::decode(number_format::f16, half.data());
}

// How far a hidden number may be from its reference.
double hidden_error(double sum, double error) {
    const double low = activated(sum - error), middle = activated(sum),
                 high = activated(sum + error);
    return low == high ? 0.0 : std::max(high - middle, middle - low);
}

double layer_bound(double sum, double magnitude, bool whole) {
    product_bound_input p;
    p.k = 16;
    p.sum = std::isfinite(sum) ? sum : 0;
    p.magnitude = magnitude;
    p.whole = whole;
    return product_bound(p);
}

}  // namespace

bytes activated(const bytes& sums) {
    bytes hidden(sums.size() / 2);
    for (std::size_t i = 0; i < hidden.size() / 2; ++i)
        reference::encode(number_format::f16,
                          activated(reference::decode(number_format::f32, &sums[4 * i])),
                          &hidden[2 * i]);
    return hidden;
}

void two_layers(packed_call& p) {
    const long_index_t n = p.the_case.dims[0];
    const auto w1 = numbers_of(p, 0), w2 = numbers_of(p, 1), x = numbers_of(p, 2);
    const bool whole = all_whole(w1) && all_whole(w2) && all_whole(x);
    const auto first = reference::multiply(16, n, 16, w1, x);
    const auto first_magnitudes = magnitudes_in_unit(n, w1, x);
    std::vector<double> hidden(x.size()), off(x.size()), reach(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        hidden[i] = activated(first.sums[i]);
        off[i] =
            hidden_error(first.sums[i], layer_bound(first.sums[i], first_magnitudes[i], whole));
        reach[i] = (std::isfinite(hidden[i]) ? hidden[i] : 0) + off[i];
    }
    auto second = reference::multiply(16, n, 16, w2, hidden);
    // The effect of the hidden numbers' errors, and the magnitudes that determine rounding.
    const auto passed = reference::multiply(16, n, 16, finite_part(w2), off).magnitudes;
    const auto magnitudes = magnitudes_in_unit(n, w2, reach);
    std::vector<double> bounds(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        // 0 times infinity: if a hidden number may be infinite, nothing is known.
        const double bound =
            passed[i] + layer_bound(second.sums[i], magnitudes[i], whole && passed[i] == 0);
        bounds[i] = std::isnan(bound) ? HUGE_VAL : bound;
    }
    set_answer(p, 3, std::move(second.sums), std::move(bounds));
    for (const double v : p.values[3]) p.ordinary = p.ordinary && std::isfinite(v);
}

}  // namespace tileproof::properties
