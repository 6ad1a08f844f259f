// SPDX-License-Identifier: MIT
// K7 bounded: every written element is as near to the float64 answer as its bound says.
#include "properties/kernel/kernel_laws.hpp"
#include "properties/kernel/same_bytes.hpp"

#include <cmath>

namespace tileproof::properties {

void judge_values(const call_record& r, law_id law, bool bounded, law_list& laws);

void k7_bounded(const call_record& r, law_list& laws) { judge_values(r, law_id::K7, true, laws); }

namespace {

bool is_near(double got, double right, double bound) {
    if (std::isnan(right)) return std::isnan(got);
    if (std::isinf(bound)) return true;
    return std::isinf(right) ? got == right : std::abs(got - right) <= bound;
}

}  // namespace

// Whole numbers in a struct have no bound.
bool is_right_number(const call_operand& o, const std::byte* value, std::size_t e, std::size_t k,
                     std::size_t offset, std::size_t bytes) {
    const element_type* type = o.type && o.type->is_struct() ? o.type->members()[k].type : o.type;
    if (!o.bounded() || (type != o.type && !type->is_float()))
        return same_bytes(value + offset,
                          &o.contents[e * static_cast<std::size_t>(o.element_bytes) + offset],
                          bytes);
    const std::size_t at = e * numbers_in(*o.type) + k;
    return is_near(value_of(*type, value + offset), o.values[at], o.bounds[at]);
}

bool is_right(const call_operand& o, const std::byte* value, std::size_t e) {
    return !any_number(o, [&](std::size_t k, std::size_t offset, std::size_t bytes) {
        return !is_right_number(o, value, e, k, offset, bytes);
    });
}

}  // namespace tileproof::properties
