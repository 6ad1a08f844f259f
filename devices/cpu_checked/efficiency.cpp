// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/efficiency.hpp"

#include "devices/banks.hpp"

#include <algorithm>
#include <unordered_map>

namespace tileproof::cpu_checked {
namespace {
using devices::bank_bytes, devices::banks;
constexpr std::uint64_t segment_bytes = 64;
}  // namespace

step_count global_segments(std::span<const logged_access> lanes) {
    std::vector<std::uint64_t> segments, bytes;
    std::uint64_t total = 0;
    for (const logged_access& a : lanes) {
        for (std::uint64_t s = a.address / segment_bytes;
             s <= (a.address + a.bytes - 1) / segment_bytes; ++s)
            segments.push_back(s);
        bytes.push_back(a.address);
    }
    const auto distinct = [](std::vector<std::uint64_t>& v) {
        std::sort(v.begin(), v.end());
        return static_cast<std::uint64_t>(std::unique(v.begin(), v.end()) - v.begin());
    };
    // Lanes that read the same address need its bytes only once.
    total = distinct(bytes) * (lanes.empty() ? 0 : lanes[0].bytes);
    return {distinct(segments),
            std::max<std::uint64_t>(1, (total + segment_bytes - 1) / segment_bytes)};
}

step_count bank_passes(std::span<const logged_access> lanes) {
    step_count count;
    if (lanes.empty()) return count;
    const std::size_t at_once = devices::lanes_at_once(lanes[0].bytes);
    for (std::size_t begin = 0; begin < lanes.size(); begin += at_once) {
        std::vector<std::uint64_t> words;
        for (std::size_t i = begin; i < std::min(begin + at_once, lanes.size()); ++i)
            for (std::uint64_t w = lanes[i].address / bank_bytes;
                 w <= (lanes[i].address + lanes[i].bytes - 1) / bank_bytes; ++w)
                words.push_back(w);
        std::sort(words.begin(), words.end());
        words.erase(std::unique(words.begin(), words.end()), words.end());
        count.steps += devices::most_in_one_bank(words);
        count.fewest += (words.size() + banks - 1) / banks;
    }
    return count;
}

void efficiency_check::logged(std::span<const logged_access> log, unsigned wave_size) {
    // A request: one place, one wave, the n-th time for each lane.
    struct request_key {
        const site* at;
        std::uint32_t wave, turn;
        bool write;
        bool operator<(const request_key& o) const {
            return std::tie(at, wave, turn, write) < std::tie(o.at, o.wave, o.turn, o.write);
        }
    };
    std::map<std::pair<const site*, std::uint32_t>, std::uint32_t> turns;  // by place and thread
    std::map<request_key, std::vector<logged_access>> requests;
    for (const logged_access& a : log) {
        const std::uint32_t turn = turns[{a.at, a.thread * 2 + a.write}]++;
        requests[{a.at, a.thread / wave_size, turn, a.write}].push_back(a);
    }
    for (auto& [key, lanes] : requests) {
        std::sort(lanes.begin(), lanes.end(), [](const logged_access& a, const logged_access& b) {
            return a.thread < b.thread;
        });
        const bool shared = lanes[0].shared;
        const step_count count = shared ? bank_passes(lanes) : global_segments(lanes);
        efficiency_line& line =
            lines_[{kernel_, key.at->file ? key.at->file : "", key.at->line, shared, key.write}];
        line.kernel = kernel_;
        line.file = key.at->file;
        line.function = key.at->function;
        line.line = key.at->line;
        line.shared = shared;
        line.write = key.write;
        ++line.requests;
        line.lanes += lanes.size();
        line.steps += count.steps;
        line.fewest += count.fewest;
    }
}

std::vector<efficiency_line> efficiency_check::take() {
    std::vector<efficiency_line> all;
    for (auto& [key, line] : lines_) all.push_back(std::move(line));
    lines_.clear();
    return all;
}

}  // namespace tileproof::cpu_checked
