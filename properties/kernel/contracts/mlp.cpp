// SPDX-License-Identifier: MIT
// Two layers in one kernel, Y = W2 f16(max(0, W1 X)): W1 and W2 are 16 x 16, X and Y 16 x n, packed.
#include "devices/device.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/mlp_answer.hpp"
#include "properties/kernel/contracts/product_answer.hpp"

namespace tileproof::properties {
namespace {

using result = std::optional<related_call>;

// f32 <- f16, 16 x n x 16, row-major and packed.
bytes product(const kernels::product_kernel& kernel, kernels::device& device, long_index_t n,
              const bytes& w, const bytes& x) {
    const kernels::buffer a = device.allocate({.bytes = w.size()}),
                          b = device.allocate({.bytes = x.size()}),
                          d = device.allocate({.bytes = 2 * x.size()});
    device.copy_in(a.data(), w.data(), w.size());
    device.copy_in(b.data(), x.data(), x.size());
    kernels::product_problem p;
    p.m = p.k = 16;
    p.n = n;
    pack(p);
    kernel.start(p, a.data(), b.data(), nullptr, d.data(), nullptr);
    device.synchronize();
    bytes sums(d.size());
    device.copy_out(sums.data(), d.data(), d.size());
    return sums;
}

result columns_reversed(const packed_call& p, const bytes& first) {
    related_call other{p.the_case, p.inputs, reversed(first, p.extents[3], false), {}};
    other.inputs[2] = reversed(p.inputs[2], p.extents[2], false);
    return other;
}

// Two products with the activation in between, done on the host, must give the same within the bounds.
result two_products(const packed_call& p, const kernels::product_kernel& kernel,
                    kernels::device& device) {
    if (p.inputs[2].empty()) return std::nullopt;
    const long_index_t n = p.the_case.dims[0];
    const bytes hidden = activated(product(kernel, device, n, p.inputs[0], p.inputs[2]));
    related_call other{p.the_case, p.inputs, product(kernel, device, n, p.inputs[1], hidden),
                       p.bounds[3]};
    for (double& s : other.slack) s *= 2;
    return other;
}

}  // namespace

kernel_contract mlp_contract(std::function<kernels::device&()> device,
                             std::function<const kernels::product_kernel&()> kernel) {
    kernel_contract c;
    c.name = "mlp";
    const element_type *half = find_element_type("f16"), *single = find_element_type("float32");
    c.types = {{"f32_f16", {half, half, half, single}}};
    c.dims = {{.name = "n", .weights = {5, 10, 30, 0, 55}, .edges = {16, 32, 48, 64, 80}}};
    c.operands = {{.name = "W1", .extents = {"16", "16"}},
                  {.name = "W2", .extents = {"16", "16"}},
                  {.name = "X", .extents = {"16", "n"}},
                  {.name = "Y", .extents = {"16", "n"}, .use = operand_use::written}};
    c.data = product_contents();
    c.data.fill = [](const fill_request& r, bytes& packed) {
        // W2 is another matrix; with one-hot data, the one that is numbered.
        const std::uint64_t seed = r.the_case.data_seed + (r.operand == 1 ? 0x100000001u : 0u);
        fill_as(r, r.operand == 2 ? 'b' : 'a', seed, false, packed);
    };
    c.data.dense = -1;
    c.relations = {
        {"none", "", nullptr},
        {"columns_reversed",
         "The columns of X were put in reverse order, and those of the result are not the same.",
         columns_reversed},
        {"two_products", "Two layers in one kernel differ from two products.",
         [device, kernel](const packed_call& p, const bytes&) {
             return two_products(p, kernel(), device());
         }}};
    c.reference = two_layers;
    c.bounded = true;
    c.common_offset = "offset";
    c.usual_work = 1 << 13;
    c.work_growth = 0;
    for (const long_index_t n : {1, 0, 15, 16, 17, 31, 32, 33, 53, 64})
        c.first_shapes.push_back({n});
    return compiled(std::move(c));
}

contract_kernel under(const kernels::mlp_kernel& k) {
    return {.start = [start = k.start](const kernel_case& c, std::span<void* const> at) {
        start(c.dims[0], at[0], at[1], at[2], at[3], nullptr);
    }};
}

}  // namespace tileproof::properties
