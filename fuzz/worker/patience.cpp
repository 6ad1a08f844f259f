// SPDX-License-Identifier: MIT
#include "fuzz/worker/patience.hpp"

namespace tileproof::properties {

patience::opinion patience::judge(const observation& now, double limit) {
    if (now.seconds <= limit) return opinion::may_end;
    if (now.processor_seconds >= share_of_processor * limit) return opinion::hangs;
    ++looks_;
    asleep_ += !now.wants_to_run;
    if (looks_ >= looks) {
        if (asleep_ >= asleep_in) return opinion::hangs;
        begin_case();
    }
    return now.seconds > longest * limit ? opinion::unknown : opinion::may_end;
}

}  // namespace tileproof::properties
