// SPDX-License-Identifier: MIT
// K7 bounded: every written element is as near to the float64 answer as its bound says.
#include "properties/kernel/kernel_laws.hpp"

#include <cmath>
#include <cstring>

namespace tileproof::properties {

void judge_values(const call_record& r, law_id law, bool bounded, law_list& laws);

void k7_bounded(const call_record& r, law_list& laws) { judge_values(r, law_id::K7, true, laws); }

bool is_right(const call_operand& o, const std::byte* value, std::size_t e) {
    const auto width = static_cast<std::size_t>(o.element_bytes);
    if (!o.bounded()) return std::memcmp(value, &o.contents[e * width], width) == 0;
    const double got = value_of(*o.type, value), right = o.values[e];
    if (std::isnan(right)) return std::isnan(got);
    if (std::isinf(o.bounds[e])) return true;
    return std::isinf(right) ? got == right : std::abs(got - right) <= o.bounds[e];
}

}  // namespace tileproof::properties
