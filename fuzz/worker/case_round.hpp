// SPDX-License-Identifier: MIT
// A round_request in the child: one or several threads judge its cases, which are counted as a single thread would
// have counted them.
//
//   case_round b(p, source, request, slots);    // cases 10 .. 99, for four threads
//   b.work(0); .. b.work(3);               // each on its own; 17 fails while 16, 18 and 19 run
//   b.answer()                             // 10 .. 16 counted; 17 is in doubt: {16, 17, 18, 19} were in flight
//
// A case that fails next to others may be the victim of one of them, so with several threads a failure is only a
// doubt: the caller has the cases run again, one by one in a fresh process.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "fuzz/worker/shared_case.hpp"
#include "fuzz/worker/worker.hpp"
#include "properties/property.hpp"

namespace tileproof::fuzz {

// The case of an index: the same seed, property and index give the same case, whatever else runs, in whatever order,
// in however many processes.
//
//   case_source source(p);                 // p.first_cases() has 12 cases
//   source.at(seed, 3)                     // the fourth boundary case, for every seed
//   source.at(seed, 12)                    // the first random one: size 0
//   source.at(seed, 112), source.at(seed, 113)       // size 100, then size 0 again

class case_source {
  public:
    explicit case_source(const properties::property& p);
    ~case_source();
    case_source(case_source&&) noexcept;
    nlohmann::json at(std::uint64_t seed, std::int64_t index) const;

  private:
    const properties::property* property_;
    std::uint64_t name_hash_;
    std::vector<nlohmann::json> first_;
};

// The law checker's result for a case, or the exception it threw as a failure.
properties::case_result check_or_explain(const properties::property& p,
                                         const nlohmann::json& the_case);

// Its "after" (properties/earlier_cases.hpp): the cases that run before it in the same process.
nlohmann::json::array_t cases_before(const nlohmann::json& the_case);

class case_round {
  public:
    // One thread for each of the slots.
    case_round(const properties::property& p, const case_source& source,
               const round_request& request, std::span<shared_case> slots);

    // Judges cases until none are left, time is up, or one fails in a new way.
    void work(std::size_t thread);
    // For the parent, once all threads have ended. Rethrows exceptions of the generator.
    nlohmann::json answer() const;

  private:
    struct judged {
        nlohmann::json the_case;  // only for those that stop the case_round
        properties::case_result result;
        std::vector<std::string> labels;
        std::exception_ptr thrown;  // by the generator
    };
    static constexpr std::int64_t none = -1;

    bool keeps_state(std::int64_t index) const;
    std::int64_t take(std::size_t thread);
    void give(std::size_t thread, judged what);
    judged judge(shared_case& slot, std::int64_t index) const;
    bool stops(const judged&) const;

    const properties::property& property_;
    const case_source& source_;
    const round_request request_;
    const std::span<shared_case> slots_;
    const std::string name_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();

    std::mutex mutex_;  // of all below
    std::int64_t next_;
    std::map<std::int64_t, judged> judged_;
    std::vector<std::int64_t> running_;  // of each thread
    std::vector<std::int64_t>
        in_flight_;  // when the first case stopped the case_round; empty: none has
};

}  // namespace tileproof::fuzz
