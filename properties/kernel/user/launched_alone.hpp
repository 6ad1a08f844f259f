// SPDX-License-Identifier: MIT
// Launches of a test that nobody judges, on packed operands: its outputs are asked for, or what it did is seen elsewhere.
//
//   launched_alone run(lib, 0, "cpu");
//   run.outputs_of(contents_of(run.contract(), c))      by operand, packed; throws device_error for a kernel's fault
#pragma once

#include "compiler/build/user_library.hpp"
#include "properties/kernel/contract.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tileproof::properties {

class launched_alone {
  public:
    // copy: a device, or compiler::cpu_in_double.
    launched_alone(const compiler::user_library& lib, std::size_t test, const std::string& copy);
    const kernel_contract& contract() const { return *contract_; }
    std::vector<bytes> outputs_of(const packed_call& given) const;

  private:
    std::shared_ptr<const kernel_contract> contract_;
    contract_kernel kernel_;
    devices::device& device_;
};

}  // namespace tileproof::properties
