// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/site_table.hpp"

namespace tileproof::cpu_checked {

std::string site_table::argument(std::string_view line) {
    entries_.push_back(where_.find(places::debug_node(line), paths_.library));
    return "ptr getelementptr (%tileproof.site, ptr @tileproof.sites, i64 " +
           std::to_string(entries_.size() - 1) + ")";
}

bool site_table::of_engine(std::string_view line) const {
    const unsigned node = places::debug_node(line);
    return node && places::matches(where_.innermost_file(node), paths_.engine);
}

bool site_table::of_library(std::string_view line) const {
    const unsigned node = places::debug_node(line);
    return node && places::matches(where_.innermost_file(node), paths_.library);
}

std::string site_table::text(string_constants& strings) const {
    std::string values;
    for (const source_place& p : entries_) {
        values += values.empty() ? "" : ", ";
        values += "%tileproof.site { ptr " + strings.name(p.file) + ", ptr " +
                  strings.name(p.function) + ", i32 " + std::to_string(p.line) + ", i32 " +
                  std::to_string(p.column) + ", i32 0, i32 " +
                  (places::matches(p.file, paths_.library) ? "1" : "0") +
                  ", ptr @tileproof_checked_nowhere }";
    }
    return std::string(
               "@tileproof_checked_nowhere = external global i8\n"
               "@tileproof_checked_caller = external global ptr\n") +
           "@tileproof.sites = internal global [" + std::to_string(entries_.size()) +
           " x %tileproof.site] [" + values + "]\n";
}

}  // namespace tileproof::cpu_checked
