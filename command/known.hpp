// SPDX-License-Identifier: MIT
// Everything this build can check: properties by device, and what is not here and why.
#pragma once

#include "properties/property.hpp"

#include <string>
#include <vector>

namespace tileproof::properties {

struct device_entry {
    std::string name, description;
    bool available = false;
    std::string reason;  // why it is not available; the name of the GPU when that is one
    struct kernel {
        std::string contract;  // whose laws it is judged by: "transpose", "copy", ..
        std::string name, description;
    };
    std::vector<kernel> kernels;
};

// All devices that the project knows, asked in a child process: looking at a GPU must not wake it up
// in this process, which forks workers. A device that crashes when asked is not available.
std::vector<device_entry> known_devices();

// The contracts of the kernels of these devices, as far as they are available.
property_list properties_of_devices(const std::vector<device_entry>& devices);
// Those, after everything that runs on the host.
property_list known_properties(const std::vector<device_entry>& devices);

}  // namespace tileproof::properties
