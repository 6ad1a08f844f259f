// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/flow.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace tileproof::cpu_checked {
namespace {

// "12:   ; preds = %7" and "for.cond:" begin a block.
std::string_view label_of(std::string_view line) {
    if (line.empty() || line[0] == ' ' || line[0] == ';') return {};
    const std::size_t colon = line.find(':');
    return colon == line.npos ? std::string_view() : line.substr(0, colon);
}

bool ends_block(std::string_view line) {
    const std::size_t at = line.find_first_not_of(' ');
    if (at == line.npos) return false;
    for (const std::string_view word : {"br ", "switch ", "ret ", "unreachable", "resume ",
                                        "indirectbr ", "cleanupret ", "catchret "})
        if (line.substr(at).starts_with(word)) return true;
    return line.find(" invoke ") != line.npos || line.substr(at).starts_with("invoke ");
}

std::vector<std::string> targets(std::string_view line) {
    std::vector<std::string> all;
    for (std::size_t at = 0; (at = line.find("label %", at)) != line.npos;) {
        at += 7;
        std::string_view name = line.substr(at);
        name = name.substr(0, name.find_first_of(" ,]"));
        all.emplace_back(name);
    }
    return all;
}

}  // namespace

flow::flow(const std::vector<std::string_view>& body) {
    std::map<std::string, std::size_t> number;
    std::vector<std::vector<std::string>> leads_to;
    bool ended = true;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const std::string_view label = label_of(body[i]);
        if (!label.empty() || (ended && blocks_.empty())) {
            if (!label.empty()) number.emplace(label, blocks_.size());
            blocks_.push_back({i, i, {}, {}});
            leads_to.emplace_back();
            ended = false;
        }
        if (blocks_.empty()) continue;
        if (!ended && ends_block(body[i])) {
            blocks_.back().terminator = i;
            ended = true;
        }
        if (ended)  // the cases of a switch and the ends of an invoke lie on lines of their own
            for (std::string& t : targets(body[i])) leads_to.back().push_back(std::move(t));
    }
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        for (const std::string& t : leads_to[b])
            if (const auto found = number.find(t); found != number.end()) {
                blocks_[b].next.push_back(found->second);
                blocks_[found->second].before.push_back(b);
            }
}

std::size_t flow::block_of(std::size_t line) const {
    const auto after =
        std::upper_bound(blocks_.begin(), blocks_.end(), line,
                         [](std::size_t l, const flow_block& b) { return l < b.first; });
    return after == blocks_.begin() ? 0 : static_cast<std::size_t>(after - blocks_.begin() - 1);
}

std::vector<std::vector<bool>> flow::dominators() const {
    const std::size_t n = blocks_.size();
    std::vector<std::vector<bool>> all(n, std::vector<bool>(n, true));
    all[0].assign(n, false);
    all[0][0] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t b = 1; b < n; ++b) {
            std::vector<bool> now(n, !blocks_[b].before.empty());
            for (const std::size_t p : blocks_[b].before)
                for (std::size_t d = 0; d < n; ++d) now[d] = now[d] && all[p][d];
            now[b] = true;
            if (now != all[b]) {
                all[b] = std::move(now);
                changed = true;
            }
        }
    }
    return all;
}

std::vector<flow_loop> flow::loops() const {
    std::vector<flow_loop> found;
    const bool any = std::any_of(blocks_.begin(), blocks_.end(), [&](const flow_block& b) {
        const auto me = static_cast<std::size_t>(&b - blocks_.data());
        return std::any_of(b.next.begin(), b.next.end(), [&](std::size_t t) { return t <= me; });
    });
    if (!any) return found;
    const auto dominates = dominators();
    for (std::size_t h = 0; h < blocks_.size(); ++h) {
        flow_loop loop{h, std::vector<bool>(blocks_.size(), false)};
        std::vector<std::size_t> open;
        for (const std::size_t latch : blocks_[h].before)
            if (dominates[latch][h]) open.push_back(latch);
        if (open.empty()) continue;
        loop.blocks[h] = true;
        while (!open.empty()) {
            const std::size_t b = open.back();
            open.pop_back();
            if (loop.blocks[b]) continue;
            loop.blocks[b] = true;
            open.insert(open.end(), blocks_[b].before.begin(), blocks_[b].before.end());
        }
        found.push_back(std::move(loop));
    }
    return found;
}

}  // namespace tileproof::cpu_checked
