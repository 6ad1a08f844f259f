#include "properties/campaign/lane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace tileproof::properties {

bool lane::has_work(std::optional<std::int64_t> cases) const {
    if (in_flight() || !trouble.empty()) return false;
    if (!lost_.empty()) return true;
    return stopped.empty() && (!cases || next_ < *cases);
}

batch_request lane::next_batch(std::uint64_t seed, std::optional<std::int64_t> cases,
                               double slice) {
    if (!lost_.empty()) {
        request_ = lost_.front();
        lost_.pop_front();
    } else {
        request_ = {next_, cases.value_or(std::numeric_limits<std::int64_t>::max()), false};
    }
    sent_ = std::chrono::steady_clock::now();
    std::vector<law_id> known;
    for (const law_id law : subject->laws())
        if (findings.contains(law) || std::find(laws.begin(), laws.end(), law) == laws.end())
            known.push_back(law);
    return {place_in_list, seed, request_->first, request_->last - request_->first, slice, known};
}

void lane::book(const worker_answer& answer) {
    const range asked = *request_;
    request_.reset();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - sent_).count();
    if (!answer.trouble.empty()) {
        trouble = answer.trouble;
        return;
    }
    counts.add(answer.counts);
    std::int64_t after = asked.first + answer.counts.cases;
    if (answer.end) {
        if (!asked.again && answer.index > asked.first)
            lost_.push_back({asked.first, answer.index, true});
        counts.add(answer.result, subject->classify(answer.the_case));
        after = answer.index + 1;
        if (++ends_ == most_ends)
            stopped = fmt::format("{} was stopped after {} cases had ended its process.",
                                  subject->name(), ends_);
    }
    if (!asked.again)
        next_ = after;
    else if (after < asked.last && ends_ < most_ends)
        lost_.push_front({after, asked.last, true});
}

}  // namespace tileproof::properties
