// SPDX-License-Identifier: MIT
// out[r][c] = in[r][c], bit for bit; users' kernels may have a batch.
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/movement.hpp"
#include "properties/kernel/data_kinds.hpp"

namespace tileproof::properties {
namespace {

kernels::copy_problem problem_of(const kernel_case& c) {
    return {.rows = c.dims[0],
            .columns = c.dims[1],
            .input_leading = c.operands[0].strides[0],
            .output_leading = c.operands[1].strides[0],
            .element_bytes = bytes_of_same_type(c.type)};
}

}  // namespace

kernel_contract copy_contract(bool batched) {
    kernel_contract c;
    c.name = "copy";
    c.type_key = "type";
    c.types = same_types(2);
    // Copies use tiles of hundreds of rows or columns.
    const contract_dim any{
        .name = "", .apart = true, .edges = {2, 4, 8, 16, 32, 64, 128, 128, 256, 512, 1024}};
    c.dims = {any, any};
    c.dims[0].name = "rows";
    c.dims[1].name = "columns";
    c.dims[1].longest = 1024;  // some kernels process a whole row per block
    c.operands = {{.name = "the input",
                   .extents = {"rows", "columns"},
                   .strides = {"input_leading"},
                   .offset = "input_offset",
                   .repeats = batched},
                  {.name = "the output",
                   .extents = {"rows", "columns"},
                   .use = operand_use::written,
                   .strides = {"output_leading"},
                   .offset = "output_offset"}};
    c.data = moved_data();
    c.relations = {turned_back({0, 0})};
    c.reference = copied;
    c.first_shapes = movement_shapes();
    if (batched) {
        c.dims.push_back({.name = "batch", .few = true, .apart = true});
        for (contract_operand& o : c.operands) {
            o.extents.insert(o.extents.begin(), "batch");
            o.strides.insert(o.strides.begin(), o.strides[0] + "_of_matrices");
        }
        for (auto& shape : c.first_shapes) shape.push_back(1 + (shape[0] + shape[1]) % 2);
    }
    return compiled(std::move(c));
}

contract_kernel under(const kernels::copy_kernel& k) {
    return {
        // A block processes 512 whole rows.
        .range = {.huge = true, .huge_most = {0, 64}, .huge_first = 0, .one_huge_in = 20'000},
        .refusal = [refusal = k.refusal](const kernel_case& c) { return refusal(problem_of(c)); },
        .start = [start = k.start](
                     const kernel_case& c,
                     std::span<void* const> at) { start(problem_of(c), at[0], at[1], nullptr); }};
}

}  // namespace tileproof::properties
