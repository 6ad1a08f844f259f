// SPDX-License-Identifier: MIT
// out[b][c][r] = in[b][r][c], bit for bit.
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/movement.hpp"
#include "properties/kernel/data_kinds.hpp"
#include "reference/movement.hpp"

namespace tileproof::properties {
namespace {

kernels::transpose_problem as_transpose(const kernel_case& c) {
    const auto &in = c.operands[0].strides, &out = c.operands[1].strides;
    return {.rows = c.dims[0],
            .columns = c.dims[1],
            .batch = c.dims[2],
            .input_leading = in[1],
            .output_leading = out[1],
            .input_batch_stride = in[0],
            .output_batch_stride = out[0],
            .element_bytes = bytes_of_same_type(c.type)};
}

void transposed(packed_call& p) {
    const auto& d = p.the_case.dims;
    if (p.inputs[0].empty()) return;
    reference::transpose({d[0],
                          d[1],
                          d[2],
                          p.contract.types[p.the_case.type].each[0]->bytes,
                          {d[1], d[0] * d[1]},
                          {d[0], d[0] * d[1]}},
                         p.inputs[0].data(), p.outputs[1].data());
}

}  // namespace

kernel_contract transpose_contract() {
    kernel_contract c;
    c.name = "transpose";
    c.type_key = "type";
    c.types = same_types(2);
    c.dims = {{.name = "rows", .apart = true},
              {.name = "columns", .apart = true},
              {.name = "batch", .few = true, .apart = true}};
    c.operands = {{.name = "the input",
                   .extents = {"batch", "rows", "columns"},
                   .strides = {"input_batch_stride", "input_leading"},
                   .offset = "input_offset",
                   .repeats = true},
                  {.name = "the output",
                   .extents = {"batch", "columns", "rows"},
                   .use = operand_use::written,
                   .strides = {"output_batch_stride", "output_leading"},
                   .offset = "output_offset"}};
    c.data = moved_data();
    c.relations = {turned_back({0, 1})};
    c.reference = transposed;
    c.alike = {{0, 1}};
    std::size_t i = 0;
    for (auto& shape : movement_shapes()) {
        shape.push_back(i++ % 3 == 2 ? 2 : 1);
        c.first_shapes.push_back(shape);
    }
    return compiled(std::move(c));
}

contract_kernel under(const kernels::transpose_kernel& k) {
    return {
        .range = {.huge = true, .huge_first = 1, .one_huge_in = 4000},
        .refusal = [refusal = k.refusal](const kernel_case& c) { return refusal(as_transpose(c)); },
        .start = [start = k.start](
                     const kernel_case& c,
                     std::span<void* const> at) { start(as_transpose(c), at[0], at[1], nullptr); }};
}

}  // namespace tileproof::properties
