// SPDX-License-Identifier: MIT
// How the cpu device uses more than one core. Two implementations, of which a program links one: oneTBB's
// workers, which wait for more (parallel_tbb.cpp), or threads of their own for each call, for programs that must
// need nothing but the C library (parallel_threads.cpp).
#pragma once

#include <functional>

namespace tileproof::cpu_engine {

// Calls `work` `count` times, on as many threads as there are to be had, and returns when all have returned.
void on_workers(unsigned count, const std::function<void()>& work);

// Cores that this process may use.
unsigned cores();

}  // namespace tileproof::cpu_engine
