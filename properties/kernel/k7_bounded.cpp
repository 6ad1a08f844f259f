// SPDX-License-Identifier: MIT
// K7 bounded: every written element is within its bound of the float64 answer.
#include "properties/kernel/kernel_check.hpp"
#include "properties/kernel/poison.hpp"

#include <algorithm>
#include <cmath>

namespace tileproof::properties {

void judge_values(const call_record& r, law_id law, bool bounded, law_list& laws);

void k7_bounded(const call_record& r, law_list& laws) { judge_values(r, law_id::K7, true, laws); }

namespace {

// NaN is near NaN, an infinity near itself. A finite right value may become an infinity only if a number within the
// bound is too large for the type; if the right value is infinite, a number within the bound's share of the greatest
// one is near.
bool is_near(const element_type& type, double got, double right, double bound) {
    if (std::isfinite(got) && std::isfinite(right)) return std::abs(got - right) <= bound;
    if (std::isnan(right)) return std::isnan(got);
    if (std::isinf(bound)) return true;  // sums may exceed the type's range on the way
    if (std::isinf(right) && std::isinf(got)) return got == right;
    if (std::isnan(got) || !type.is_float()) return false;
    const double most = greatest_of(type);
    if (std::isinf(got))
        return bound < any_finite_number && (got > 0 ? right : -right) + bound > most;
    return bound > 0 && bound < 0.5 && (right > 0 ? got : -got) >= most * (1 - bound);
}

// For numbers with different bits.
bool is_alike(const call_operand& o, const element_type& type, const std::byte* got,
              const std::byte* right) {
    if (!type.is_float() || !(o.any_nan || o.flushes)) return false;
    const double a = value_of(type, got), b = value_of(type, right);
    if (o.any_nan && std::isnan(a) && std::isnan(b)) return true;
    return o.flushes && a == 0 && std::abs(b) < least_normal_of(type);
}

}  // namespace

// Whole numbers in a struct have no bound.
bool is_right_number(const call_operand& o, const std::byte* value, std::size_t e, std::size_t k,
                     std::size_t offset, std::size_t bytes) {
    const element_type* type = o.type && o.type->is_struct() ? o.type->members()[k].type : o.type;
    if (!o.bounded() || (type != o.type && !type->is_float())) {
        const std::byte* const right =
            &o.contents[e * static_cast<std::size_t>(o.element_bytes) + offset];
        return same_bytes(value + offset, right, bytes) ||
               (type && is_alike(o, *type, value + offset, right));
    }
    const std::size_t at = e * numbers_in(*o.type) + k;
    return is_near(*type, value_of(*type, value + offset), o.values[at], o.bounds[at]);
}

bool is_right(const call_operand& o, const std::byte* value, std::size_t e) {
    return !any_number(o, [&](std::size_t k, std::size_t offset, std::size_t bytes) {
        return !is_right_number(o, value, e, k, offset, bytes);
    });
}

constexpr double most_of_wrong = 1.0 / 16;  // a bound may be large beside a right value near zero

bool is_rounded_otherwise(const call_operand& o, const std::byte* one, const std::byte* two,
                          std::size_t e) {
    if (!o.rounded || is_right(o, one, e) != is_right(o, two, e)) return false;
    if (is_right(o, one, e)) return true;
    return o.bounded() && !any_number(o, [&](std::size_t k, std::size_t offset, std::size_t bytes) {
               if (same_bytes(one + offset, two + offset, bytes)) return false;
               const element_type& type =
                   o.type->is_struct() ? *o.type->members()[k].type : *o.type;
               const std::size_t at = e * numbers_in(*o.type) + k;
               const double a = value_of(type, one + offset), b = value_of(type, two + offset);
               const double larger = std::max(std::abs(a), std::abs(b)),
                            right = std::abs(o.values[at]);
               const double share =
                   std::isfinite(right) && right > 0 ? std::max(larger / right, 1.0) : 1;
               const double most = std::min(2 * share * o.bounds[at], most_of_wrong * larger);
               return !type.is_float() || !(std::abs(a - b) <= most);
           });
}

}  // namespace tileproof::properties
