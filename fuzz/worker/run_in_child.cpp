// SPDX-License-Identifier: MIT
#include "fuzz/worker/run_in_child.hpp"

#include "fuzz/worker/worker.hpp"
#include "system/signal_guard.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::properties {
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
                         run_code which) {
    property_list list;
    list.push_back(std::make_unique<dressed_up>(function, which));
    worker w(list, seconds);
    w.send(check_request{0, nlohmann::json::object()});
    const worker_answer answer = w.wait();
    const failure* said = answer.result.first_failure();
    if (!answer.trouble.empty()) throw std::runtime_error(answer.trouble);
    if (answer.end) throw std::runtime_error(answer.end->sentence());
    if (said->kind == failure_kind::threw) throw std::runtime_error(said->detail);
    return said->detail;
}

}  // namespace tileproof::properties
