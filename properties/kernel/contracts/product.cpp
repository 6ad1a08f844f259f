// SPDX-License-Identifier: MIT
// D = alpha A B + beta C: A is m x k, B k x n, C and D m x n, each row-major or column-major.
#include "properties/draw.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/product_answer.hpp"

#include <cmath>

namespace tileproof::properties {
namespace {

enum place_of_c { nowhere, of_its_own, in_the_result };

kernels::product_problem problem_of(const kernel_case& c) {
    const auto operand = [&](std::size_t o) {
        return kernels::product_operand{c.operands[o].order != 0, c.operands[o].strides[0]};
    };
    return {
        c.dims[0],       c.dims[1],      c.dims[2],  static_cast<kernels::product_types>(c.type),
        operand(0),      operand(1),     operand(2), operand(3),
        c.parameters[0], c.parameters[1]};
}

bool is_i8(const kernel_case& c) { return problem_of(c).types == kernels::product_types::i32_i8; }

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

contract_operand matrix(const char* name, const char* key, const char* rows, const char* columns,
                        operand_use use = operand_use::read) {
    return {.name = name,
            .extents = {rows, columns},
            .use = use,
            .strides = {std::string(key) + "/leading"},
            .order = std::string(key) + "/column_major",
            .orders = {{0, 1}, {1, 0}}};
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
                          .weights = {3, 12, 25, 0, 60},
                          .edges = {16, 32, 64},
                          .growth = 33,
                          .longest = 256});
    c.dims[2].longest = 2048;
    c.operands = {matrix("A", "a", "m", "k"), matrix("B", "b", "k", "n"),
                  matrix("C", "c", "m", "n"), matrix("D", "d", "m", "n", operand_use::written)};
    c.parameters = {{"alpha", 1, {1}, factor}, {"beta", 0, {0, 1}, factor}};
    c.choices = {{"c_place", {"null", "own", "result"}, {40, 40, 20}}};
    c.data = product_contents();
    c.relations = product_relations();
    c.reference = multiplied;
    c.bounded = true;
    c.common_offset = "offset";
    c.settle = settle;
    c.use = use;
    c.senseless = fractions_of_integers;
    c.break_sense = [](draw& from, kernel_case& broken) {
        broken.type = static_cast<std::size_t>(kernels::product_types::i32_i8);
        broken.choices[0] = of_its_own;
        broken.parameters[from.chance(50) ? 0 : 1] = 0.5;
    };
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
                      {1, 1, 257},  {63, 66, 1}};
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
    result.refusal = [refusal = k.refusal](const kernel_case& c) { return refusal(problem_of(c)); };
    result.start = [start = k.start](const kernel_case& c, std::span<void* const> at) {
        start(problem_of(c), at[0], at[1], at[2], at[3], nullptr);
    };
    return result;
}

}  // namespace tileproof::properties
