// SPDX-License-Identifier: MIT
#include "properties/kernel/user/launched_alone.hpp"

#include "devices/device.hpp"
#include "properties/kernel/call_memory.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"

namespace tileproof::properties {

launched_alone::launched_alone(const compiler::user_library& lib, std::size_t test,
                               const std::string& copy)
    : contract_(std::make_shared<const kernel_contract>(user_contract(
          lib.tests[test], lib.waves[test], [](packed_call&) { return std::string(); }))),
      kernel_(kernel_of(lib, test, contract_, copy)),
      device_(devices::find_device(copy == compiler::cpu_in_double ? "cpu" : copy)) {}

std::vector<bytes> launched_alone::outputs_of(const packed_call& given) const {
    packed_call asked = empty_call(*contract_, given.the_case);
    asked.the_case.choices.assign(contract_->choices.size(), 0);
    asked.inputs = given.inputs;
    asked.outputs = given.outputs;
    const kernel_call call = call_of(asked, kernel_, device_);
    device_.begin_case(asked.the_case.data_seed);
    const auto memory = place_call(call);
    memory->run(poison::first, [&] { device_.synchronize(); });
    std::vector<bytes> outputs(given.outputs.size());
    std::size_t next = 0;
    for (std::size_t o = 0; o < outputs.size(); ++o)
        if (contract_->operands[o].use == operand_use::written ||
            contract_->operands[o].use == operand_use::updated)
            outputs[o] = packed_operand(asked, o, memory->outputs[next++].after);
    return outputs;
}

}  // namespace tileproof::properties
