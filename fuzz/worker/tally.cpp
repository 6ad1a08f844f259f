// SPDX-License-Identifier: MIT
#include "fuzz/worker/tally.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

using namespace properties;

using nlohmann::json;

// Of the labels "largest n: 65537" only the one with the largest number is kept.
static void add_label(tally& t, const std::string& label, std::int64_t n) {
    const std::size_t value = label.find(": ") + 2;
    if (!label.starts_with("largest ") || value < 2) {
        t.labels[label] += n;
        return;
    }
    const auto other = t.labels.lower_bound(label.substr(0, value));
    if (other != t.labels.end() && other->first.starts_with(label.substr(0, value))) {
        if (std::stoll(other->first.substr(value)) >= std::stoll(label.substr(value))) return;
        t.labels.erase(other);
    }
    t.labels[label] = 1;
}

void tally::add(const case_result& result, const std::vector<std::string>& case_labels) {
    ++cases;
    if (!result.discarded.empty()) {
        ++discarded;
        ++reasons[result.discarded];
        return;
    }
    std::map<law_id, bool> broken;  // a law may fail at several places, and counts once
    for (const law_result& r : result.laws)
        if (!r.held() || result.no_evidence.empty()) broken[r.law] |= !r.held();
    if (!result.no_evidence.empty()) ++without_evidence[result.no_evidence];
    for (const auto& [law, is_broken] : broken) {
        law_count& count = laws[law];
        ++count.judged;
        count.failed += is_broken;
    }
    for (const std::string& label : case_labels) add_label(*this, label, 1);
}

void tally::add(const tally& other) {
    cases += other.cases;
    discarded += other.discarded;
    for (const auto& [reason, n] : other.reasons) reasons[reason] += n;
    for (const auto& [reason, n] : other.without_evidence) without_evidence[reason] += n;
    for (const auto& [law, count] : other.laws) {
        laws[law].judged += count.judged;
        laws[law].failed += count.failed;
    }
    for (const auto& [label, n] : other.labels) add_label(*this, label, n);
    for (const auto& [at, reached] : other.code) code[at] |= reached;
}

json to_json(const tally& t) {
    json laws = json::object();
    for (const auto& [law, count] : t.laws)
        laws[std::string(about(law).code)] = {count.judged, count.failed};
    json code = json::array();
    for (const auto& [at, reached] : t.code)
        code.push_back({at.file, at.line, at.column, at.what, reached});
    return {{"cases", t.cases},        {"discarded", t.discarded},
            {"reasons", t.reasons},    {"without_evidence", t.without_evidence},
            {"laws", std::move(laws)}, {"labels", t.labels},
            {"code", std::move(code)}};
}

tally tally_from_json(const json& j) {
    tally t;
    t.cases = j.at("cases").get<std::int64_t>();
    t.discarded = j.at("discarded").get<std::int64_t>();
    for (const auto& [reason, n] : j.at("reasons").items()) t.reasons[reason] = n;
    for (const auto& [reason, n] : j.at("without_evidence").items()) t.without_evidence[reason] = n;
    for (const auto& [code, pair] : j.at("laws").items())
        t.laws[find_law(code).value()] = {pair.at(0).get<std::int64_t>(),
                                          pair.at(1).get<std::int64_t>()};
    for (const auto& [label, n] : j.at("labels").items()) t.labels[label] = n;
    for (const json& c : j.at("code"))
        t.code[{c.at(0), c.at(1), c.at(2), c.at(3)}] = c.at(4).get<bool>();
    return t;
}

json to_json(const case_result& r) {
    json laws = json::array();
    for (const law_result& l : r.laws)
        laws.push_back({about(l.law).code, l.why ? to_json(*l.why) : json()});
    return {{"laws", std::move(laws)},
            {"discarded", r.discarded},
            {"no_evidence", r.no_evidence},
            {"needs_new_process", r.needs_new_process}};
}

case_result case_result_from_json(const json& j) {
    case_result r;
    for (const json& pair : j.at("laws")) {
        const law_id law = find_law(pair.at(0).get<std::string>()).value();
        r.laws.push_back(pair.at(1).is_null() ? held(law)
                                              : failed(failure_from_json(law, pair.at(1))));
    }
    r.discarded = j.at("discarded").get<std::string>();
    r.no_evidence = j.at("no_evidence").get<std::string>();
    r.needs_new_process = j.at("needs_new_process").get<bool>();
    return r;
}

}  // namespace tileproof::fuzz
