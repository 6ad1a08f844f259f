// SPDX-License-Identifier: MIT
// The other side of a worker: the loop of the child process.
#pragma once

#include "fuzz/worker/shared_case.hpp"
#include "properties/property.hpp"

#include <span>

namespace tileproof::fuzz {

// Reads requests from `channel`, one JSON value per line, and answers them likewise, until the other side closes.
// Never returns. There is one slot for each case that may run at the same time.
[[noreturn]] void run_worker_child(const properties::property_list& properties, int channel,
                                   std::span<shared_case> slots);

// From now on a memory or arithmetic fault of this thread is recorded in `shared` before it ends the process as
// usual; a fault of a thread that has not called this, in the slot of the first that has.
void record_faults_in(shared_case& shared);

}  // namespace tileproof::fuzz
