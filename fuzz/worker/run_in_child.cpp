// SPDX-License-Identifier: MIT
#include "fuzz/worker/run_in_child.hpp"

#include <unistd.h>
#include <csignal>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "fuzz/worker/expected_time.hpp"
#include "system/sandbox.hpp"

namespace tileproof::fuzz {

using namespace properties;

namespace {

// A worker runs properties, so this wraps the function as one: its result is a "failure".
class dressed_up : public property {
  public:
    dressed_up(const std::function<std::string()>& f, run_code which)
        : function_(f), which_(which) {}
    std::string name() const override { return "function"; }
    std::string subject() const override { return "function"; }
    std::vector<law_id> laws() const override { return {law_id::K9}; }
    nlohmann::json generate(rc::Random&, int) const override { return nullptr; }
    case_result check(const nlohmann::json&) const override {
        if (which_ == run_code::under_test) system::guard_signals(getppid());
        try {
            return said(failure_kind::unknown, function_());
        } catch (const std::exception& e) {
            return said(failure_kind::threw, e.what());
        }
    }
    std::vector<nlohmann::json> smaller(const nlohmann::json&) const override { return {}; }
    std::vector<std::string> classify(const nlohmann::json&) const override { return {}; }

  private:
    static case_result said(failure_kind kind, std::string what) {
        return result_of(failed({.law = law_id::K9, .kind = kind, .detail = std::move(what)}));
    }
    const std::function<std::string()>& function_;
    const run_code which_;
};

}  // namespace

std::string run_in_child(const std::function<std::string()>& function, double seconds,
                         run_code which, const std::function<bool()>& stop) {
    property_list list;
    list.push_back(std::make_unique<dressed_up>(function, which));
    worker w(list, seconds);
    w.set_stop(stop);
    w.send(check_request{0, nlohmann::json::object()});
    const worker_answer answer = w.wait();
    const failure* said = answer.result.first_failure();
    if (!answer.trouble.empty()) throw std::runtime_error(answer.trouble);
    if (answer.end) throw std::runtime_error(answer.end->sentence());
    if (said->kind == failure_kind::threw) throw std::runtime_error(said->detail);
    return said->detail;
}

worker_answer check_again(worker& w, const check_request& request, worker_answer first) {
    const bool late = met_its_limit(first);
    if (!first.end && !late) return first;
    const double limit = w.case_seconds();
    const std::optional<double> expected = late ? expected_seconds(w, request) : std::nullopt;
    if (is_too_long(expected, limit)) {
        first.result = {};
        first.result.discarded = too_long(*expected, limit);
        return first;
    }
    if (late && (first.in_kernel || !first.end))
        w.set_case_seconds(limit_of_second_run(expected, limit));
    w.send(request);
    worker_answer again = w.wait();
    w.set_case_seconds(limit);
    return again;
}

worker_answer check_twice(worker& w, const check_request& request, double first_seconds) {
    const double limit = w.case_seconds();
    if (first_seconds > 0) w.set_case_seconds(first_seconds);
    w.send(request);
    worker_answer first = w.wait();
    w.set_case_seconds(limit);
    return check_again(w, request, std::move(first));
}

bool came_from_outside(const process_end& end) {
    if (end.what != process_end::kind::signal) return end.what == process_end::kind::time_limit;
    switch (end.number) {
        case SIGSEGV:
        case SIGBUS:
        case SIGFPE:
        case SIGILL:
        case SIGABRT:
        case SIGTRAP:
        case SIGSYS:
            return false;
        default:
            return true;
    }
}

}  // namespace tileproof::fuzz
