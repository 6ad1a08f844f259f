// SPDX-License-Identifier: MIT
// A device rounds to nearest and keeps subnormal numbers, whatever the host has set for its own numbers.
//
//   _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);    // somewhere in a launch function, or by loading code of -ffast-math
//   const default_rounding while_it_runs;          // 1e-40f * 1 is 1e-40f until it is destroyed
#pragma once

#include <cfenv>

namespace tileproof::devices {

class default_rounding {
  public:
    default_rounding() {
        std::fegetenv(&host_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~default_rounding() { std::fesetenv(&host_); }
    default_rounding(const default_rounding&) = delete;
    default_rounding& operator=(const default_rounding&) = delete;

  private:
    std::fenv_t host_{};
};

}  // namespace tileproof::devices
