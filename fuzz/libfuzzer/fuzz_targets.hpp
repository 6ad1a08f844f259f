// SPDX-License-Identifier: MIT
// The fuzz targets beside this command, and what their inputs stand for.
//
//   bin/tileproof, bin/fuzz/layout_laws, bin/fuzz/layout_laws.dict, bin/fuzz/seeds/layout_laws/...,
//   bin/replay/layout_laws
#pragma once

#include "properties/property.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::fuzz {

struct fuzz_target {
    std::string name;
    std::filesystem::path program;             // under libFuzzer
    std::filesystem::path replay;              // without; empty when it is not there
    std::filesystem::path dictionary;          // empty when there is none
    std::vector<std::filesystem::path> seeds;  // folders that it reads besides its corpus
    std::vector<std::string> flags;            // of libFuzzer
};

// In the order of their names; none where the build has none.
std::vector<fuzz_target> fuzz_targets(const std::filesystem::path& folder);
// Where the folders fuzz/ and replay/ are looked for: beside this program, or in the folder that the
// environment names in TILEPROOF_FUZZ_TARGETS.
std::filesystem::path folder_of_targets();

// Bytes that a target judges, in a process of its own: {"bytes": "..."}, property "fuzz/NAME". For
// inputs that no other property knows, malformed files for instance, and for crashes under
// sanitizers.
std::unique_ptr<properties::property> fuzz_input_property(const fuzz_target& target);
nlohmann::json fuzz_input_case(const std::string& bytes);

// What the target says its input is: [{"property": ..., "case": ...}, ...]; empty when it cannot
// say.
nlohmann::json describe_input(const fuzz_target& target, const std::filesystem::path& input);

// What a corpus makes the target go through: {"pair: pad -> merge": 17, ...}, 0 for what could be
// reached and is not; empty when the target cannot say.
nlohmann::json reached_by_corpus(const fuzz_target& target, const std::filesystem::path& corpus);

}  // namespace tileproof::fuzz
