// SPDX-License-Identifier: MIT
// Which checks of a campaign --filter and --device select.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "properties/property.hpp"

namespace tileproof::command {

// Everything this build can check: properties by device, and devices that are missing with the reason.

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
properties::property_list properties_of_devices(const std::vector<device_entry>& devices);
// The properties of the host, then those.
properties::property_list known_properties(const std::vector<device_entry>& devices);

using row_choice = std::function<bool(const properties::property&, properties::law_id)>;

// The filter is a glob that may match the law ("K1", "exact"), the property ("transpose_tiled@cpu"), its
// subject, or the row as a whole ("K1/transpose_tiled@cpu"). Empty lists choose everything.
row_choice chosen_rows(const std::string& filter, const std::vector<std::string>& devices);

// Throws command_error with a reason if a requested device is unknown or not available.
void require_available(const std::vector<std::string>& asked,
                       const std::vector<device_entry>& known);

// Throws command_error if nothing is selected.
void require_a_row(const properties::property_list& properties, const row_choice& chosen,
                   const std::string& filter, const std::vector<std::string>& devices);

}  // namespace tileproof::command
