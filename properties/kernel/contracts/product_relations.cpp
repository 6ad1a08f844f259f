// SPDX-License-Identifier: MIT
#include "kernels/product/product_problem.hpp"
#include "properties/kernel/contracts/product_answer.hpp"

#include <cmath>
#include <cstring>

namespace tileproof::properties {
namespace {

using kernels::product_types;
using result = std::optional<related_call>;

bool is_i8(const packed_call& p) {
    return static_cast<product_types>(p.the_case.type) == product_types::i32_i8;
}

// The transpose of a packed matrix.
bytes transpose_of(const bytes& packed, const std::vector<long_index_t>& extents) {
    if (packed.empty()) return {};
    const auto rows = static_cast<std::size_t>(extents[0]),
               columns = static_cast<std::size_t>(extents[1]);
    const std::size_t width = packed.size() / rows / columns;
    bytes turned(packed.size());
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            std::memcpy(&turned[(c * rows + r) * width], &packed[(r * columns + c) * width], width);
    return turned;
}

// Twice each element; nullopt if a doubled element is not a number of the type, or loses a digit.
std::optional<bytes> doubled(const bytes& packed, const element_type& type) {
    bytes twice = packed;
    for (std::size_t at = 0; at < packed.size(); at += static_cast<std::size_t>(type.bytes)) {
        const double value = 2 * value_of(type, &packed[at]);
        store_value(type, value, &twice[at]);
        if (value_of(type, &twice[at]) != value) return std::nullopt;
    }
    return twice;
}

std::vector<double> times(double by, std::vector<double> bounds) {
    for (double& b : bounds) b *= by;
    return bounds;
}

std::vector<double> exactly(const bytes& expected, const packed_call& p) {
    const auto width = p.contract.types[p.the_case.type].each[3]->bytes;
    return std::vector<double>(expected.size() / static_cast<std::size_t>(width));
}

// i32: alpha and beta times two, and all results times two modulo 2^32.
result scaled_factors(const packed_call& p, const bytes& first) {
    related_call other{p.the_case, p.inputs, first, {}};
    for (double& factor : other.the_case.parameters) {
        if (std::abs(factor) >= 0x1p30) return std::nullopt;
        factor *= 2;
    }
    for (std::size_t at = 0; at < first.size(); at += 4) {
        std::uint32_t value = 0;
        std::memcpy(&value, &first[at], 4);
        value *= 2;
        std::memcpy(&other.expected[at], &value, 4);
    }
    return other;
}

result scaled(const packed_call& p, const bytes& first) {
    if (is_i8(p)) return scaled_factors(p, first);
    const auto& types = p.contract.types[p.the_case.type].each;
    auto a = doubled(p.inputs[0], *types[0]), old = doubled(p.inputs[2], *types[2]),
         d = doubled(first, *types[3]);
    if (!a || !old || !d) return std::nullopt;
    related_call other{
        p.the_case, {std::move(*a), p.inputs[1], std::move(*old), {}}, std::move(*d), {}};
    // Sums hidden from the result by alpha = 0 may exceed the range.
    packed_call again = p;
    again.inputs = other.inputs;
    multiplied(again);
    if (!again.ordinary) return std::nullopt;
    // Small f16 numbers have fewer digits, so there scaling does change the rounding.
    if (static_cast<product_types>(p.the_case.type) == product_types::f16_f16)
        other.slack = times(4, p.bounds[3]);
    else
        other.slack = exactly(other.expected, p);
    return other;
}

result rows_reversed(const packed_call& p, const bytes& first) {
    related_call other{p.the_case, p.inputs, reversed(first, p.extents[3], true), {}};
    other.inputs[0] = reversed(p.inputs[0], p.extents[0], true);
    other.inputs[2] = reversed(p.inputs[2], p.extents[2], true);
    other.slack = exactly(other.expected, p);
    return other;
}

result k_reversed(const packed_call& p, const bytes& first) {
    related_call other{p.the_case, p.inputs, first, times(2, p.bounds[3])};
    other.inputs[0] = reversed(p.inputs[0], p.extents[0], false);
    other.inputs[1] = reversed(p.inputs[1], p.extents[1], true);
    return other;
}

// D^T = alpha B^T A^T + beta C^T, from the same memory.
result turned(const packed_call& p, const bytes& first) {
    related_call other{p.the_case, p.inputs, transpose_of(first, p.extents[3]), {}};
    kernel_case& c = other.the_case;
    std::swap(c.dims[0], c.dims[1]);
    std::swap(c.operands[0], c.operands[1]);
    for (operand_layout& l : c.operands) l.order = 1 - l.order;
    other.inputs[0] = transpose_of(p.inputs[1], p.extents[1]);
    other.inputs[1] = transpose_of(p.inputs[0], p.extents[0]);
    other.inputs[2] = transpose_of(p.inputs[2], p.extents[2]);
    const bytes bounds(reinterpret_cast<const std::byte*>(p.bounds[3].data()),
                       reinterpret_cast<const std::byte*>(p.bounds[3].data() + p.bounds[3].size()));
    const bytes moved = transpose_of(bounds, p.extents[3]);
    other.slack.resize(p.bounds[3].size());
    if (!moved.empty()) std::memcpy(other.slack.data(), moved.data(), moved.size());
    other.slack = times(2, std::move(other.slack));
    return other;
}

}  // namespace

bytes reversed(const bytes& packed, const std::vector<long_index_t>& extents, bool rows) {
    bytes turned = packed;
    if (packed.empty()) return turned;
    const auto n = static_cast<std::size_t>(extents[0]),
               columns = static_cast<std::size_t>(extents[1]);
    const std::size_t width = packed.size() / n / columns;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < columns; ++c) {
            const std::size_t from =
                rows ? (n - 1 - r) * columns + c : r * columns + columns - 1 - c;
            std::memcpy(&turned[(r * columns + c) * width], &packed[from * width], width);
        }
    return turned;
}

std::vector<contract_relation> product_relations() {
    return {
        {"none", "", nullptr},
        {"scaled", "All products were scaled by two, and the result was not.", scaled},
        {"rows_reversed",
         "The rows of A and C were put in reverse order, and those of the result are not the same.",
         rows_reversed},
        {"k_reversed",
         "The columns of A and the rows of B were put in reverse order, and the result changed by "
         "more than rounding.",
         k_reversed},
        {"transposed", "The product of the transposed matrices is not the transposed product.",
         turned}};
}

}  // namespace tileproof::properties
