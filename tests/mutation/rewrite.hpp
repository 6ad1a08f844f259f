// SPDX-License-Identifier: MIT
// Writes sources anew with their mutants in them, and numbers these.
//
//   `a + 1` with two sites   becomes   `::mutant::add(1, a , ::mutant::one_more(2, 1))`
//
// Nothing but words is put in, so that lines keep their numbers.
#pragma once

#include "tests/mutation/mutants.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::mutation {

nlohmann::json to_json(const site& s);
site site_from(const nlohmann::json& j);
void merge(site_map& into, const site& s);

// The mutants, each with its number, place, operation and what it does to the text of its source.
nlohmann::json rewrite_sources(const std::string& root, const site_map& sites);

}  // namespace tileproof::mutation
