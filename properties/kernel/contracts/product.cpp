// SPDX-License-Identifier: MIT
// D = alpha A B + beta C: A is m x k, B k x n, C and D m x n, each row-major or column-major.
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/product_answer.hpp"
#include "properties/kernel/contracts/product_epilogue.hpp"

namespace tileproof::properties {
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

}  // namespace tileproof::properties
