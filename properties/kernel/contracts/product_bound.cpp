// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/product_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tileproof::properties {
namespace {

using kernels::product_types;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double u32 = 0x1p-24, u16 = 0x1p-11;

bool has_half_result(product_types types) { return types == product_types::f16_f16; }

// Numbers from here on round to infinity.
double overflow_of(product_types types) {
    return has_half_result(types) ? 65520.0 : 0x1.ffffffp127;
}

}  // namespace

double magnitude_in_unit(double value, double least_normal) {
    if (value == 0 || !std::isfinite(value)) return 0;
    return std::max(std::abs(value), least_normal);
}

double gamma_of(double n, double u) { return n * u < 1 ? n * u / (1 - n * u) : infinity; }

double sum_bound(product_types types, std::int64_t k, double magnitude) {
    if (k == 0) return 0;
    const auto terms = static_cast<double>(k);
    const double blocks = std::ceil(terms / 8), steps = 2 * (terms + 2 * blocks);
    const double wide = gamma_of(steps, u32);
    const double least = steps * 0x1p-149;
    if (!has_half_result(types)) return wide * magnitude + least;
    const double narrow = gamma_of(2 * blocks, u16);
    return ((1 + wide) * (1 + narrow) - 1) * magnitude + blocks * 0x1p-24;
}

double product_bound(const product_bound_input& p) {
    const double most_exact = has_half_result(p.types) ? 0x1p11 : 0x1p24;
    const double alpha = std::abs(p.alpha), c = std::abs(p.beta * p.c);
    if (p.whole && p.magnitude <= most_exact && alpha * p.magnitude + c <= most_exact &&
        p.alpha == std::trunc(p.alpha) && p.beta == std::trunc(p.beta))
        return 0;
    const double sum_error = sum_bound(p.types, p.k, p.magnitude);
    const double overflow = overflow_of(p.types);
    if (!(p.magnitude + sum_error < overflow)) return infinity;
    double error = alpha * sum_error;
    double terms = alpha * (p.magnitude + sum_error) + c;
    if (!(terms < 0x1.ffffffp127)) return infinity;
    if (p.alpha != 1 || p.beta != 0) error += gamma_of(2, u32) * terms + 0x1p-147;
    if (has_half_result(p.types)) {
        const double most = std::abs(p.alpha * p.sum + p.beta * p.c) + error;
        if (!(most < overflow)) return infinity;
        error += u16 * most + 0x1p-25;
    }
    return error;
}

}  // namespace tileproof::properties
