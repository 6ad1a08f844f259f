// SPDX-License-Identifier: MIT
#include "fuzz/worker/patience.hpp"

namespace tileproof::fuzz {

// Somebody else who stops and continues it all the time lets it run in between.
bool patience::stays_stopped(const observation& now) {
    if (!now.stopped || stopped_since_ < 0 || now.processor_seconds != processor_seconds_) {
        stopped_since_ = now.stopped ? now.seconds : -1;
        processor_seconds_ = now.processor_seconds;
    }
    return stopped_since_ >= 0 && now.seconds - stopped_since_ >= seconds_stopped;
}

patience::opinion patience::judge(const observation& now, double limit) {
    if (stays_stopped(now)) {
        stopped_since_ = -1;
        return ++stops_ < most_stops ? opinion::is_stopped : opinion::keeps_stopping;
    }
    if (now.seconds <= limit) return opinion::may_end;
    if (now.processor_seconds >= share_of_processor * limit) return opinion::hangs;
    ++looks_;
    asleep_ += !now.wants_to_run;
    if (looks_ >= looks) {
        if (asleep_ >= asleep_in) return opinion::hangs;
        looks_ = asleep_ = 0;
    }
    return now.seconds > longest * limit ? opinion::unknown : opinion::may_end;
}

}  // namespace tileproof::fuzz
