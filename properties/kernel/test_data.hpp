// SPDX-License-Identifier: MIT
// Contents of inputs that carry information: neighbours always differ, and difficult values occur among them.
//
//   coordinates   element i depends only on i: shows that an element is misplaced, and where it came from
//   special       some special_values(); with seed 0 all are special, else the others as above
//   random        bits of a counter-based generator of seed and i
#pragma once

#include "properties/kernel/element_type.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tileproof::properties {

enum class data_kind { coordinates, special, random };

std::string_view name_of(data_kind kind);
std::optional<data_kind> find_data_kind(std::string_view name);

// The bits of element i, in the low type.bytes bytes. One-byte coordinates differ for elements whose numbers differ
// by less than 256; wider ones for less than 65536.
std::uint64_t element_bits(data_kind kind, const element_type& type, std::uint64_t seed,
                           std::uint64_t i);

// Elements first, first + 1, ... into `out`, which has room for a whole number of them.
void fill_elements(data_kind kind, const element_type& type, std::uint64_t seed,
                   std::uint64_t first, std::span<std::byte> out);

}  // namespace tileproof::properties
