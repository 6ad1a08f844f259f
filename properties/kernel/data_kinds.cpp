// SPDX-License-Identifier: MIT
#include "properties/kernel/data_kinds.hpp"

#include "properties/kernel/test_data.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tileproof::properties {
namespace {

const element_type& type_of(const fill_request& r) {
    return r.type ? *r.type : *r.contract.types[r.the_case.type].each[r.operand];
}

std::uint64_t seed_of(const fill_request& r) {
    return std::uint64_t{r.the_case.data_seed} * 16 + r.operand + (r.member << 48);
}

// Members of a struct count on from far apart, or two of them would hold the same.
void fill_moved(const fill_request& r, bytes& packed) {
    fill_elements(static_cast<data_kind>(r.the_case.data), type_of(r), r.the_case.data_seed,
                  static_cast<std::uint64_t>(r.first) + 7919 * r.member, packed);
}

void fill_numbers(const fill_request& r, bytes& packed) {
    const element_type& type = type_of(r);
    const auto width = static_cast<std::size_t>(type.bytes);
    const bool whole = r.the_case.data == 0 || !type.is_float();
    const std::uint64_t seed = seed_of(r);
    static const element_type& any = *find_element_type("float64");
    for (std::size_t i = 0; i < packed.size() / width; ++i) {
        const std::uint64_t at = static_cast<std::uint64_t>(r.first) + i;
        const std::uint64_t bits = element_bits(data_kind::random, any, seed, at);
        double value = static_cast<double>(bits % (whole ? 9 : 257)) - (whole ? 4 : 128);
        if (value == 0 && at % 2) value = 1;
        if (type.is_unsigned && value < 0) value = -value;
        store_value(type, whole ? value : value / 64, &packed[i * width]);
    }
}

}  // namespace

void fill_range(const fill_request& r, double least, double most, bytes& packed) {
    const element_type& type = type_of(r);
    const auto width = static_cast<std::size_t>(type.bytes);
    static const element_type& any = *find_element_type("float64");
    const std::uint64_t seed = seed_of(r);
    const bool whole = !type.is_float() || (least == std::trunc(least) && most == std::trunc(most));
    for (std::size_t i = 0; i < packed.size() / width; ++i) {
        const std::uint64_t at = static_cast<std::uint64_t>(r.first) + i;
        const std::uint64_t bits = element_bits(data_kind::random, any, seed, at);
        const double share = static_cast<double>(bits >> 11) * 0x1p-53;
        double value = least + share * (most - least);
        if (whole) value = std::clamp(std::floor(least + share * (most - least + 1)), least, most);
        if (at < 2) value = at == 0 ? most : least;
        store_value(type, value, &packed[i * width]);
    }
}

void fill_each_once(const fill_request& r, bytes& packed) {
    const element_type& type = type_of(r);
    static const element_type& any = *find_element_type("float64");
    const auto width = static_cast<std::size_t>(type.bytes);
    const std::uint64_t seed = seed_of(r);
    std::vector<std::size_t> order(packed.size() / width);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[element_bits(data_kind::random, any, seed, i) % i]);
    for (std::size_t i = 0; i < order.size(); ++i)
        store_value(type, static_cast<double>(order[i]), &packed[i * width]);
}

void fill_members(const fill_request& r, const element_type& type, const fill_function& fill,
                  bytes& packed) {
    const auto width = static_cast<std::size_t>(type.bytes);
    std::uint64_t member = 0;
    for (const element_member& m : type.members()) {
        fill_request one = r;
        one.type = m.type;
        one.member = ++member;
        const auto bytes_each = static_cast<std::size_t>(m.type->bytes);
        bytes values(packed.size() / width * bytes_each);
        fill(one, values);
        for (std::size_t e = 0; e < packed.size() / width; ++e)
            std::copy_n(&values[e * bytes_each], bytes_each,
                        &packed[e * width + static_cast<std::size_t>(m.offset)]);
    }
}

contract_data moved_data() {
    return {.kinds = {"coordinates", "special", "random"},
            .weights = {40, 30, 30},
            .fill = fill_moved,
            .far = 2};
}

contract_data number_data() {
    return {.kinds = {"integers", "random"}, .weights = {50, 50}, .fill = fill_numbers};
}

}  // namespace tileproof::properties
