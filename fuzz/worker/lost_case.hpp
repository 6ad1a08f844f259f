// SPDX-License-Identifier: MIT
// Cases that were running when tileproof itself was killed, read from the files that its workers left.
//
//   for (lost_cases& l : find_lost_cases(".tileproof/findings/running")) {
//       l.property                   // "transpose_tiled@cpu"
//       l.cases                      // {{"rows": 1, "columns": 2, ...}}: of each thread of the worker
//       fs::remove(l.file);          // once they have been dealt with
//   }
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::fuzz {

struct lost_cases {
    std::filesystem::path file;
    std::string property;
    std::vector<nlohmann::json> cases;
};

// In the order of their file names. Files of living processes are left alone; files without a running case,
// unreadable ones, and those that nobody asked for in 30 days are deleted.
std::vector<lost_cases> find_lost_cases(const std::filesystem::path& folder);

}  // namespace tileproof::fuzz
