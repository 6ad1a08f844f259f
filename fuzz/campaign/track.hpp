// SPDX-License-Identifier: MIT
// One property on its way through a campaign: what it has run, what it runs next.
#pragma once

#include "fuzz/worker/worker.hpp"
#include "properties/property.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::properties {

class track {
  public:
    track(const property& p, std::size_t position, std::vector<law_id> wanted)
        : judged_property(&p), position_in_list(position), laws(std::move(wanted)) {}

    const property* judged_property;
    std::size_t position_in_list;
    std::vector<law_id> laws;  // the rows wanted
    bool together = false;     // its cases run on all threads of a worker
    tally counts;
    double seconds = 0;                           // of worker time
    std::multimap<law_id, std::size_t> findings;  // positions in the report
    std::set<std::string> causes;                 // of the findings, as text_of() says them
    std::string stopped;       // a sentence: why no more cases are run; empty: it goes on
    std::string trouble;       // then it could not run
    int unconfirmed_ends = 0;  // of its process, by cases that did not do it again

    // A law that has so many findings gets no more: one bug may show in many ways.
    static constexpr std::size_t most_findings_of_a_law = 6;
    bool looks_for(law_id law) const { return findings.count(law) < most_findings_of_a_law; }

    bool in_flight() const { return request_.has_value(); }
    bool has_work(std::optional<std::int64_t> cases) const;
    // The next slice. Cases that ran and were not counted come first.
    round_request next_round(std::uint64_t seed, std::optional<std::int64_t> cases, double seconds);
    // Books an answer to that slice. After the end of a process the cases before the fatal one are
    // run once more, so that the counts are whole. What went wrong while several cases were in flight is kept as
    // a doubt, and they are run once more one by one: so all is as if they had never been together.
    void book(const worker_answer& answer);

    bool in_doubt() const { return doubt_.has_value(); }
    // The doubt, when it is certain that no case that was in flight fails by itself.
    std::optional<worker_answer> take_unexplained();
    // The doubt, whatever is known.
    std::optional<worker_answer> take_doubt() { return std::exchange(doubt_, std::nullopt); }

  private:
    struct range {
        std::int64_t first, last;
        bool again;   // they were well when they ran before
        bool single;  // one by one, because of the doubt
    };
    static constexpr int most_ends = 3;

    void end_of_process();

    std::int64_t next_ = 0;
    int ends_ = 0;
    std::deque<range> lost_;
    std::optional<range> request_;
    std::optional<worker_answer> doubt_;
    std::chrono::steady_clock::time_point sent_;
};

}  // namespace tileproof::properties
