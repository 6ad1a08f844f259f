// SPDX-License-Identifier: MIT
// Counts of what happened in a run of cases, which can be added and sent through a pipe.
//
//   cases 100, discarded 3 (reasons: "no pad": 3), K1 judged 97 failed 2, labels "rank: 2": 41, ...
#pragma once

#include "properties/law.hpp"
#include "properties/property.hpp"

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tileproof::fuzz {

struct law_count {
    std::int64_t judged = 0, failed = 0;
    friend bool operator==(const law_count&, const law_count&) = default;
};

struct tally {
    std::int64_t cases = 0;  // discarded ones included
    std::int64_t discarded = 0;
    std::map<std::string, std::int64_t, std::less<>> reasons;  // of discards
    // Cases that proved nothing although nothing is wrong: only their failures count as judged.
    std::map<std::string, std::int64_t, std::less<>> without_evidence;
    std::map<properties::law_id, law_count> laws;
    std::map<std::string, std::int64_t, std::less<>> labels;  // of cases that counted
    devices::reached_code code;

    void add(const properties::case_result& result, const std::vector<std::string>& case_labels);
    void add(const tally& other);
    friend bool operator==(const tally&, const tally&) = default;
};

nlohmann::json to_json(const tally&);
tally tally_from_json(const nlohmann::json&);

nlohmann::json to_json(const properties::case_result&);
properties::case_result case_result_from_json(const nlohmann::json&);

}  // namespace tileproof::fuzz
