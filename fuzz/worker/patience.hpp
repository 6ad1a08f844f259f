// SPDX-License-Identifier: MIT
// Decides whether a case over its time limit hangs, or the machine keeps it waiting.
//
//   patience p;
//   p.judge({.seconds = 10.1, .processor_seconds = 9.9, .wants_to_run = true}, 10)    // hangs: it had its time
//   p.judge({.seconds = 10.1, .processor_seconds = 0.3, .wants_to_run = true}, 10)    // may_end: others had its time
//   p.judge({.seconds = 10.1, .processor_seconds = 0.3, .wants_to_run = false}, 10)   // hangs, if asked ten times:
//                                                                                     // it waits for something that never comes
//   p.judge({.seconds = 201, .processor_seconds = 0.3, .wants_to_run = true}, 10)     // unknown: too long to wait on
//
// A process that stays stopped (by a signal, for instance because it reads from a terminal of others) is to be continued; one that is
// stopped again and again is to be ended.
//
//   p.judge({.seconds = 0.6, .processor_seconds = 0.3, .stopped = true}, 10)          // is_stopped, after half a second
//   p.judge(..)                                                                       // keeps_stopping, at the third time
#pragma once

#include <cstdint>

namespace tileproof::fuzz {

class patience {
  public:
    struct observation {
        double seconds = 0;            // since the case began
        double processor_seconds = 0;  // of its process since then
        bool wants_to_run = true;      // one of its threads is not asleep
        bool stopped = false;          // none of its threads may run
    };
    enum class opinion : std::uint8_t { may_end, hangs, unknown, is_stopped, keeps_stopping };

    static constexpr double share_of_processor =
        0.9;                               // of the limit: devices that watch it report at 0.8
    static constexpr double longest = 20;  // limits
    static constexpr int looks = 10, asleep_in = 8;  // of these looks

    static constexpr double seconds_stopped = 0.5;
    static constexpr int most_stops = 3;

    // To be called repeatedly.
    opinion judge(const observation&, double limit);
    void begin_case() { *this = {}; }

  private:
    bool stays_stopped(const observation&);

    int looks_ = 0, asleep_ = 0, stops_ = 0;
    double stopped_since_ = -1, processor_seconds_ = 0;
};

}  // namespace tileproof::fuzz
