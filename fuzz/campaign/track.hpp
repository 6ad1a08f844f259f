// SPDX-License-Identifier: MIT
// One property on its way through a campaign: what it has run, what it runs next.
//
// Where there are more workers than properties, others run cases further on at the same time. With 100 cases a slice:
//
//   worker 1   cases 0-99, then 200-299       next_round(), book(): in order, as if there were no other
//   worker 2   cases 100-199, then 300-399    round_ahead(), ran_ahead(); booked when all before them are
//
// An answer that stops at a failure or at the end of its process ends there, and the cases behind it are run in order.
// So findings and counts are those of a single worker.
#pragma once

#include "fuzz/worker/worker.hpp"
#include "properties/property.hpp"

#include <algorithm>
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
    bool shared = false;       // several workers may run cases of it at the same time
    tally counts;
    double seconds = 0;                           // of worker time
    std::multimap<law_id, std::size_t> findings;  // positions in the report
    std::set<std::string> causes;                 // of the findings, as text_of() says them
    std::string stopped;       // a sentence: why no more cases are run; empty: it goes on
    std::string trouble;       // then it could not run
    int unconfirmed_ends = 0;  // of its process, by cases that did not do it again

    // A law that has so many findings gets no more: one bug may show in many ways.
    static constexpr std::size_t most_findings_of_a_law = 6;
    bool wants(law_id law) const { return std::ranges::find(laws, law) != laws.end(); }
    bool looks_for(law_id law) const { return findings.count(law) < most_findings_of_a_law; }

    bool in_flight() const { return request_.has_value(); }
    bool has_work(std::optional<std::int64_t> cases) const;
    // The next slice. Cases that ran and were not counted come first.
    round_request next_round(std::uint64_t seed, std::optional<std::int64_t> cases, double seconds);
    // Books an answer to that slice. After the end of a process the cases before the fatal one are
    // run once more, so that the counts are whole. What went wrong while several cases were in flight is kept as
    // a doubt, and they are run once more one by one: so all is as if they had never been together.
    void book(const worker_answer& answer);

    // Cases beyond all that are under way, for a worker that is free. Nothing: there are none, or nobody knows yet
    // how many make a slice.
    std::optional<round_request> round_ahead(std::uint64_t seed, std::optional<std::int64_t> cases,
                                             double seconds);
    void ran_ahead(std::int64_t first, worker_answer answer);
    // An answer whose turn has come, for book(), as if it were that to next_round().
    std::optional<worker_answer> next_ran_ahead();

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
    struct range_ahead {
        std::int64_t first, last;
        std::chrono::steady_clock::time_point sent;
        std::optional<worker_answer> answer{};
    };
    static constexpr int most_ends = 3;
    static constexpr std::size_t most_ahead = 64;

    void end_of_process();
    round_request request_of(const range&, std::uint64_t seed, double seconds) const;
    std::int64_t cases_of_slice(double seconds) const;  // 0: unknown

    std::int64_t next_ = 0;
    int ends_ = 0;
    std::deque<range> lost_;
    std::deque<range_ahead> ahead_;  // each begins where the one before it ends
    std::optional<range> request_;
    std::optional<worker_answer> doubt_;
    std::chrono::steady_clock::time_point sent_;
};

}  // namespace tileproof::properties
