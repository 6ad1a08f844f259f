// SPDX-License-Identifier: MIT
// Everything this build can check: properties by device, and devices that are missing with the reason.
#pragma once

#include "properties/property.hpp"

#include <string>
#include <vector>

namespace tileproof::properties {

struct device_entry {
    std::string name, description;
    bool available = false;
    std::string reason;  // why it is not available; for an available GPU, its name
    struct kernel {
        std::string contract;  // the contract whose laws apply: "transpose", "copy", ..
        std::string name, description;
    };
    std::vector<kernel> kernels;
};

// All devices of the project, probed in a child process: this process forks workers and must not initialise a GPU. A
// device that crashes when probed is not available.
std::vector<device_entry> known_devices();

// The contracts of the kernels of these devices, as far as available.
property_list properties_of_devices(const std::vector<device_entry>& devices);
// The properties of the host, then those.
property_list known_properties(const std::vector<device_entry>& devices);

}  // namespace tileproof::properties
