// SPDX-License-Identifier: MIT
#include "properties/kernel/data_kinds.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <numeric>
#include <vector>

#include "devices/mixed.hpp"

namespace tileproof::properties {
namespace {

using devices::mixed;

const element_type& type_of(const fill_request& r) {
    return r.type ? *r.type : *r.contract.types[r.the_case.type].each[r.operand];
}

std::uint64_t seed_of(const fill_request& r) {
    return std::uint64_t{r.the_case.data_seed} * 16 + r.operand + (r.member << 48);
}

// Members of a struct start their numbering far apart, or two of them would hold the same.
void fill_moved(const fill_request& r, bytes& packed) {
    fill_elements(static_cast<data_kind>(r.the_case.data), type_of(r), r.the_case.data_seed,
                  static_cast<std::uint64_t>(r.first) + 7919 * r.member, packed);
}

// Out of a hundred cases, in the order of number_class.
constexpr int weights[] = {22, 14, 10, 6, 6, 4, 6, 6, 6, 4, 6, 4, 4, 4, 4, 6};
constexpr int class_count = std::size(weights);

// For a struct: whether any of its members takes it.
bool takes_class(const number_domain& d, const element_type& type, number_class c) {
    if (!type.is_struct()) return takes(d, type, c);
    return std::ranges::any_of(type.members(),
                               [&](const element_member& m) { return takes(d, *m.type, c); });
}

bool is_read(const contract_operand& o) { return o.use != operand_use::written; }

// A permutation of the numbers of the type's width: multiplication by an odd number and addition. Element 0 is not 0,
// because poison, fresh memory and missing stores often are.
std::uint64_t coordinate_bits(const element_type& type, std::uint64_t i) {
    switch (type.bytes) {
        case 1:
            return (i * 37 + 11) & 0xff;
        case 2:
            return (i * 31 + 0x1101) & 0xffff;
        case 4:
            return (i * 2654435761u + 0x3f800001u) & 0xffffffff;
        default:
            return i * 0x9e3779b97f4a7c15u + 0x3ff0000000000001u;
    }
}

}  // namespace

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

contract_data number_data(const kernel_contract& contract, const contract_type& types,
                          const domain_function& domain) {
    kernel_case plain;
    plain.dims.assign(contract.dims.size(), 1);
    std::vector<std::size_t> readers;
    for (std::size_t o = 0; o < contract.operands.size(); ++o)
        if (is_read(contract.operands[o])) readers.push_back(o);
    contract_data data;
    std::vector<number_class> classes;
    for (int k = 0; k < class_count; ++k) {
        const auto c = static_cast<number_class>(k);
        const auto takes_it = [&](std::size_t o) {
            return takes_class(domain(plain, o), *types.each[o], c);
        };
        if (k > 0 && std::ranges::none_of(readers, takes_it)) continue;
        if (c == number_class::equal) data.equal = static_cast<int>(classes.size());
        classes.push_back(c);
        data.kinds.emplace_back(name_of(c));
        data.weights.push_back(weights[k]);
    }
    data.far = std::min<int>(1, static_cast<int>(classes.size()) - 1);
    const auto asked = [classes, readers, domain](const kernel_case& c, std::size_t o) {
        const auto reader = std::ranges::find(readers, o) - readers.begin();
        const number_class drawn = classes[static_cast<std::size_t>(c.data)];
        const bool own =
            drawn == number_class::integers || domain(c, o).one_sign ||
            has_the_class(c.data_seed, static_cast<std::size_t>(reader), readers.size());
        return own ? drawn : number_class::full_digits;
    };
    data.given = [asked, domain, each = types.each](const kernel_case& c, std::size_t o) {
        if (!domain(c, o).one_of.empty()) return std::string("one_of");
        const number_class drawn = asked(c, o);
        return std::string(name_of(
            takes_class(domain(c, o), *each[o], drawn) ? drawn : number_class::full_digits));
    };
    data.fill = [asked, domain](const fill_request& r, bytes& packed) {
        fill_request one = r;
        one.type = &type_of(r);
        const number_domain d = domain(r.the_case, r.operand);
        fill_with(one, d, class_in(d, *one.type, asked(r.the_case, r.operand)), packed);
    };
    return data;
}

std::string_view name_of(data_kind kind) {
    static constexpr std::string_view names[] = {"coordinates", "special", "random"};
    return names[static_cast<std::size_t>(kind)];
}

std::optional<data_kind> find_data_kind(std::string_view name) {
    for (const data_kind kind : {data_kind::coordinates, data_kind::special, data_kind::random})
        if (name_of(kind) == name) return kind;
    return std::nullopt;
}

std::uint64_t element_bits(data_kind kind, const element_type& type, std::uint64_t seed,
                           std::uint64_t i) {
    if (type.name == "bool") return mixed(seed + i) & 1;
    if (kind == data_kind::random) return mixed(mixed(seed) + i);
    if (kind == data_kind::special) {
        const auto values = special_values(type);
        const std::uint64_t which = mixed(mixed(seed) + i);
        if (seed == 0 || which >> 32 & 1) return values[which % values.size()];
    }
    return coordinate_bits(type, i);
}

void fill_elements(data_kind kind, const element_type& type, std::uint64_t seed,
                   std::uint64_t first, std::span<std::byte> out) {
    const auto width = static_cast<std::size_t>(type.bytes);
    for (std::size_t at = 0; at + width <= out.size(); at += width) {
        const std::uint64_t bits = element_bits(kind, type, seed, first++);
        std::memcpy(&out[at], &bits, width);  // little-endian, as every device we know
    }
}

}  // namespace tileproof::properties
