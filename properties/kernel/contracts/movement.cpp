// SPDX-License-Identifier: MIT

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include "properties/kernel/contract.hpp"

#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/data_kinds.hpp"
#include "reference/movement.hpp"

namespace tileproof::properties {

// Shared by transposes and copies: batches of matrices whose elements move as bits.

// One type for all operands: float32, the plainest, and the other common ones.
std::vector<contract_type> same_types(std::size_t operands);
int bytes_of_same_type(std::size_t type);  // an element's

// The reference of operations that keep the packed order: all elements unchanged.
void copied(packed_call&);

// K8: moving the result back gives the input. The operands exchange their layouts, and the two dims are exchanged.
contract_relation turned_back(std::pair<std::size_t, std::size_t> dims);

inline std::vector<std::vector<long_index_t>> movement_shapes() {
    return {{1, 1},   {1, 2},   {2, 1},   {0, 0},   {0, 3},    {3, 0},     {2, 3},    {3, 3},
            {4, 4},   {3, 5},   {8, 8},   {7, 9},   {15, 16},  {16, 15},   {16, 16},  {16, 17},
            {17, 16}, {31, 33}, {32, 32}, {33, 31}, {63, 65},  {64, 64},   {65, 63},  {13, 97},
            {1, 257}, {257, 1}, {2, 999}, {999, 2}, {127, 11}, {128, 130}, {101, 31}, {511, 3},
            {512, 4}, {513, 5}, {7, 255}, {9, 513}};
}

namespace {

kernels::copy_problem problem_of(const kernel_case& c) {
    return {.rows = c.dims[0],
            .columns = c.dims[1],
            .input_leading = c.operands[0].strides[0],
            .output_leading = c.operands[1].strides[0],
            .element_bytes = bytes_of_same_type(c.type)};
}

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

void relaid(packed_call& p) {
    copied(p);
    const auto from = p.contract.locations(p.the_case, 0);
    const std::size_t width = from.empty() ? 0 : p.outputs[1].size() / from.size();
    for (std::size_t e = 0; e < from.size(); ++e)
        if (from[e] < 0) std::fill_n(&p.outputs[1][e * width], width, std::byte{0});
}

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

std::vector<contract_type> same_types(std::size_t operands) {
    std::vector<contract_type> types;
    for (const element_type& t : common_element_types())
        types.push_back({std::string(t.name), std::vector<const element_type*>(operands, &t)});
    const auto plain =
        std::ranges::find_if(types, [](const contract_type& t) { return t.name == "float32"; });
    std::rotate(types.begin(), plain, plain + 1);
    return types;
}

int bytes_of_same_type(std::size_t type) {
    static const std::vector<contract_type> types = same_types(1);
    return types[type].each[0]->bytes;
}

// Copies all elements as a single row.
void copied(packed_call& p) {
    const auto width = p.contract.types[p.the_case.type].each[0]->bytes;
    const auto n = static_cast<std::int64_t>(p.inputs[0].size()) / width;
    if (n == 0) return;
    reference::copy({1, n, 1, width, {n, n}, {n, n}}, p.inputs[0].data(), p.outputs[1].data());
}

contract_relation turned_back(std::pair<std::size_t, std::size_t> dims) {
    return {"turned_back", "Moving the result back does not give the input.",
            [dims](const packed_call& first, const bytes& result) -> std::optional<related_call> {
                related_call back{first.the_case, {result, {}}, first.inputs[0], {}};
                std::swap(back.the_case.dims[dims.first], back.the_case.dims[dims.second]);
                std::swap(back.the_case.operands[0], back.the_case.operands[1]);
                return back;
            }};
}

// out[r][c] = in[r][c], bit for bit; users' kernels may have a batch.

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
        .range = {.tile = {k.tile_rows, k.tile_columns},
                  .huge = true,
                  .huge_most = {0, 64},
                  .huge_first = 0,
                  .one_huge_in = 20'000},
        .refusal = [refusal = k.refusal](const kernel_case& c) { return refusal(problem_of(c)); },
        .start = [start = k.start](
                     const kernel_case& c,
                     std::span<void* const> at) { start(problem_of(c), at[0], at[1], nullptr); }};
}

// Any permutation of up to six dims, with any strides: element (i0, .., i5) of the output is that of the input.

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

// Moves each element of one layout to its position in another; both are texts with named lengths. The reference
// evaluates them: an index in a pad of the first layout arrives as zero bits, one in a pad of the second is dropped.

kernel_contract relayout_contract(const std::string& from, const std::string& to,
                                  std::vector<std::string> dims) {
    const layout_template first(from, std::move(dims));
    const layout_template second(to, first.dims());
    const auto layouts =
        std::make_shared<const shown_layouts>(layout_template(from, second.dims()), second);
    kernel_contract c;
    c.name = "relayout";
    c.type_key = "type";
    c.types = same_types(2);
    std::vector<long_index_t> sample;
    for (std::size_t d = 0; d < second.dims().size(); ++d) {
        const long_index_t step =
            std::lcm((*layouts)[0].multiple_of(d), (*layouts)[1].multiple_of(d));
        c.dims.push_back({.name = second.dims()[d], .multiple = step});
        sample.push_back((static_cast<long_index_t>(d) + 2) * step);  // all different
    }
    if (const std::string why = why_no_relayout(*layouts, sample); !why.empty())
        throw std::invalid_argument(why);
    c.operands = {{.name = "the input", .extents = {}, .offset = "input_offset"},
                  {.name = "the output",
                   .extents = {},
                   .use = operand_use::written,
                   .offset = "output_offset"}};
    c.data = moved_data();
    c.reference = relaid;
    c.shapes = [layouts](const kernel_case& k, std::size_t o) {
        return layouts->at(k.dims, o).lengths;
    };
    c.locations = [layouts](const kernel_case& k, std::size_t o) {
        return layouts->at(k.dims, o).places;
    };
    return compiled(std::move(c));
}

contract_kernel under(const kernels::relayout_kernel& k) {
    return {.start = [start = k.start](const kernel_case& c, std::span<void* const> at) {
        start(c.dims, bytes_of_same_type(c.type), at[0], at[1], nullptr);
    }};
}

// out[b][c][r] = in[b][r][c], bit for bit.

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
