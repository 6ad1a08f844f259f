// SPDX-License-Identifier: MIT
// Cases that ran when tileproof itself was killed: read from the files that its workers left behind.
//
//   for (lost_cases& l : find_lost_cases(".tileproof/findings/running")) {
//       l.property                   // "transpose_tiled@cpu"
//       l.cases                      // {{"rows": 1, "columns": 2, ...}}: of each thread of the worker
//       fs::remove(l.file);          // once it is known what becomes of them
//   }
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::properties {

struct lost_cases {
    std::filesystem::path file;
    std::string property;
    std::vector<nlohmann::json> cases;
};

// In the order of their file names. Files of processes that live are left alone; files in which no
// case ran, that cannot be read, or that nobody asked for in 30 days, are deleted.
std::vector<lost_cases> find_lost_cases(const std::filesystem::path& folder);

}  // namespace tileproof::properties
