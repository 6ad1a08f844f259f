// SPDX-License-Identifier: MIT
// The other side of a worker: the loop that a child process runs.
#pragma once

#include "fuzz/worker/shared_case.hpp"
#include "properties/property.hpp"

#include <span>

namespace tileproof::properties {

// Reads requests from `channel`, one JSON value a line, and answers them in the same way, until the
// other side closes. Never returns. There is a slot for each case that may run at the same time.
[[noreturn]] void run_worker_child(const property_list& properties, int channel,
                                   std::span<shared_case> slots);

// From now on a memory fault or an arithmetic fault of this thread is recorded in `shared` before it ends the
// process in the usual way; one of a thread that has not called this, in the slot of the first that has.
void record_faults_in(shared_case& shared);

}  // namespace tileproof::properties
