// SPDX-License-Identifier: MIT
#include <sched.h>

#include <thread>
#include <vector>

#include "devices/cpu/parallel.hpp"

namespace tileproof::cpu_engine {

void on_workers(unsigned count, const std::function<void()>& work) {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < count; ++i) others.emplace_back(work);
    if (count > 0) work();
}

unsigned cores() {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
    return static_cast<unsigned>(CPU_COUNT(&allowed));
}

}  // namespace tileproof::cpu_engine
