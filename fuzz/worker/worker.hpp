// SPDX-License-Identifier: MIT
// A child process that checks cases, so that a crash, a hang or an exit is an ordinary answer.
//
//   worker w(properties, 10.0);                       // a case may take 10 s
//   w.send(check_request{0, R"({"rows":1})"_json});   // forks the process if there is none
//   worker_answer a = w.wait();
//   a.end                                             // set: the process ended in the case
//   a.result                                          // else: the result of the check
//
// With several threads a worker can judge the cases of a batch together, for a device that takes many at a time. Then
// a failure is a doubt rather than a finding: any case in flight may be the reason.
//
// The child is forked from this process, so it knows the same properties. It must be forked before this process
// starts threads or initialises a GPU, which is why a campaign checks nothing itself. It is killed with its process
// group when the worker object is destroyed, and dies with its parent.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/worker/patience.hpp"
#include "fuzz/worker/shared_case.hpp"
#include "fuzz/worker/tally.hpp"
#include "properties/property.hpp"

namespace tileproof::fuzz {

class worker_process;

// One case of one property.
struct check_request {
    std::size_t property = 0;  // position in the list
    nlohmann::json the_case;
};

// The cases first .. first + count - 1 of a property, until `seconds` have passed (at least one case), or a law not
// in `known` fails for a cause not in `causes`.
struct round_request {
    std::size_t property = 0;
    std::uint64_t seed = 0;
    std::int64_t first = 0, count = 0;
    double seconds = 0;
    std::vector<properties::law_id> known;
    bool together = false;              // on all threads of the worker; otherwise on one
    std::vector<std::string> causes{};  // text_of(cause)
};
// Asks for lighter cases, with these shares of the work of one (property.hpp). The child asks the property, because that may wake a
// device.
struct lighter_request {
    std::size_t property = 0;
    nlohmann::json the_case;
    std::vector<double> shares;
};
nlohmann::json to_json(const round_request&);
round_request round_from_json(const nlohmann::json&);

struct worker_answer {
    tally counts;                    // of completed cases; empty if the process ended
    std::int64_t index = 0;          // of the case below
    nlohmann::json the_case;         // the failing one, or the one the process ended in; or null
    properties::case_result result;  // of that case
    std::optional<properties::process_end> end;  // the process ended in that case
    bool in_kernel = false;                      // of a cpu device, when the process ended
    double processor_seconds = 0;                // that a single case took
    double work = 0;                             // of a lighter_request: of its case
    std::vector<nlohmann::json> lighter{};       // by share; null: there is none
    std::string trouble;                         // no answer at all: a sentence that says why; with
                                                 // an end, of what ran beside the kernel
    // If not empty: these cases, which include its own, ran at the same time, and any of them may be at fault. Their
    // results are not counted.
    std::vector<std::int64_t> in_flight;
};

class worker {
  public:
    // If a folder is given, running cases are kept in a file there, for find_lost_cases().
    worker(const properties::property_list& properties, double case_seconds,
           const std::filesystem::path& running_folder = {}, std::size_t threads = 1);
    ~worker();

    // Throws std::system_error if no process can be forked.
    void send(const check_request&);
    void send(const round_request&);
    void send(const lighter_request&);
    bool busy() const { return busy_; }
    double case_seconds() const { return case_seconds_; }
    void set_case_seconds(double seconds) { case_seconds_ = seconds; }
    // Polled while wait() waits: true ends the child, and the answer says so.
    void set_stop(std::function<bool()> stop) { stop_ = std::move(stop); }
    bool stopped() const { return stop_ && stop_(); }
    // Why the running case is in no file although a folder was given: a sentence, or empty.
    const std::string& problem() const { return shared_.problem(); }

    // The answer to the last request, once; nullopt while the child is working. Ends a child whose case is over its
    // time limit.
    std::optional<worker_answer> poll();
    worker_answer wait();

    // Waits until one of the busy ones may have an answer, or `seconds` have passed.
    static void wait_for_any(const std::vector<const worker*>& workers, double seconds);

  private:
    void send_line(const std::string& line);
    worker_answer parse_answer(const std::string& line);
    worker_answer read_answer(const nlohmann::json& reply);
    enum reason : std::uint8_t { by_itself, over_time_limit, stopped_itself };
    worker_answer ended(reason);
    std::optional<worker_answer> judge_time();
    const shared_case& longest() const;
    double seconds_running() const;  // of the case that has run longest
    worker_answer trouble(std::string sentence);

    const properties::property_list& properties_;
    double case_seconds_;
    shared_case_memory shared_;
    std::unique_ptr<worker_process> process_;  // null: none yet, or the last one has ended
    bool busy_ = false;
    patience patience_;
    std::chrono::steady_clock::time_point sent_{};
    std::uint64_t killed_before_ = 0;  // processes killed for lack of memory so far
    std::function<bool()> stop_;
    round_request last_;        // for a single case only the property
    nlohmann::json last_case_;  // null for a batch
};

// Limits the memory of worker processes. A case that wants more is stopped and reported as one that could not be
// judged, before the kernel kills some process.
//
//   limit_memory_of_workers(4.0 * (1 << 30));
//
// Counts resident memory, ten times a second; address space reserved by a device does not count.

// 0: no limit. For all workers of this process.
void limit_memory_of_workers(double bytes);

}  // namespace tileproof::fuzz
