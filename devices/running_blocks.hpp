// SPDX-License-Identifier: MIT
// Whether this thread is running a kernel's blocks, not the host's code. May be read in a signal handler.
#pragma once

namespace tileproof::devices {

inline thread_local bool running_blocks = false;

}  // namespace tileproof::devices
