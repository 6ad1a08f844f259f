// SPDX-License-Identifier: MIT
// A kernel under a contract as a property: everything a campaign needs, derived from the declaration.
//
//   auto p = kernel_property(transpose_contract(), {"transpose_tiled", "cpu", find_device, find_kernel});
//   p->name() == "transpose_tiled@cpu"; p->laws() == {K1, K2, K3, K4, K5, K8, K9}, K6 where accesses are checked
#pragma once

#include "devices/device.hpp"
#include "properties/kernel/contract.hpp"
#include "properties/kernel/observed_call.hpp"
#include "properties/property.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tileproof::properties {

struct kernel_subject {
    std::string kernel, device;  // names
    // Called when the first case is drawn or runs, so making the property does not initialise the device.
    std::function<devices::device&()> find_device;
    std::function<contract_kernel()> find_kernel;
    std::vector<std::pair<std::string, std::string>> also =
        {};                     // members of every case: {"test", "scale"}
    bool free_contents = true;  // the inputs may hold anything
    bool of_user = false;       // whose source is of interest
};

// What the property of a kernel offers to code that explains findings.
class kernel_view {
  public:
    virtual ~kernel_view() = default;
    virtual const kernel_contract& contract() const = 0;
    virtual const kernel_range& range() const = 0;  // throws device_error: no such kernel
    virtual kernel_case case_of(const nlohmann::json&) const = 0;
    virtual nlohmann::json json_of(const kernel_case&) const = 0;
    // Runs the kernel in this process.
    virtual observed_call observe(const kernel_case&) const = 0;
    virtual observed_product probe(const kernel_case&) const = 0;
    // For trials of a kernel that is known to fail. Without K8, because failures of related calls are about other cases; the
    // reference is not asked again before the kernel is accused, nor for a case that was the last one already.
    virtual std::unique_ptr<property> for_trials() const = 0;
};
const kernel_view* view_of(const property&);  // null if it is about something else

std::unique_ptr<property> kernel_property(std::shared_ptr<const kernel_contract> contract,
                                          kernel_subject subject);

}  // namespace tileproof::properties
