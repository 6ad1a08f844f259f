// SPDX-License-Identifier: MIT
// How the cpu device uses several cores. There are two implementations, of which a program links one: oneTBB's
// workers (parallel_tbb.cpp), or new threads for each call, for programs that may depend only on the C library
// (parallel_threads.cpp).
#pragma once

#include <functional>

namespace tileproof::cpu_engine {

// Calls `work` `count` times on as many threads as possible, and returns when all calls have returned.
void on_workers(unsigned count, const std::function<void()>& work);

// The number of cores that this process may use.
unsigned cores();

}  // namespace tileproof::cpu_engine
