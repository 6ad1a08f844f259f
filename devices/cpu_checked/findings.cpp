// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/findings.hpp"

#include <utility>

namespace tileproof::cpu_checked {

bool findings::again(const finding_key& key) {
    const auto found = known_.find(key);
    if (found == known_.end()) return false;
    ++entries_[found->second].report.count;
    return true;
}

void findings::add(const finding_key& key, check_report&& r) {
    if (known_.try_emplace(key, entries_.size()).second) entries_.push_back({key, std::move(r)});
}

std::vector<check_report> findings::take(bool stopped) {
    std::vector<check_report> all;
    for (entry& e : entries_) {
        if (e.removed) continue;
        e.report.stopped = stopped;
        all.push_back(std::move(e.report));
    }
    entries_.clear();
    known_.clear();
    return all;
}

}  // namespace tileproof::cpu_checked
