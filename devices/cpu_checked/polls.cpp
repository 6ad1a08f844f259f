// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/polls.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::cpu_checked {
namespace {
constexpr int most_samples = 16;  // most accesses per iteration of a polling loop
}

void polls::begin_launch(unsigned threads) {
    of_.assign(threads, {});
    samples_ = 0;
    used_ = false;
}

void polls::begin_block() {
    samples_ = 0;
    if (used_) std::fill(of_.begin(), of_.end(), entry{});
    used_ = false;
}

std::uint64_t polled_memory::value_now() const {
    std::uint64_t v = 0;
    std::memcpy(&v, reinterpret_cast<const void*>(of->base + offset), bytes);
    return v;
}

polls::opinion polls::see(unsigned thread, const polled_memory& now, access_kind kind) {
    entry& e = of_[thread];
    if (samples_ == 0) {
        samples_ = most_samples;
        e.noted = {};
    }
    used_ = true;
    if (kind != access_kind::write && kind != access_kind::atomic_write) {
        if (e.noted == now) {
            samples_ = 0;
            e.polled = now;
            return opinion::polls;
        }
        if (!e.noted.at) e.noted = now;
    }
    if (--samples_ > 0) return opinion::look_at_the_next_access;
    e.polled = {};
    return opinion::goes_on;
}

}  // namespace tileproof::cpu_checked
