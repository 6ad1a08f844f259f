// SPDX-License-Identifier: MIT
#include "tests/mutation/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tileproof::mutation {

using nlohmann::json;

score::score(std::vector<json> mutants, std::size_t drawn_from)
    : mutants_(std::move(mutants)), drawn_from_(drawn_from) {
    std::sort(mutants_.begin(), mutants_.end(), [](const json& a, const json& b) {
        return a.at("id").get<int>() < b.at("id").get<int>();
    });
}

double score::counts::percent() const {
    return killed + survived > 0 ? 100.0 * killed / (killed + survived) : 0;
}

void score::add(counts& to, const json& mutant) {
    const std::string fate = mutant.at("fate");
    ++(fate == "killed" ? to.killed : fate == "survived" ? to.survived : to.not_reached);
}

void score::table(std::string& text, const char* by) const {
    std::map<std::string, counts> rows;
    for (const json& m : mutants_) add(rows[m.at(by)], m);
    text += fmt::format("\n{:<50} killed survived not reached  score\n", by);
    for (const auto& [name, c] : rows)
        text += fmt::format("{:<50} {:6} {:8} {:11} {:4.0f} %\n", name, c.killed, c.survived,
                            c.not_reached, c.percent());
}

void score::list(std::string& text, const char* fate) const {
    text += fmt::format("\n{}:\n", fate);
    for (const json& m : mutants_)
        if (m.at("fate") == fate)
            text += fmt::format("  {:4} {}:{}  {}: `{}` -> `{}`\n", m.at("id").get<int>(),
                                m.at("file").get<std::string>(), m.at("line").get<int>(),
                                m.at("operation").get<std::string>(),
                                m.at("original").get<std::string>(),
                                m.at("mutated").get<std::string>());
}

std::string score::as_text() const {
    counts all;
    for (const json& m : mutants_) add(all, m);
    std::string text = fmt::format(
        "Mutation score: {:.1f} % ({} of the {} mutants that were reached are killed); {} of {} "
        "drawn were not reached; "
        "{} in all.\n",
        all.percent(), all.killed, all.killed + all.survived, all.not_reached, mutants_.size(),
        drawn_from_);
    table(text, "operation");
    table(text, "file");
    list(text, "survived");
    list(text, "not reached");
    return text;
}

json score::as_json() const {
    counts all;
    for (const json& m : mutants_) add(all, m);
    return {{"killed", all.killed},           {"survived", all.survived},
            {"not_reached", all.not_reached}, {"score_percent", all.percent()},
            {"mutants_in_all", drawn_from_},  {"mutants", mutants_}};
}

}  // namespace tileproof::mutation
