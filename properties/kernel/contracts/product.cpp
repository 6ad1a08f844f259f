// SPDX-License-Identifier: MIT
// D = alpha A B + beta C: A is m x k, B k x n, C and D m x n, each row-major or column-major.

#include <cmath>
#include <cstring>
#include "properties/kernel/contract.hpp"

#include "kernels/product/product_problem.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/product_answer.hpp"

namespace tileproof::properties {

// The rest of a product: D = alpha A B + beta C, where C may be a separate matrix, the memory of D, or nothing.
//
//   beta 0, c_place "null"     C is a null pointer
//   beta 0, c_place "own"      C is memory that must not be read
//   beta 2, c_place "result"   C is what D holds at the start

// For a contract with the operands A, B, C, D: adds alpha, beta and c_place, and says which combinations make sense.
void add_epilogue(kernel_contract&);

namespace {

kernels::product_problem as_product(const kernel_case& c) {
    const auto operand = [&](std::size_t o) {
        return kernels::product_operand{c.operands[o].order != 0, c.operands[o].strides[0]};
    };
    return {
        c.dims[0],       c.dims[1],      c.dims[2],  static_cast<kernels::product_types>(c.type),
        operand(0),      operand(1),     operand(2), operand(3),
        c.parameters[0], c.parameters[1]};
}

contract_operand matrix(const char* name, const char* key, const char* rows, const char* columns,
                        operand_use use = operand_use::read) {
    return {.name = name,
            .extents = {rows, columns},
            .use = use,
            .strides = {std::string(key) + "/leading"},
            .order = std::string(key) + "/column_major",
            .orders = {{0, 1}, {1, 0}}};
}

enum place_of_c { nowhere, of_its_own, in_the_result };

bool is_i8(const kernel_case& c) {
    return static_cast<kernels::product_types>(c.type) == kernels::product_types::i32_i8;
}

void settle(kernel_case& c) {
    if (c.choices[0] == nowhere && c.parameters[1] != 0) c.choices[0] = of_its_own;
    if (c.choices[0] == in_the_result) c.operands[2] = c.operands[3];
}

operand_use use(const kernel_case& c, std::size_t operand) {
    if (operand != 2) return operand == 3 ? operand_use::written : operand_use::read;
    const bool read = c.parameters[1] != 0;
    if (c.choices[0] == nowhere) return operand_use::absent;
    if (c.choices[0] == of_its_own) return read ? operand_use::read : operand_use::unread;
    return read ? operand_use::in_place : operand_use::in_place_unread;
}

double factor(draw& from, const kernel_case& c) {
    static constexpr double whole[] = {1, -1, 2, 3, 65536, 1073741824, -12345};
    static constexpr double real[] = {1, -1, 2, 0.5, -1.5, 0.75, 3, 0};
    return is_i8(c) ? from.pick(whole) : from.pick(real);
}

std::string fractions_of_integers(const kernel_case& c) {
    const bool whole = c.parameters[0] == std::trunc(c.parameters[0]) &&
                       c.parameters[1] == std::trunc(c.parameters[1]);
    return is_i8(c) && !whole ? "alpha or beta is not a whole number, and the elements are" : "";
}

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

kernel_contract product_contract() {
    kernel_contract c;
    c.name = "product";
    c.type_key = "types";
    c.types = product_type_list();
    for (const char* name : {"m", "n", "k"})
        c.dims.push_back({.name = name,
                          .most = 0x7fffffff - 64,
                          .apart = name[0] != 'k',
                          .weights = {3, 12, 25, 0, 60},
                          .edges = {16, 32, 64},
                          .growth = 33,
                          .longest = 256});
    c.dims[2].longest = 2048;
    c.operands = {matrix("A", "a", "m", "k"), matrix("B", "b", "k", "n"),
                  matrix("C", "c", "m", "n"), matrix("D", "d", "m", "n", operand_use::written)};
    c.data = product_contents();
    c.relations = product_relations();
    c.reference = multiplied;
    c.bounded = true;
    c.common_offset = "offset";
    add_epilogue(c);
    c.work = [](const kernel_case& k) {
        return static_cast<double>(k.dims[0]) * static_cast<double>(k.dims[1]) *
               static_cast<double>(std::max<long_index_t>(k.dims[2], 1));
    };
    c.usual_work = 1 << 13;
    c.work_growth = 0;
    c.most_work = 1 << 17;
    c.first_shapes = {{1, 1, 1},    {0, 0, 0},    {0, 3, 2},    {3, 0, 2},    {3, 2, 0},
                      {1, 2, 1},    {2, 1, 1},    {1, 1, 2},    {16, 16, 16}, {15, 17, 16},
                      {17, 15, 17}, {16, 16, 15}, {1, 16, 33},  {16, 1, 31},  {2, 3, 64},
                      {65, 2, 3},   {2, 65, 3},   {64, 64, 32}, {17, 5, 33},  {33, 31, 48},
                      {1, 1, 257},  {63, 66, 1},  {65, 129, 1}, {129, 64, 1}};
    return compiled(std::move(c));
}

contract_kernel under(const kernels::product_kernel& k) {
    contract_kernel result;
    for (const kernels::product_types t : k.takes.types)
        result.range.types.push_back(static_cast<std::size_t>(t));
    result.range.multiples = {k.takes.m_step, k.takes.n_step, k.takes.k_step};
    result.range.stride_multiple = k.takes.leading_step;
    result.range.ordered = !k.takes.row_major_only;
    result.range.alignment = static_cast<long_index_t>(k.takes.alignment);
    result.range.huge = true;
    result.range.huge_first = 0;
    result.range.one_huge_in = 4000;
    result.refusal = [refusal = k.refusal](const kernel_case& c) { return refusal(as_product(c)); };
    result.start = [start = k.start](const kernel_case& c, std::span<void* const> at) {
        start(as_product(c), at[0], at[1], at[2], at[3], nullptr);
    };
    return result;
}

void add_epilogue(kernel_contract& c) {
    c.parameters = {{"alpha", 1, {1}, factor}, {"beta", 0, {0, 1}, factor}};
    c.choices = {{"c_place", {"null", "own", "result"}, {40, 40, 20}}};
    c.settle = settle;
    c.use = use;
    c.senseless = fractions_of_integers;
    c.break_sense = [](draw& from, kernel_case& broken) {
        broken.type = static_cast<std::size_t>(kernels::product_types::i32_i8);
        broken.choices[0] = of_its_own;
        broken.parameters[from.chance(50) ? 0 : 1] = 0.5;
    };
}

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
