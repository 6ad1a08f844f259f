// SPDX-License-Identifier: MIT
// Which checks of a campaign --filter and --device select.
#pragma once

#include "command/known.hpp"
#include "properties/property.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tileproof::properties {

using row_choice = std::function<bool(const property&, law_id)>;

// The filter is a glob that may match the law ("K1", "exact"), the property ("transpose_tiled@cpu"), its
// subject, or the row as a whole ("K1/transpose_tiled@cpu"). Empty lists choose everything.
row_choice chosen_rows(const std::string& filter, const std::vector<std::string>& devices);

// Throws command_error with a reason if a requested device is unknown or not available.
void require_available(const std::vector<std::string>& asked,
                       const std::vector<device_entry>& known);

// Throws command_error if nothing is selected.
void require_a_row(const property_list& properties, const row_choice& chosen,
                   const std::string& filter, const std::vector<std::string>& devices);

}  // namespace tileproof::properties
