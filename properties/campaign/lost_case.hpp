// Cases that ran when tileproof itself was killed: read from the files that its workers left behind.
//
//   for (lost_case& c : find_lost_cases(".tileproof/findings/running")) {
//       c.property                   // "transpose_tiled@cpu"
//       c.the_case                   // {"rows": 1, "columns": 2, ...}
//       fs::remove(c.file);          // once it is known what becomes of it
//   }
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::properties {

struct lost_case {
    std::filesystem::path file;
    std::string property;
    nlohmann::json the_case;
};

// In the order of their file names. Files of processes that live are left alone; files in which no
// case ran, or that cannot be read, are deleted: they hold nothing that could be lost.
std::vector<lost_case> find_lost_cases(const std::filesystem::path& folder);

}  // namespace tileproof::properties
