// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/occasions.hpp"

#include <algorithm>

#include "devices/cpu_checked/instrument/flow.hpp"
#include "devices/cpu_checked/instrument/function_rewriter.hpp"
#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {
namespace {

constexpr std::string_view engine_wait = "10cpu_engine9wait_callE";

std::uint64_t digest(std::string_view text, std::uint64_t h) {
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return h;
}

}  // namespace

barrier_occasions::barrier_occasions(const std::vector<std::string_view>& module) {
    std::map<std::string_view, std::vector<std::string_view>> callers;  // of each function
    std::string_view function;
    for (const std::string_view line : module) {
        if (line.starts_with("define "))
            function = defined_function(line);
        else if (line.starts_with('}'))
            function = {};
        else if (!function.empty())
            if (const std::string_view callee = called_function(line); !callee.empty())
                callers[callee].push_back(function);
    }
    std::vector<std::string_view> open;
    for (const auto& [callee, by] : callers)
        if (callee.find(engine_wait) != callee.npos) {
            reaching_.emplace(callee);
            open.push_back(callee);
        }
    while (!open.empty()) {
        const std::string_view callee = open.back();
        open.pop_back();
        for (const std::string_view by : callers[callee])
            if (reaching_.emplace(by).second) open.push_back(by);
    }
}

bool barrier_occasions::reaches(std::string_view define) const {
    return reaching_.find(defined_function(define)) != reaching_.end();
}

bool barrier_occasions::leads_to_barrier(std::string_view line) const {
    const std::string_view name = called_function(line);
    return !name.empty() && line.find(" invoke ") == line.npos &&
           reaching_.find(name) != reaching_.end();
}

barrier_occasions::insertions barrier_occasions::in(
    std::string_view define, const std::vector<std::string_view>& body) const {
    insertions out;
    const flow f(body);
    if (f.blocks().empty()) return out;
    std::vector<std::size_t> calls;
    for (std::size_t i = 0; i < body.size(); ++i)
        if (leads_to_barrier(body[i])) calls.push_back(i);
    std::vector<flow_loop> loops = f.loops();
    std::erase_if(loops, [&](const flow_loop& l) {
        return std::none_of(calls.begin(), calls.end(),
                            [&](std::size_t c) { return l.blocks[f.block_of(c)]; });
    });
    for (std::size_t k = 0; k < loops.size(); ++k) {
        const std::string counter = "%tp.count." + std::to_string(k);
        const std::size_t entry = f.blocks()[0].first;
        (body[entry].starts_with(' ') ? out.before : out.behind)[entry] +=
            "  " + counter + " = alloca i64, align 8\n";
        const auto& before = f.blocks()[loops[k].header].before;
        for (const std::size_t p : std::set<std::size_t>(before.begin(), before.end())) {
            std::string& text = out.before[f.blocks()[p].terminator];
            if (loops[k].blocks[p]) {
                const std::string now = "%tp.turn." + std::to_string(k) + "." + std::to_string(p);
                text += "  " + now + " = load i64, ptr " + counter + ", align 8\n  " + now +
                        ".next = add i64 " + now + ", 1\n  store i64 " + now + ".next, ptr " +
                        counter + ", align 8\n";
            } else {
                text += "  store i64 0, ptr " + counter + ", align 8\n";
            }
        }
    }
    std::uint64_t site = digest(define, 0xcbf29ce484222325u);
    for (const std::size_t c : calls) {
        const std::string n = std::to_string(c);
        std::string text, mix = "0";
        for (std::size_t k = 0; k < loops.size(); ++k) {
            if (!loops[k].blocks[f.block_of(c)]) continue;
            const std::string at = "%tp.at." + n + "." + std::to_string(k);
            // Sums of different odd multiples: different counters hardly ever agree.
            text += "  " + at + " = load i64, ptr %tp.count." + std::to_string(k) +
                    ", align 8\n  " + at + ".m = mul i64 " + at + ", " +
                    std::to_string((0x9e3779b97f4a7c15u * (2 * k + 1)) >> 8 | 1) + "\n  " + at +
                    ".s = add i64 " + at + ".m, " + mix + "\n";
            mix = at + ".s";
        }
        site = digest(n, site);
        text += "  %tp.old." + n + " = call i64 @tileproof_checked_enter(i64 " +
                std::to_string(site >> 1) + ", i64 " + mix + ")\n";
        out.before[c] += text;
        out.behind[c] += "  call void @tileproof_checked_leave(i64 %tp.old." + n + ")\n";
    }
    return out;
}

}  // namespace tileproof::cpu_checked
