// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/movement.hpp"

#include "reference/movement.hpp"

#include <algorithm>

namespace tileproof::properties {

std::vector<contract_type> same_types(std::size_t operands) {
    std::vector<contract_type> types;
    for (const element_type& t : common_element_types())
        types.push_back({std::string(t.name), std::vector<const element_type*>(operands, &t)});
    const auto plain = std::find_if(types.begin(), types.end(),
                                    [](const contract_type& t) { return t.name == "float32"; });
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

}  // namespace tileproof::properties
