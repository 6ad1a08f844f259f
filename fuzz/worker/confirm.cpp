// SPDX-License-Identifier: MIT
#include "fuzz/worker/confirm.hpp"

#include "fuzz/worker/expected_time.hpp"

#include <csignal>
#include <optional>
#include <utility>

namespace tileproof::properties {

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
    if (!first.end) return first;  // its device has seen that it hangs
    if (late) w.set_case_seconds(limit_of_second_run(expected, limit));
    w.send(request);
    worker_answer again = w.wait();
    w.set_case_seconds(limit);
    return again;
}

worker_answer check_twice(worker& w, const check_request& request) {
    w.send(request);
    return check_again(w, request, w.wait());
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

}  // namespace tileproof::properties
