// The other side of a worker: the loop that a child process runs.
#pragma once

#include "properties/campaign/shared_case.hpp"
#include "properties/property.hpp"

namespace tileproof::properties {

// Reads requests from `channel`, one JSON value a line, and answers them in the same way, until the
// other side closes. Never returns.
[[noreturn]] void run_worker_child(const property_list& properties, int channel,
                                   shared_case& shared);

// From now on a memory fault or an arithmetic fault of this process is recorded in `shared` before
// it ends the process in the usual way.
void record_faults_in(shared_case& shared);

}  // namespace tileproof::properties
