// SPDX-License-Identifier: MIT
// A kernel under a contract as a property: everything a campaign needs, made of the declaration.
//
//   auto p = kernel_property(transpose_contract(), {"transpose_tiled", "cpu", find_device, find_kernel});
//   p->name() == "transpose_tiled@cpu"; p->laws() == {K1, K2, K3, K4, K5, K8, K9}, K6 where accesses are checked
#pragma once

#include "kernels/device/device.hpp"
#include "properties/kernel/contract.hpp"
#include "properties/property.hpp"

#include <functional>
#include <memory>
#include <string>

namespace tileproof::properties {

struct kernel_subject {
    std::string kernel, device;  // names
    // Called when the first case is drawn or runs: making the property wakes no device.
    std::function<kernels::device&()> find_device;
    std::function<contract_kernel()> find_kernel;
    std::vector<std::pair<std::string, std::string>> also =
        {};  // members of every case: {"test", "scale"}
};

std::unique_ptr<property> kernel_property(std::shared_ptr<const kernel_contract> contract,
                                          kernel_subject subject);

}  // namespace tileproof::properties
