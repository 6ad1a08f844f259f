// SPDX-License-Identifier: MIT
// The state of one property in a campaign: what it has run, what it runs next, which of its checks held.
//
// If there are more workers than properties, the extra ones run later cases at the same time. With 100 cases per
// slice:
//
//   worker 1   cases 0-99, then 200-299       next_round(), book(): in order, as if it were alone
//   worker 2   cases 100-199, then 300-399    round_ahead(), ran_ahead(); booked when all before them are
//
// An answer that stops at a failure or at the end of its process is cut there, and the cases after it are run in
// order. So findings and counts are those of a single worker.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
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

namespace tileproof::fuzz {

class track {
  public:
    track(const properties::property& p, std::size_t position,
          std::vector<properties::law_id> wanted)
        : judged_property(&p), position_in_list(position), laws(std::move(wanted)) {}

    const properties::property* judged_property;
    std::size_t position_in_list;
    std::vector<properties::law_id> laws;  // the wanted rows
    bool together = false;                 // its cases run on all threads of a worker
    bool shared = false;                   // several workers may run its cases at the same time
    tally counts;
    double seconds = 0;                                       // of worker time
    std::multimap<properties::law_id, std::size_t> findings;  // positions in the report
    std::set<std::string> causes;  // of the findings, as given by text_of()
    std::string stopped;           // why no more cases are run, as a sentence; empty: it continues
    std::string trouble;           // if not empty, why it could not run
    int unconfirmed_ends = 0;      // ends of its process that did not recur

    // A law gets at most this many findings, because one bug may show in many ways.
    static constexpr std::size_t most_findings_of_a_law = 6;
    bool wants(properties::law_id law) const { return std::ranges::find(laws, law) != laws.end(); }
    bool looks_for(properties::law_id law) const {
        return findings.count(law) < most_findings_of_a_law;
    }

    bool in_flight() const { return request_.has_value(); }
    bool has_work(std::optional<std::int64_t> cases) const;
    // The next slice. Cases that ran without being counted come first.
    round_request next_round(std::uint64_t seed, std::optional<std::int64_t> cases, double seconds);
    // Books the answer to that slice. After the end of a process the cases before the fatal one are run again, so
    // that the counts are complete. A failure while several cases were in flight is kept as a doubt, and they are run
    // again one by one, so the result is as if they had never run together.
    void book(const worker_answer& answer);

    // Cases beyond those under way, for a free worker. nullopt: there are none, or the size of a slice is not known
    // yet.
    std::optional<round_request> round_ahead(std::uint64_t seed, std::optional<std::int64_t> cases,
                                             double seconds);
    void ran_ahead(std::int64_t first, worker_answer answer);
    // An answer whose turn has come, to be booked as if it were that of next_round().
    std::optional<worker_answer> next_ran_ahead();

    bool in_doubt() const { return doubt_.has_value(); }
    // The doubt, once it is certain that none of the cases in flight fails by itself.
    std::optional<worker_answer> take_unexplained();
    // The doubt, whatever is known.
    std::optional<worker_answer> take_doubt() { return std::exchange(doubt_, std::nullopt); }

  private:
    struct range {
        std::int64_t first, last;
        bool again;   // they held when they ran before
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

// Turns counts into verdicts: which checks of a property held, and what is wrong with the property itself.

// One sentence for each problem: more than half of the cases discarded, required labels never reached.
std::vector<std::string> problems_of(const properties::property& p, const tally& counts);

// One row for each wanted law.
std::vector<law_row> rows_of(const track& l, const std::vector<std::string>& problems,
                             const std::vector<reported_finding>& findings);

}  // namespace tileproof::fuzz
