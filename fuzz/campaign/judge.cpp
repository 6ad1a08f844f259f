// SPDX-License-Identifier: MIT
#include "fuzz/campaign/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tileproof::fuzz {
namespace {

// Significantly more than half: three standard deviations of that many coin tosses. Fewer than twenty cases prove
// nothing.
bool discards_too_much(const tally& counts) {
    const auto cases = static_cast<double>(counts.cases);
    return counts.cases >= 20 &&
           static_cast<double>(counts.discarded) > 0.5 * cases + 1.5 * std::sqrt(cases);
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += separator;
        text += part;
    }
    return text;
}

std::int64_t count_of(const std::map<std::string, std::int64_t, std::less<>>& reasons) {
    std::int64_t sum = 0;
    for (const auto& [reason, n] : reasons) sum += n;
    return sum;
}

void judge_without_finding(law_row& row, const track& l, const std::vector<std::string>& problems) {
    const std::int64_t counted = l.counts.cases - l.counts.discarded;
    if (!problems.empty()) {
        row.what = law_row::verdict::failed;
        row.sentence = joined(problems, " ");
    } else if (!l.stopped.empty()) {
        row.what = law_row::verdict::stopped;
        row.sentence = l.stopped;
    } else if (!l.trouble.empty()) {  // whatever held before
        row.sentence = l.trouble;
    } else if (row.judged > 0) {
        row.what = law_row::verdict::held;
    } else if (const auto& none = l.counts.without_evidence;
               count_of(none) == counted && counted > 0) {
        row.sentence = fmt::format("None of the {} cases of {} says anything of it. {}", counted,
                                   l.judged_property->name(), none.begin()->first);
    } else if (counted >= l.judged_property->cases_before_judging()) {
        row.what = law_row::verdict::failed;
        row.sentence = fmt::format("None of {} cases of {} came to {}.", counted,
                                   l.judged_property->name(), properties::title(row.law));
    } else if (counted == 0 && !l.counts.reasons.empty()) {
        row.sentence = l.counts.reasons.begin()->first;  // why its few cases do not count
    } else {
        row.sentence = fmt::format("None of the {} cases of {} came to {} yet.", counted,
                                   l.judged_property->name(), properties::title(row.law));
    }
}

}  // namespace

std::vector<std::string> problems_of(const properties::property& p, const tally& counts) {
    std::vector<std::string> problems;
    if (discards_too_much(counts)) {
        const auto most =
            std::max_element(counts.reasons.begin(), counts.reasons.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        problems.push_back(fmt::format(
            "{} discarded {} of {} cases, more than half, most of them ({}) for this reason: {}",
            p.name(), counts.discarded, counts.cases, most->second, most->first));
    }
    if (counts.cases < p.cases_before_judging()) return problems;
    std::vector<std::string> missed;
    for (const std::string& label : p.required_labels())
        if (!counts.labels.contains(label)) missed.push_back(fmt::format("'{}'", label));
    if (!missed.empty())
        problems.push_back(fmt::format("None of {} cases of {} reached {}.", counts.cases, p.name(),
                                       joined(missed, ", ")));
    return problems;
}

std::vector<law_row> rows_of(const track& l, const std::vector<std::string>& problems,
                             const std::vector<reported_finding>& findings) {
    std::vector<law_row> rows;
    for (const properties::law_id law : l.laws) {
        law_row row;
        row.law = law;
        row.property = l.judged_property->name();
        row.subject = l.judged_property->subject();
        row.device = l.judged_property->device();
        if (const auto it = l.counts.laws.find(law); it != l.counts.laws.end()) {
            row.judged = it->second.judged;
            row.failed = it->second.failed;
        }
        if (const auto it = l.findings.lower_bound(law);
            it != l.findings.end() && it->first == law) {
            row.what = law_row::verdict::failed;
            row.finding = it->second;
            row.sentence = findings[it->second].what.failure;
        } else {
            judge_without_finding(row, l, problems);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace tileproof::fuzz
