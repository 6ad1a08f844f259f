// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/case_runner.hpp"

#include <algorithm>

namespace tileproof::diagnosis {

using namespace fuzz;
using nlohmann::json;

case_runner::case_runner(const properties::property_list& properties, std::size_t place,
                         std::size_t workers, std::function<double(const json&)> limit)
    : place_(place), limit_(std::move(limit)) {
    for (std::size_t i = 0; i < std::max<std::size_t>(workers, 1); ++i)
        workers_.push_back({std::make_unique<worker>(properties, 0), {}});
}

void case_runner::expect_next(std::vector<json> cases) {
    next_.assign(std::move_iterator(cases.begin()), std::move_iterator(cases.end()));
}

void case_runner::expect_later(std::vector<json> cases) {
    later_.assign(std::move_iterator(cases.begin()), std::move_iterator(cases.end()));
}

bool case_runner::is_known(const std::string& key) const {
    return answers_.contains(key) || std::ranges::find(workers_, key, &one::key) != workers_.end();
}

void case_runner::begin(one& w, const json& the_case) {
    w.key = the_case.dump();
    w.process->set_case_seconds(limit_(the_case));
    w.process->send(check_request{place_, the_case});
}

void case_runner::begin_expected() {
    for (one& w : workers_)
        for (std::deque<json>* const list : {&next_, &later_})
            while (w.key.empty() && !list->empty()) {
                const json c = std::move(list->front());
                list->pop_front();
                if (!is_known(c.dump())) begin(w, c);
            }
}

void case_runner::look() {
    std::vector<const worker*> busy;
    for (const one& w : workers_)
        if (!w.key.empty()) busy.push_back(w.process.get());
    worker::wait_for_any(busy, 0.1);
    for (one& w : workers_) {
        if (w.key.empty()) continue;
        auto answer = w.process->poll();
        if (!answer) continue;
        processor_seconds_ += answer->processor_seconds / static_cast<double>(busy.size());
        answers_.insert_or_assign(std::move(w.key), std::move(*answer));
        w.key.clear();
    }
}

worker_answer case_runner::run(const json& the_case) {
    const std::string key = the_case.dump();
    for (;;) {
        if (const auto found = answers_.find(key); found != answers_.end()) {
            worker_answer answer = std::move(found->second);
            answers_.erase(found);
            return answer;
        }
        if (!is_known(key))
            if (const auto idle = std::ranges::find(workers_, std::string(), &one::key);
                idle != workers_.end())
                begin(*idle, the_case);
        if (workers_.size() > 1) begin_expected();
        look();
    }
}

}  // namespace tileproof::diagnosis
