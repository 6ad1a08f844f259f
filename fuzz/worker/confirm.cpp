// SPDX-License-Identifier: MIT
#include "fuzz/worker/confirm.hpp"

#include <csignal>

namespace tileproof::properties {

worker_answer check_twice(worker& w, const check_request& request) {
    w.send(request);
    worker_answer answer = w.wait();
    if (!answer.end) return answer;
    w.send(request);
    return w.wait();
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
