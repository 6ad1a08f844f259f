// SPDX-License-Identifier: MIT
#include "properties/earlier_cases.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace tileproof::properties {
namespace {

struct whoever_remembers {
    std::mutex mutex;
    std::vector<std::function<bool()>> all;
};
whoever_remembers& remembering() {
    static whoever_remembers r;
    return r;
}

}  // namespace

void cases_may_remember(std::function<bool()> forget) {
    const std::lock_guard lock(remembering().mutex);
    remembering().all.push_back(std::move(forget));
}

bool cases_may_remember() {
    const std::lock_guard lock(remembering().mutex);
    return !remembering().all.empty();
}

void forget_earlier_cases() {
    const std::lock_guard lock(remembering().mutex);
    std::erase_if(remembering().all, [](const auto& forget) { return !forget(); });
}

}  // namespace tileproof::properties
