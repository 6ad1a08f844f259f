// SPDX-License-Identifier: MIT
// Decides whether a case over its time limit hangs, or the machine keeps it waiting.
//
//   patience p;
//   p.judge({.seconds = 10.1, .processor_seconds = 9.9, .wants_to_run = true}, 10)    // hangs: it had its time
//   p.judge({.seconds = 10.1, .processor_seconds = 0.3, .wants_to_run = true}, 10)    // may_end: others had its time
//   p.judge({.seconds = 10.1, .processor_seconds = 0.3, .wants_to_run = false}, 10)   // hangs, if asked ten times:
//                                                                                     // it waits for something that never comes
//   p.judge({.seconds = 201, .processor_seconds = 0.3, .wants_to_run = true}, 10)     // unknown: too long to wait on
#pragma once

#include <cstdint>

namespace tileproof::properties {

class patience {
  public:
    struct observation {
        double seconds = 0;            // since the case began
        double processor_seconds = 0;  // of its process since then
        bool wants_to_run = true;      // one of its threads is not asleep
    };
    enum class opinion : std::uint8_t { may_end, hangs, unknown };

    static constexpr double share_of_processor =
        0.9;                               // of the limit: devices that watch it report at 0.8
    static constexpr double longest = 20;  // limits
    static constexpr int looks = 10, asleep_in = 8;  // of these looks

    // To be called repeatedly.
    opinion judge(const observation&, double limit);
    void begin_case() { looks_ = asleep_ = 0; }

  private:
    int looks_ = 0, asleep_ = 0;
};

}  // namespace tileproof::properties
