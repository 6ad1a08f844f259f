// SPDX-License-Identifier: MIT
// What became of the mutants, counted.
//
//   score s(mutants, 3500, judgements(file));
//   s.as_text()     "Mutation score: 92.0 % (92 of 100 that were reached killed), ...
//                    Of the 8 that survived: 5 equivalent, 2 known limit; 1 not judged."
#pragma once

#include "tests/mutation/judgements.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tileproof::mutation {

class score {
  public:
    // Each mutant has a file, line, place, operation and fate: "killed", "survived" or "not reached".
    score(std::vector<nlohmann::json> mutants, std::size_t drawn_from, const judgements& judged);

    std::string as_text() const;
    nlohmann::json as_json() const;

  private:
    struct counts {
        int killed = 0, survived = 0, not_reached = 0;
        double percent() const;
    };
    static void add(counts& to, const nlohmann::json& mutant);
    void table(std::string& text, const char* by) const;
    void list(std::string& text, const std::string& title, const char* fate,
              const std::string& judged = "") const;
    void survivors(std::string& text) const;

    std::vector<nlohmann::json> mutants_;  // by file and line; those that were judged say as what
    std::size_t drawn_from_;
};

}  // namespace tileproof::mutation
