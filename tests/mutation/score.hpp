// SPDX-License-Identifier: MIT
// What became of the mutants, counted.
//
//   score s(mutants, 3500);
//   s.as_text()     "Mutation score: 92.0 % (92 of 100 that were reached killed), ..."
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tileproof::mutation {

class score {
  public:
    // Each mutant has a file, line, operation, original, mutated and fate: "killed", "survived" or "not reached".
    score(std::vector<nlohmann::json> mutants, std::size_t drawn_from);

    std::string as_text() const;
    nlohmann::json as_json() const;

  private:
    struct counts {
        int killed = 0, survived = 0, not_reached = 0;
        double percent() const;
    };
    static void add(counts& to, const nlohmann::json& mutant);
    void table(std::string& text, const char* by) const;
    void list(std::string& text, const char* fate) const;

    std::vector<nlohmann::json> mutants_;  // by file and line
    std::size_t drawn_from_;
};

}  // namespace tileproof::mutation
