// SPDX-License-Identifier: MIT
// Runs cases one after the other, and, where processors are idle, those beside them that will be asked for soon.
//
//   case_runner r(properties, 0, 4, [](const json&) { return 0.5; });   // property 0, four workers, 0.5 s a case
//   r.expect_later({second, third});   // nothing runs yet
//   r.run(first).result                // on one worker, second and third beside it
//   r.run(second)                      // its answer is there
//
// The answers do not depend on the number of workers, only the time does.
#pragma once

#include "fuzz/worker/worker.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

class case_runner {
  public:
    case_runner(
        const properties::property_list&, std::size_t place, std::size_t workers,
        std::function<double(const nlohmann::json&)> limit);  // seconds that a case may take

    // In place of those that were expected so far; the next ones before the later ones.
    void expect_next(std::vector<nlohmann::json> cases);
    void expect_later(std::vector<nlohmann::json> cases);
    fuzz::worker_answer run(const nlohmann::json& the_case);
    // Of the workers, each case shared by those that ran at the same time.
    double processor_seconds() const { return processor_seconds_; }

  private:
    struct one {
        std::unique_ptr<fuzz::worker> process;
        std::string key;  // of the case that it runs; empty: none
    };
    bool is_known(const std::string& key) const;
    void begin(one&, const nlohmann::json& the_case);
    void begin_expected();
    void look();

    std::size_t place_;
    std::function<double(const nlohmann::json&)> limit_;
    std::vector<one> workers_;
    std::deque<nlohmann::json> next_, later_;
    std::map<std::string, fuzz::worker_answer> answers_;  // that nobody has asked for yet
    double processor_seconds_ = 0;
};

}  // namespace tileproof::diagnosis
