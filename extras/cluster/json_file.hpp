// SPDX-License-Identifier: MIT
// A file of JSON that others write: what is wrong with it is said with its name.
//
//   read_json_file("campaign.json", "The file 'campaign.json' does not describe a campaign")
//   throws: "The file 'campaign.json' does not describe a campaign: It is not JSON: the text breaks off ..."
#pragma once

#include "fuzz/finding/bounded_json.hpp"

#include <filesystem>
#include <string>

namespace tileproof::cluster {

inline nlohmann::json read_json_file(const std::filesystem::path& file, const std::string& what) {
    const std::string text = properties::read_bounded(file, properties::largest_json);
    try {
        return properties::parse_bounded(text);
    } catch (const properties::store_error& e) {
        throw properties::store_error(what + ". " + e.what());
    }
}

}  // namespace tileproof::cluster
