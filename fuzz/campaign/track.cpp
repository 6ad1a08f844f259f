// SPDX-License-Identifier: MIT
#include "fuzz/campaign/track.hpp"

#include "fuzz/worker/run_in_child.hpp"
#include "properties/earlier_cases.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace tileproof::fuzz {
namespace {

// Also of a law that is already known to fail.
bool any_failed(const worker_answer& answer) {
    return answer.result.first_failure() ||
           std::ranges::any_of(answer.counts.laws,
                               [](const auto& law) { return law.second.failed > 0; });
}

// Cases that depend on earlier ones run in the same slice as those.
std::int64_t end_of_slice(std::int64_t end) {
    return properties::cases_may_remember() ? properties::case_groups::end_from(end) : end;
}

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
    } else if (counted > 0 && !l.findings.empty()) {
        row.what = law_row::verdict::stopped;
        row.sentence =
            fmt::format("None of the {} cases of {} came to {}: other laws failed first.", counted,
                        l.judged_property->name(), properties::title(row.law));
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

bool track::has_work(std::optional<std::int64_t> cases) const {
    if (in_flight() || !trouble.empty()) return false;
    if (!lost_.empty()) return true;
    const bool waits = !ahead_.empty() && ahead_.front().first == next_;
    return stopped.empty() && !waits && (!cases || next_ < *cases);
}

std::int64_t track::cases_of_slice(double slice) const {
    if (counts.cases == 0 || seconds <= 0) return 0;
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(static_cast<double>(counts.cases) / seconds * slice));
}

round_request track::next_round(std::uint64_t seed, std::optional<std::int64_t> cases,
                                double slice) {
    if (!lost_.empty()) {
        request_ = lost_.front();
        lost_.pop_front();
    } else {
        std::int64_t last = cases.value_or(std::numeric_limits<std::int64_t>::max());
        if (const std::int64_t count = shared ? cases_of_slice(slice) : 0; count > 0)
            last = std::min(last, end_of_slice(next_ + count));
        if (!ahead_.empty()) last = ahead_.front().first;
        request_ = {next_, last, false, false};
    }
    sent_ = std::chrono::steady_clock::now();
    return request_of(*request_, seed, slice);
}

round_request track::request_of(const range& r, std::uint64_t seed, double slice) const {
    std::vector<properties::law_id> known;
    for (const properties::law_id law : judged_property->laws())
        if (!looks_for(law) || std::ranges::find(laws, law) == laws.end()) known.push_back(law);
    return {position_in_list,
            seed,
            r.first,
            r.last - r.first,
            slice,
            known,
            together && !r.single,
            {causes.begin(), causes.end()}};
}

std::optional<round_request> track::round_ahead(std::uint64_t seed,
                                                std::optional<std::int64_t> cases, double slice) {
    const std::int64_t count = cases_of_slice(slice);
    const bool in_order = lost_.empty() && !doubt_ && trouble.empty() && stopped.empty();
    if (!shared || !in_order || count == 0 || ahead_.size() == most_ahead) return std::nullopt;
    if (request_ && request_->first != next_) return std::nullopt;
    if (ahead_.empty() && !request_) return std::nullopt;
    const std::int64_t first = ahead_.empty() ? request_->last : ahead_.back().last;
    const std::int64_t end = cases.value_or(std::numeric_limits<std::int64_t>::max());
    if (first >= end) return std::nullopt;
    const range further{first, std::min(end, end_of_slice(first + count)), false, false};
    ahead_.push_back({further.first, further.last, std::chrono::steady_clock::now(), std::nullopt});
    return request_of(further, seed, slice);
}

void track::ran_ahead(std::int64_t first, worker_answer answer) {
    const auto one =
        std::ranges::find_if(ahead_, [&](const range_ahead& r) { return r.first == first; });
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - one->sent).count();
    one->answer = std::move(answer);
}

std::optional<worker_answer> track::next_ran_ahead() {
    if (!in_flight() && trouble.empty() && stopped.empty() && !ahead_.empty() &&
        ahead_.front().first == next_ && ahead_.front().answer) {
        range_ahead r = std::move(ahead_.front());
        ahead_.pop_front();
        request_ = {r.first, r.last, false, false};
        sent_ = std::chrono::steady_clock::now();
        return std::move(r.answer);
    }
    return std::nullopt;
}

void track::book(const worker_answer& answer) {
    const range asked = *request_;
    request_.reset();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - sent_).count();
    if (!answer.trouble.empty()) {
        trouble = answer.trouble;
        return;
    }
    counts.add(answer.counts);
    const bool fresh = asked.first == next_;  // what ran before precedes it
    std::int64_t after = asked.first + answer.counts.cases;
    std::optional<range> doubtful;
    if (!answer.in_flight.empty()) {
        doubt_ = answer;
        std::ranges::sort(doubt_->in_flight);
        doubtful = {after, 1 + doubt_->in_flight.back(), false, true};
        after = doubtful->last;
    } else if (answer.end) {
        if (!asked.again && answer.index > asked.first)
            lost_.push_back({asked.first, answer.index, true, asked.single});
        counts.add(answer.result, judged_property->classify(answer.the_case));
        after = answer.index + 1;
        if (any_failed(answer)) end_of_process();  // else it was only slow
    }
    if (asked.single && any_failed(answer)) doubt_.reset();
    if (fresh)
        next_ = after;
    else if (after < asked.last && ends_ < most_ends)
        lost_.push_front({after, asked.last, asked.again, asked.single});
    if (doubtful) lost_.push_front(*doubtful);
}

void track::end_of_process() {
    if (++ends_ == most_ends)
        stopped = fmt::format("{} was stopped after {} cases had ended its process.",
                              judged_property->name(), ends_);
}

std::optional<worker_answer> track::take_unexplained() {
    const bool open = in_flight() || !trouble.empty() ||
                      std::ranges::any_of(lost_, [](const range& r) { return r.single; });
    if (!doubt_ || open) return std::nullopt;
    if (doubt_->end || doubt_->result.needs_new_process) end_of_process();
    auto doubt = take_doubt();
    if (doubt->end && came_from_outside(*doubt->end)) return std::nullopt;
    return doubt;
}

std::vector<std::string> problems_of(const properties::property& p, const tally& counts) {
    std::vector<std::string> problems;
    if (discards_too_much(counts)) {
        const auto most = std::ranges::max_element(
            counts.reasons, [](const auto& a, const auto& b) { return a.second < b.second; });
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
        auto it = l.findings.lower_bound(law);
        if (it != l.findings.end() && it->first != law) it = l.findings.end();
        // One statement may break two laws: the finding is of the one that it broke first.
        if (it == l.findings.end() && row.failed > 0)
            it = std::ranges::find_if(l.findings, [&](const auto& of_law) {
                return is_located(findings[of_law.second].what.why);
            });
        if (it != l.findings.end()) {
            row.what = law_row::verdict::failed;
            row.finding = it->second;
            row.sentence = findings[it->second].what.failure;
        } else if (row.failed > 0) {
            row.what = law_row::verdict::failed;
            row.sentence = fmt::format("It failed in {} of {} cases, none of which was kept.",
                                       row.failed, row.judged);
        } else {
            judge_without_finding(row, l, problems);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace tileproof::fuzz
