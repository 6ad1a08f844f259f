// SPDX-License-Identifier: MIT
// How a library departs from the laws, for readers: on the terminal, as a page to send to its authors, as JSON.
//
//   CK Tile, seed 1: 812 layouts, 48 tiles and 44 malformed layouts in 61 programs
//   1. L6  it says that it is static ..              seen in 401 cases
#pragma once

#include "extras/subject/departures.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace tileproof::subject {

std::string departures_text(const departure_report&);
std::string departures_page(const departure_report&);  // Markdown
nlohmann::json departures_json(const departure_report&);

}  // namespace tileproof::subject
