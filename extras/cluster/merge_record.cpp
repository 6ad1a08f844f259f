// SPDX-License-Identifier: MIT
#include "extras/cluster/merge_record.hpp"

#include "extras/cluster/json_file.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::cluster {

namespace fs = std::filesystem;

namespace {
constexpr const char* record_name = "merged.json";
}

void write_merge_record(const fs::path& folder, const merge_record& r) {
    // What another version wrote is not written over.
    try {
        (void)read_merge_record(folder);
    } catch (const properties::store_error&) {
        std::error_code ignored;
        fs::rename(folder / record_name, folder / (std::string(record_name) + ".before"), ignored);
    }
    properties::write_atomically(
        folder / record_name,
        properties::text_of({{"tileproof_merge", merge_record::schema}, {"when", r.when}}) + '\n');
}

merge_record read_merge_record(const fs::path& folder) {
    const fs::path file = folder / record_name;
    std::error_code error;
    if (!fs::exists(file, error) && !error) return {};
    const std::string what = fmt::format(
        "The file '{}' does not say what was merged; delete it, and merge again", file.string());
    const nlohmann::json j = read_json_file(file, what);
    if (properties::read_member<int>(j, "tileproof_merge", what) != merge_record::schema)
        throw properties::store_error(fmt::format(
            "The file '{}' was written by another version of tileproof.", file.string()));
    return {properties::read_member<std::string>(j, "when", what)};
}

}  // namespace tileproof::cluster
