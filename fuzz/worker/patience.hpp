// SPDX-License-Identifier: MIT
// Does a case that is over its time limit hang, or does the machine keep it waiting?
//
//   patience p;
//   p.judge({.seconds = 10.1, .processor_seconds = 9.9, .wants_to_run = true}, 10)    // hangs: it had its time
//   p.judge({.seconds = 10.1, .processor_seconds = 0.3, .wants_to_run = true}, 10)    // may_end: others had it
//   p.judge({.seconds = 10.1, .processor_seconds = 0.3, .wants_to_run = false}, 10)   // hangs when asked ten times:
//                                                                                     // it waits for what never comes
//   p.judge({.seconds = 201, .processor_seconds = 0.3, .wants_to_run = true}, 10)     // unknown: nobody can wait longer
#pragma once

#include <cstdint>

namespace tileproof::properties {

class patience {
  public:
    struct observation {
        double seconds = 0;            // since the case began
        double processor_seconds = 0;  // that its process has had since then
        bool wants_to_run = true;      // a thread of it is not asleep
    };
    enum class opinion : std::uint8_t { may_end, hangs, unknown };

    static constexpr double share_of_processor =
        0.9;  // of the limit: devices with an eye on it speak up at 0.8
    static constexpr double longest = 20;            // limits
    static constexpr int looks = 10, asleep_in = 8;  // of these looks

    // Asked again and again.
    opinion judge(const observation&, double limit);
    void begin_case() { looks_ = asleep_ = 0; }

  private:
    int looks_ = 0, asleep_ = 0;
};

}  // namespace tileproof::properties
