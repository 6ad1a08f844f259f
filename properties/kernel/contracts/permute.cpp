// SPDX-License-Identifier: MIT
// Any permutation of up to six dims, with any strides: element (i0, .., i5) of the output is that of the input.
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/movement.hpp"
#include "properties/kernel/data_kinds.hpp"

#include <algorithm>
#include <numeric>

namespace tileproof::properties {
namespace {

constexpr std::size_t dims = kernels::permute_dims;

kernels::permute_problem problem_of(const kernel_contract& contract, const kernel_case& c) {
    kernels::permute_problem p;
    std::copy(c.dims.begin(), c.dims.end(), p.lengths.begin());
    const auto in = strides_of(contract, c, 0), out = strides_of(contract, c, 1);
    std::copy(in.begin(), in.end(), p.input_strides.begin());
    std::copy(out.begin(), out.end(), p.output_strides.begin());
    p.element_bytes = bytes_of_same_type(c.type);
    return p;
}

std::vector<std::vector<int>> all_orders() {
    std::vector<int> order(dims);
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::vector<int>> all;
    do all.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));
    return all;
}

contract_operand operand(const std::string& name, const std::string& key, operand_use use) {
    contract_operand o{.name = name,
                       .extents = {},
                       .use = use,
                       .offset = key + "/offset",
                       .order = key + "/order"};
    for (std::size_t d = 0; d < dims; ++d) {
        o.extents.push_back("n" + std::to_string(d));
        o.strides.push_back(key + "/strides/" + std::to_string(d));
    }
    o.orders = all_orders();
    o.rows_apart = false;
    o.any_strides = true;
    o.repeats = use == operand_use::read;
    return o;
}

}  // namespace

// Cases: {"n0": 2, ..., "input": {"order": "012345", "strides": [..], "offset": 0}, "output": {...}, ...}: strides
// from the outermost dim in memory to the innermost, in the order of dims that "order" names.
kernel_contract permute_contract() {
    kernel_contract c;
    c.name = "permute";
    c.type_key = "type";
    c.types = same_types(2);
    for (std::size_t d = 0; d < dims; ++d)
        c.dims.push_back({.name = "n" + std::to_string(d),
                          .apart = true,
                          .weights = {1, 45, 24, 10, 20},
                          .edges = {2, 4, 8, 16, 32, 64},
                          .growth = 20});
    c.operands = {operand("the input", "input", operand_use::read),
                  operand("the output", "output", operand_use::written)};
    c.data = moved_data();
    c.relations = {turned_back({0, 0})};
    c.reference = copied;
    c.first_shapes = {{1, 1, 1, 1, 1, 1},    {1, 1, 1, 1, 1, 2},    {2, 1, 1, 1, 1, 1},
                      {1, 1, 1, 1, 2, 3},    {1, 1, 1, 0, 2, 3},    {2, 3, 2, 3, 2, 3},
                      {1, 1, 1, 33, 5, 7},   {1, 1, 16, 17, 1, 15}, {65, 1, 1, 1, 1, 3},
                      {1, 1, 1, 1, 1, 4097}, {4, 1, 8, 1, 16, 1},   {3, 1, 1, 64, 1, 5}};
    return compiled(std::move(c));
}

contract_kernel under(const kernels::permute_kernel& k) {
    const shared_contract contract = contract_named("permute");
    return {.range = {.huge = true, .huge_first = 1, .one_huge_in = 4000},
            .refusal = [contract, refusal = k.refusal](
                           const kernel_case& c) { return refusal(problem_of(*contract, c)); },
            .start =
                [contract, start = k.start](const kernel_case& c, std::span<void* const> at) {
                    start(problem_of(*contract, c), at[0], at[1], nullptr);
                }};
}

}  // namespace tileproof::properties
