// SPDX-License-Identifier: MIT
// The kinds of contents that contracts choose from.
//
//   moved_data()        bits of any kind, for kernels that move data: coordinates, special, random
//   number_data(...)    the classes of numbers that operands accept, for kernels that compute (number_data.hpp)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "properties/kernel/contract.hpp"
#include "properties/kernel/element_type.hpp"
#include "properties/kernel/number_data.hpp"

namespace tileproof::properties {

contract_data moved_data();
// The numbers that each operand accepts in a case, and which operands are read.
using domain_function = std::function<number_domain(const kernel_case&, std::size_t operand)>;
contract_data number_data(const kernel_contract&, const contract_type&, const domain_function&);

// Fills structs: each member by `fill`, as if it were an operand of its own.
using fill_function = std::function<void(const fill_request&, bytes& packed)>;
void fill_members(const fill_request&, const element_type& of, const fill_function& fill,
                  bytes& packed);

// The whole numbers from 0 to the number of elements less one, each once.
void fill_each_once(const fill_request&, bytes& packed);

// Contents of inputs that carry information: neighbours always differ, and difficult values occur among them.
//
//   coordinates   element i depends only on i: shows that an element is misplaced, and where it came from
//   special       some special_values(); with seed 0 all are special, else the others as above
//   random        bits of a counter-based generator of seed and i

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
