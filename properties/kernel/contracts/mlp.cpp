// SPDX-License-Identifier: MIT
// Two layers in one kernel, Y = W2 f16(max(0, W1 X)): W1 and W2 are 16 x 16, X and Y 16 x n, packed.

#include <algorithm>
#include <array>
#include <cmath>
#include "properties/kernel/contract.hpp"

#include "devices/device.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/product_answer.hpp"
#include "reference/product.hpp"

namespace tileproof::properties {

// The right answer of two layers. K7 of each layer is that of product_answer.hpp. A hidden number lies between the
// roundings of the two ends of its bound, which mostly are the same f16 number; the remaining error is propagated
// through |W2|.

void two_layers(packed_call&);

// f16(max(0, x)) of packed float32 sums. max(0, NaN) is 0, as in fmax.
bytes activated(const bytes& sums);

namespace {

using result = std::optional<related_call>;

// f32 <- f16, 16 x n x 16, row-major and packed.
bytes product(const kernels::product_kernel& kernel, devices::device& device, long_index_t n,
              const bytes& w, const bytes& x) {
    const devices::buffer a = device.allocate({.bytes = w.size()}),
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
                    devices::device& device) {
    if (p.inputs[2].empty()) return std::nullopt;
    const long_index_t n = p.the_case.dims[0];
    const bytes hidden = activated(product(kernel, device, n, p.inputs[0], p.inputs[2]));
    related_call other{p.the_case, p.inputs, product(kernel, device, n, p.inputs[1], hidden),
                       p.bounds[3]};
    for (double& s : other.slack) s *= 2;
    return other;
}

using reference::number_format;

// S of each element of a layer.
std::vector<double> magnitudes_in_unit(std::int64_t n, std::vector<double> weights,
                                       std::vector<double> inputs) {
    for (std::vector<double>* values : {&weights, &inputs})
        for (double& v : *values) v = magnitude_in_unit(v, 0x1p-14);
    return reference::multiply(16, n, 16, weights, inputs).magnitudes;
}

std::vector<double> finite_part(std::vector<double> values) {
    for (double& v : values)
        if (!std::isfinite(v)) v = 0;
    return values;
}

bool all_whole(const std::vector<double>& values) {
    return std::ranges::all_of(values, [](double v) { return v == std::trunc(v); });
}

double activated(double sum) {
    std::array<std::byte, 2> half{};
    reference::encode(number_format::f16, sum > 0 ? sum : 0.0, half.data());
    return reference::decode(number_format::f16, half.data());
}

// How far a hidden number may be from its reference.
double hidden_error(double sum, double error) {
    const double low = activated(sum - error), middle = activated(sum),
                 high = activated(sum + error);
    return low == high ? 0.0 : std::max(high - middle, middle - low);
}

double layer_bound(double sum, double magnitude, bool whole) {
    product_bound_input p;
    p.k = 16;
    p.sum = std::isfinite(sum) ? sum : 0;
    p.magnitude = magnitude;
    p.whole = whole;
    return product_bound(p);
}

}  // namespace

kernel_contract mlp_contract(std::function<devices::device&()> device,
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

bytes activated(const bytes& sums) {
    bytes hidden(sums.size() / 2);
    for (std::size_t i = 0; i < hidden.size() / 2; ++i)
        reference::encode(number_format::f16,
                          activated(reference::decode(number_format::f32, &sums[4 * i])),
                          &hidden[2 * i]);
    return hidden;
}

void two_layers(packed_call& p) {
    const long_index_t n = p.the_case.dims[0];
    const auto w1 = numbers_of(p, 0), w2 = numbers_of(p, 1), x = numbers_of(p, 2);
    const bool whole = all_whole(w1) && all_whole(w2) && all_whole(x);
    const auto first = reference::multiply(16, n, 16, w1, x);
    const auto first_magnitudes = magnitudes_in_unit(n, w1, x);
    std::vector<double> hidden(x.size()), off(x.size()), reach(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        hidden[i] = activated(first.sums[i]);
        off[i] =
            hidden_error(first.sums[i], layer_bound(first.sums[i], first_magnitudes[i], whole));
        reach[i] = (std::isfinite(hidden[i]) ? hidden[i] : 0) + off[i];
    }
    auto second = reference::multiply(16, n, 16, w2, hidden);
    // The effect of the hidden numbers' errors, and the magnitudes that determine rounding.
    const auto passed = reference::multiply(16, n, 16, finite_part(w2), off).magnitudes;
    const auto magnitudes = magnitudes_in_unit(n, w2, reach);
    std::vector<double> bounds(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        // 0 times infinity: if a hidden number may be infinite, nothing is known.
        const double bound =
            passed[i] + layer_bound(second.sums[i], magnitudes[i], whole && passed[i] == 0);
        bounds[i] = std::isnan(bound) ? HUGE_VAL : bound;
    }
    set_answer(p, 3, std::move(second.sums), std::move(bounds));
    for (const double v : p.values[3]) p.ordinary = p.ordinary && std::isfinite(v);
}

}  // namespace tileproof::properties
