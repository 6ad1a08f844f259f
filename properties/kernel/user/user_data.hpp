// Contents of the operands of a user's kernel test, and values of its element types.
#pragma once

#include "properties/kernel/element_type.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tileproof::properties {

// Numbers for arithmetic. "integers": whole ones from -4 to 4, so that sums of products stay exact;
// "random": multiples of 1/64 from -2 to 2. Never 0 for two neighbours, no two operands alike.
void fill_numbers(std::string_view kind, const element_type&, std::uint64_t seed,
                  std::span<std::byte> out);

double value_of(const element_type&, const std::byte*);
// Rounded to the type.
void store_value(const element_type&, double value, std::byte* to);

}  // namespace tileproof::properties
