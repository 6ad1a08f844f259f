// SPDX-License-Identifier: MIT
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include "devices/cpu/parallel.hpp"

namespace tileproof::cpu_engine {

void on_workers(unsigned count, const std::function<void()>& work) {
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(
            tbb::blocked_range<unsigned>(0, count, 1), [&](const auto&) { work(); },
            tbb::simple_partitioner());
    });
}

unsigned cores() { return static_cast<unsigned>(tbb::info::default_concurrency()); }

}  // namespace tileproof::cpu_engine
