// SPDX-License-Identifier: MIT
#include "tests/mutation/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace tileproof::mutation {

using nlohmann::json;

score::score(std::vector<json> mutants, std::size_t drawn_from, const judgements& judged)
    : mutants_(std::move(mutants)), drawn_from_(drawn_from) {
    for (json& m : mutants_)
        if (const judgement* j = judged.find(m))
            m.update({{"judged", j->kind}, {"why", j->reason}});
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

void score::list(std::string& text, const std::string& title, const char* fate,
                 const std::string& judged) const {
    std::string lines;
    for (const json& m : mutants_)
        if (m.at("fate") == fate && (judged.empty() || m.value("judged", "not judged") == judged))
            lines +=
                fmt::format("  {:4} {}:{}  {}: {}\n", m.at("id").get<int>(),
                            m.at("file").get<std::string>(), m.at("line").get<int>(),
                            m.at("operation").get<std::string>(), m.at("place").get<std::string>());
    if (!lines.empty()) text += fmt::format("\n{}:\n{}", title, lines);
}

// How many of each class, and which have none.
void score::survivors(std::string& text) const {
    std::map<std::string, int> classes;
    int all = 0, wrong = 0;
    for (const json& m : mutants_) {
        if (m.at("fate") == "killed") wrong += m.value("judged", "") == "equivalent";
        if (m.at("fate") != "survived") continue;
        ++all;
        ++classes[m.value("judged", "not judged")];
    }
    const int open = classes["not judged"];
    classes.erase("not judged");
    text += fmt::format("Of the {} that survived: ", all);
    for (const auto& [kind, count] : classes) text += fmt::format("{} {}, ", count, kind);
    text += fmt::format("{} not judged.\n", open);
    if (wrong > 0)
        text += fmt::format("{} that were judged equivalent are killed: read them again.\n", wrong);
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
    survivors(text);
    table(text, "operation");
    table(text, "file");
    list(text, "killed, and judged equivalent", "killed", "equivalent");
    list(text, "survived, not judged", "survived", "not judged");
    std::set<std::string> classes;
    for (const json& m : mutants_)
        if (m.contains("judged")) classes.insert(m.at("judged"));
    for (const std::string& kind : classes) list(text, "survived, " + kind, "survived", kind);
    list(text, "not reached", "not reached");
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
