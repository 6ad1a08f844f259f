// SPDX-License-Identifier: MIT
// Moves each element of one layout to its position in another; both are texts with named lengths. The reference
// evaluates them: an index in a pad of the first layout arrives as zero bits, one in a pad of the second is dropped.
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/movement.hpp"
#include "properties/kernel/contracts/shown_layouts.hpp"
#include "properties/kernel/data_kinds.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tileproof::properties {
namespace {

void relaid(packed_call& p) {
    copied(p);
    const auto from = p.contract.locations(p.the_case, 0);
    const std::size_t width = from.empty() ? 0 : p.outputs[1].size() / from.size();
    for (std::size_t e = 0; e < from.size(); ++e)
        if (from[e] < 0) std::fill_n(&p.outputs[1][e * width], width, std::byte{0});
}

}  // namespace

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

}  // namespace tileproof::properties
