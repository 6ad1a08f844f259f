// SPDX-License-Identifier: MIT
// What the last merge of a campaign did: the file that makes it count. It is written when everything else of the merge
// is on disk; until then what the merge has written is more of the same inputs and findings, and harmless.
//
//   merge_record r = read_merge_record("campaign");
//   r.when == ""                 // there was none
#pragma once

#include <filesystem>
#include <string>

namespace tileproof::cluster {

struct merge_record {
    static constexpr int schema = 1;
    std::string when;  // UTC
};

// Both throw store_error.
void write_merge_record(const std::filesystem::path& folder, const merge_record&);
merge_record read_merge_record(const std::filesystem::path& folder);

}  // namespace tileproof::cluster
