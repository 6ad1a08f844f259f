// SPDX-License-Identifier: MIT
#include "devices/cpu/divergence.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tileproof::cpu_engine {
namespace {

uint3 index_of(unsigned thread, uint3 block) {
    const unsigned row = thread / block.x;
    return {thread % block.x, row % block.y, row / block.y};
}

// Runs of consecutive threads, of which at most four are written: "(0,0,0)-(15,0,0), (32,0,0)".
std::string ranges(const std::vector<unsigned>& threads, uint3 block) {
    std::string out;
    unsigned runs = 0, left = 0;
    for (std::size_t i = 0; i < threads.size();) {
        std::size_t last = i;
        while (last + 1 < threads.size() && threads[last + 1] == threads[last] + 1) ++last;
        if (++runs <= 4) {
            if (runs > 1) out += ", ";
            out += text(index_of(threads[i], block));
            if (last > i) out += "-" + text(index_of(threads[last], block));
        } else {
            left += static_cast<unsigned>(last - i + 1);
        }
        i = last + 1;
    }
    if (left) out += " and " + std::to_string(left) + " more";
    return out;
}

}  // namespace

std::string text(uint3 v) {
    std::string out = "(";  // g++ 12 warns without cause about "(" + std::to_string(...)
    out += std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
    return out;
}

std::string text(const call_site& at, bool with_column) {
    std::string out = (at.file ? at.file : "?") + (":" + std::to_string(at.line));
    if (!with_column) return out;
    if (at.column) out += ":" + std::to_string(at.column);
    return out + " (barrier " + std::to_string(at.number) + " of the file)";
}

std::string divergence_sentence(const launch_info& launch, uint3 block,
                                std::vector<waiting_thread> stuck) {
    const unsigned count = launch.block.x * launch.block.y * launch.block.z;
    using order = std::tuple<std::string, int, int, int, std::uint64_t>;
    std::map<order, std::pair<call_site, std::vector<unsigned>>> places;
    std::map<std::pair<std::string, int>, std::set<std::tuple<int, int>>> on_line;
    std::map<std::tuple<std::string, int, int, int>, int> occasions;
    std::vector<bool> waits(count, false);
    for (const waiting_thread& w : stuck) {
        const std::string file = w.at.file ? w.at.file : "?";
        auto& [at, threads] = places[{file, w.at.line, w.at.column, w.at.number, w.occasion}];
        if (threads.empty()) {
            on_line[{file, w.at.line}].emplace(w.at.column, w.at.number);
            ++occasions[{file, w.at.line, w.at.column, w.at.number}];
        }
        at = w.at;
        threads.push_back(w.thread);
        waits[w.thread] = true;
    }
    std::vector<unsigned> ended;
    for (unsigned t = 0; t < count; ++t)
        if (!waits[t]) ended.push_back(t);

    std::string out = "Divergent barrier in block " + text(block) + " of " + launch.kernel +
                      ": of " + std::to_string(count) + " threads ";
    bool first = true;
    for (auto& [key, waiters] : places) {
        auto& [at, threads] = waiters;
        std::sort(threads.begin(), threads.end());
        const bool several = on_line[{std::get<0>(key), at.line}].size() > 1;
        const bool again =
            !first && occasions[{std::get<0>(key), at.line, at.column, at.number}] > 1;
        out += (first ? "" : ", ") + std::to_string(threads.size()) + " wait at " +
               text(at, several) + (again ? " in another iteration or call" : "") + " [" +
               ranges(threads, launch.block) + "]";
        first = false;
    }
    if (!ended.empty())
        out += " and " + std::to_string(ended.size()) + " have ended [" +
               ranges(ended, launch.block) + "]";
    return out +
           ". Every thread of a block must reach the same barrier, in the same iteration of its "
           "loops: move it out of the condition or the early return.";
}

}  // namespace tileproof::cpu_engine
