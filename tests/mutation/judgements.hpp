// SPDX-License-Identifier: MIT
// What was found of survivors when they were read (survivors.txt): a class and a reason for each.
//
//   [equivalent] A text for people.
//   lib/tileproof/layout/scanner.hpp: {-}skip_space();
//
//   judgements j(file);
//   j.find(mutant)->kind == "equivalent"      of the mutant in that file whose "place" is `{-}skip_space();`
//
// A mutant is named by the text of its line, not by its number, so that a judgement outlives changes elsewhere.
#pragma once

#include <nlohmann/json.hpp>

#include <istream>
#include <map>
#include <string>

namespace tileproof::mutation {

struct judgement {
    std::string kind, reason;
};

class judgements {
  public:
    judgements() = default;
    // Errors: std::runtime_error for a line that is neither, and for a mutant that is named twice.
    explicit judgements(std::istream& in);

    const judgement* find(const nlohmann::json& mutant) const;
    const std::map<std::string, judgement>& all() const { return all_; }

  private:
    std::map<std::string, judgement> all_;  // by "file: place"
};

std::string name_of(const nlohmann::json& mutant);

}  // namespace tileproof::mutation
