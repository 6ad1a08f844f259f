// SPDX-License-Identifier: MIT
// Ctrl-C, SIGTERM and a closed terminal stop a campaign, which still writes its reports.
#pragma once

#include <csignal>

namespace tileproof::properties {

// Under nohup, closing the terminal stops nothing.
inline void stop_by_signals(void (*handler)(int)) {
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
    if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace tileproof::properties
