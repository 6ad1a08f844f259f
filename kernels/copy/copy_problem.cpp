// SPDX-License-Identifier: MIT
#include "kernels/catalogue.hpp"

namespace tileproof::kernels {
namespace {

// 2^62 bytes, so that no product of two of a problem's numbers formed by the kernels comes near overflow.
constexpr long_index_t most_copied_bytes = long_index_t{1} << 62;

long_index_t elements(const copy_problem& p, long_index_t leading) {
    return p.rows == 0 || p.columns == 0 ? 0 : (p.rows - 1) * leading + p.columns;
}

bool reaches_too_far(const copy_problem& p, long_index_t leading) {
    long_index_t sum = 0, bytes = 0;
    return __builtin_mul_overflow(p.rows - 1, leading, &sum) ||
           __builtin_add_overflow(sum, p.columns, &sum) ||
           __builtin_mul_overflow(sum, long_index_t{p.element_bytes}, &bytes) ||
           bytes > most_copied_bytes;
}

}  // namespace

long_index_t copy_problem::input_elements() const { return elements(*this, input_leading); }
long_index_t copy_problem::output_elements() const { return elements(*this, output_leading); }

copy_problem packed_copy(long_index_t rows, long_index_t columns, int element_bytes) {
    return {.rows = rows,
            .columns = columns,
            .input_leading = columns,
            .output_leading = columns,
            .element_bytes = element_bytes};
}

std::string copy_refusal(const copy_problem& p) {
    if (p.rows < 0 || p.columns < 0)
        return "A copy of " + std::to_string(p.rows) + " x " + std::to_string(p.columns) +
               " elements does not exist: no extent may be negative.";
    if (p.element_bytes != 1 && p.element_bytes != 2 && p.element_bytes != 4 &&
        p.element_bytes != 8)
        return "Elements of " + std::to_string(p.element_bytes) +
               " bytes are not supported: the size must be 1, 2, 4 or 8.";
    for (const auto& [name, leading] :
         {std::pair{"input", p.input_leading}, std::pair{"output", p.output_leading}})
        if (leading < p.columns)
            return std::string("The ") + name + "'s leading dimension " + std::to_string(leading) +
                   " is less than the " + std::to_string(p.columns) +
                   " columns: rows would overlap.";
    if (p.rows == 0 || p.columns == 0) return {};
    if (reaches_too_far(p, p.input_leading) || reaches_too_far(p, p.output_leading))
        return "The matrices reach beyond 2^62 bytes: lower the leading dimensions.";
    return {};
}

}  // namespace tileproof::kernels
