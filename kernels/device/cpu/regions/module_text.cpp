// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/module_text.hpp"

#include <algorithm>
#include <array>

#include "kernels/device/cpu/regions/barrier_split.hpp"
#include "kernels/device/cpu/regions/ir_function.hpp"
#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

// Of the engine's own functions, those that never make a thread wait.
constexpr std::array<std::string_view, 2> harmless_of_engine = {
    "_ZN9tileproof10cpu_engine14dynamic_sharedEv",
    "_ZN9tileproof10cpu_engine12call_site_ofEPKciii"};

bool of_engine(std::string_view name) { return name.find("9tileproof10cpu_engine") != name.npos; }

std::string_view name_of(std::string_view define) {
    const auto words = words_with('@', define.substr(0, define.find('\n')));
    return words.empty() ? std::string_view() : words[0].substr(1);
}

// "f" of "invoke void @f(...)", nothing for a call of an address.
std::string callee_of(std::string_view line) {
    for (const std::string_view w : words_with('@', line)) {
        const char* const end = w.data() + w.size();
        if (end < line.data() + line.size() && *end == '(') return std::string(w.substr(1));
        break;
    }
    return {};
}

}  // namespace

module_text::module_text(std::string_view text) {
    for (std::size_t at = 0; at != text.npos && at < text.size();) {
        const std::size_t begin =
            text.starts_with("define ") && at == 0 ? 0 : text.find("\ndefine ", at);
        if (begin == text.npos) break;
        const std::size_t start = begin + (text[begin] == '\n');
        const std::size_t end = text.find("\n}\n", start);
        if (end == text.npos) break;
        const std::string_view whole = text.substr(start, end + 2 - start);
        functions_.emplace(name_of(whole), whole);
        at = end + 2;
    }
}

std::string_view module_text::find(std::string_view name) const {
    const auto f = functions_.find(name);
    return f == functions_.end() ? std::string_view() : f->second;
}

bool module_text::may_wait(const std::string& name) {
    if (const auto known = waits_.find(name); known != waits_.end()) return known->second;
    waits_[name] = true;  // one that calls itself is not followed
    const bool waits = looked_at(name);
    waits_[name] = waits;
    return waits;
}

bool module_text::looked_at(const std::string& name) {
    if (name.starts_with("llvm.")) return false;
    if (of_engine(name))
        return std::ranges::find(harmless_of_engine, name) == harmless_of_engine.end();
    const std::string_view body = find(name);
    if (!body.empty()) return body_may_wait(body);
    // Of the C and C++ libraries nothing waits for a thread of the block.
    return name.starts_with("_Z") && !name.starts_with("_ZSt") && !name.starts_with("_ZNSt") &&
           !name.starts_with("_ZNKSt") && !name.starts_with("_Zn") && !name.starts_with("_Zd");
}

template <class Known>
bool module_text::any_call_waits(std::string_view function, const Known& harmless) {
    for (const std::string_view line : cpu_checked::split_lines(function)) {
        if (line.find(" asm ") != line.npos || line.find("callbr ") != line.npos) return true;
        const bool calls = line.find(" call ") != line.npos || line.find(" invoke ") != line.npos;
        if (!calls || line.starts_with("define ")) continue;
        const std::string callee = callee_of(line);
        if (!harmless(line, callee) && (callee.empty() || may_wait(callee))) return true;
    }
    return false;
}

bool module_text::body_may_wait(std::string_view function, bool kernel) {
    return any_call_waits(function, [&](std::string_view line, const std::string&) {
        return kernel && barrier_in(line);
    });
}

bool module_text::waits_at_barriers_only(std::string_view function,
                                         std::set<std::string>& callees) {
    return !any_call_waits(function, [&](std::string_view line, const std::string& callee) {
        if (barrier_in(line)) return true;
        if (callee.empty() || of_engine(callee) || !may_wait(callee)) return false;
        const std::string_view body = find(callee);
        if (body.empty() || !callees.insert(callee).second) return false;
        return waits_at_barriers_only(body, callees);
    });
}

void module_text::add_shared(std::string_view function, std::set<std::string>& found,
                             std::set<std::string>& seen) const {
    for (const std::string_view line : cpu_checked::split_lines(function))
        for (const std::string_view w : words_with('@', line)) {
            const std::string name(w.substr(1));
            if (name.find("B16tileproof_shared") != name.npos)
                found.emplace(w);
            else if (seen.insert(name).second)
                add_shared(find(name), found, seen);
        }
}

std::vector<std::string> module_text::shared_of(std::string_view function) const {
    std::set<std::string> found, seen;
    add_shared(function, found, seen);
    return {found.begin(), found.end()};
}

}  // namespace tileproof::cpu_regions
