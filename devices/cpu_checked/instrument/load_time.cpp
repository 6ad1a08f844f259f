// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/load_time.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {
namespace {

// The names of functions and variables in a line, without @ and quotes.
std::vector<std::string_view> names_in(std::string_view line) {
    std::vector<std::string_view> names;
    for (std::size_t at = 0; (at = line.find('@', at)) != line.npos;) {
        const bool quoted = ++at < line.size() && line[at] == '"';
        const std::size_t begin = at + quoted;
        std::size_t end = begin;
        while (end < line.size() && (quoted ? line[end] != '"' : name_character(line[end]))) ++end;
        names.push_back(line.substr(begin, end - begin));
        at = end;
    }
    return names;
}

// Of the standard library, of this project but its engine, by their mangled names, and what sets static variables.
bool may_be_of_loading(std::string_view name) {
    constexpr std::array<std::string_view, 12> of_loading{
        "_ZNSt",          "_ZNKSt",        "_ZSt",           "_ZNSa",
        "_ZNKSa",         "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "_ZN9tileproof",
        "_ZNK9tileproof", "__cxx_global_", "_GLOBAL__",      "tileproof_kernel_tests"};
    // What a std::function calls, the harness may call for each case.
    constexpr std::array<std::string_view, 3> of_cases{"9_M_invoke", "9tileproof10cpu_engine",
                                                       "9tileproof6hip_on"};
    return std::ranges::any_of(of_loading, [&](auto w) { return name.starts_with(w); }) &&
           std::ranges::none_of(of_cases, [&](auto w) { return name.find(w) != name.npos; });
}

// Which functions and variables each of them names.
class mentions {
  public:
    explicit mentions(const std::vector<std::string_view>& lines) {
        std::vector<std::string_view>* function = nullptr;
        for (const std::string_view line : lines) {
            if (line.starts_with("define ")) {
                const auto names = names_in(line);
                if (names.empty()) continue;
                function = &of_[names[0]];
                *function = names;  // a personality stands in this line
                functions_.push_back(names[0]);
            } else if (line.starts_with('}')) {
                function = nullptr;
            } else if (function) {
                const auto names = names_in(line);
                function->insert(function->end(), names.begin(), names.end());
            } else if (line.starts_with('@') && !line.starts_with("@llvm.")) {
                const auto names = names_in(line);
                of_[names[0]] = names;
            }
        }
    }

    std::unordered_set<std::string_view> of_loading() const {
        std::vector<std::string_view> open;
        for (const std::string_view f : functions_)
            if (!may_be_of_loading(f)) open.push_back(f);
        std::unordered_set<std::string_view> called;
        while (!open.empty()) {
            const std::string_view name = open.back();
            open.pop_back();
            if (!called.insert(name).second) continue;
            if (const auto found = of_.find(name); found != of_.end())
                open.insert(open.end(), found->second.begin(), found->second.end());
        }
        std::unordered_set<std::string_view> rest;
        for (const std::string_view f : functions_)
            if (!called.contains(f)) rest.insert(f);
        return rest;
    }

  private:
    std::unordered_map<std::string_view, std::vector<std::string_view>> of_;
    std::vector<std::string_view> functions_;
};

// The groups of attributes that optnone does not go with.
std::set<std::string_view> unfit_groups(const std::vector<std::string_view>& lines) {
    std::set<std::string_view> groups;
    for (const std::string_view line : lines)
        if (line.starts_with("attributes #") &&
            (line.find("alwaysinline") != line.npos || line.find("optsize") != line.npos ||
             line.find("minsize") != line.npos))
            groups.insert(line.substr(11, line.find(' ', 11) - 11));
    return groups;
}

// The place of " #3" in the line of a definition; npos where it has no group, or an unfit one.
std::size_t place_of_group(std::string_view define, const std::set<std::string_view>& unfit) {
    const std::size_t at = define.rfind(" #");
    if (at == define.npos || define.find("alwaysinline") != define.npos) return define.npos;
    const std::string_view group = define.substr(at + 1, define.find(' ', at + 1) - at - 1);
    return unfit.contains(group) ? define.npos : at;
}

}  // namespace

std::string without_optimising_loading(std::string_view module) {
    const std::vector<std::string_view> lines = split_lines(module);
    const auto once = mentions(lines).of_loading();
    const auto unfit = unfit_groups(lines);
    std::string out;
    out.reserve(module.size() + once.size() * 20);
    for (const std::string_view line : lines) {
        std::size_t group = line.npos;
        if (line.starts_with("define "))
            if (const auto names = names_in(line); !names.empty() && once.contains(names[0]))
                group = place_of_group(line, unfit);
        out += line.substr(0, group);
        if (group != line.npos) (out += " noinline optnone") += line.substr(group);
        out += '\n';
    }
    return out;
}

}  // namespace tileproof::cpu_checked
