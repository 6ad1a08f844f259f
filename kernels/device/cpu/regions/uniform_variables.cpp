// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/uniform_variables.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "kernels/device/cpu/regions/derived_variables.hpp"
#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

using home = kernel_variable::home;

// What gives the same of the same operands.
bool is_pure(std::string_view operation) {
    constexpr std::array<std::string_view, 30> all{
        "add",    "sub",    "mul",    "sdiv", "udiv",          "srem", "urem", "shl",
        "lshr",   "ashr",   "and",    "or",   "xor",           "sext", "zext", "trunc",
        "icmp",   "fcmp",   "select", "fadd", "fsub",          "fmul", "fdiv", "sitofp",
        "uitofp", "fptosi", "fptoui", "fneg", "getelementptr", "fpext"};
    return std::ranges::find(all, operation) != all.end();
}

// Begins with all variables and values, and takes away until nothing changes.
class uniformity {
  public:
    explicit uniformity(const cut_kernel& k) : k_(k) {
        for (std::size_t b = 0; b < k.f.blocks.size(); ++b) numbers_[k.f.blocks[b].label] = b;
        for (const kernel_variable& v : k.variables)
            (v.where == home::in_frame || cpu_checked::type_bytes(v.type) == 0 ? differ_
                                                                               : variables_)
                .insert(v.name);
        for (const std::string& p : k.f.parameters)
            if (p.starts_with("ptr byval")) differ_.emplace(cpu_checked::last_word(p));
        for (std::size_t known = differ_.size() + 1; known != differ_.size();) {
            known = differ_.size();
            for (const std::string& i : k.derived) look_at(i, false);
            for (std::size_t b = 0; b < k.f.blocks.size(); ++b) {
                const bool by_some = sets_one(b) && reached_by_some(b);
                for (const std::string& i : k.f.blocks[b].instructions) look_at(i, by_some);
            }
        }
    }
    bool holds(const kernel_variable& v) const {
        return variables_.contains(v.name) && !differ_.contains(v.name);
    }

  private:
    bool differs(std::string_view word) const { return differ_.contains(word); }
    bool any_differs(std::string_view i) const {
        return std::ranges::any_of(words_with('%', i), [&](auto w) { return differs(w); });
    }

    void look_at(const std::string& i, bool by_some) {
        const std::string_view what = operation_of(i), own = value_of(i);
        const auto words = words_with('%', i);
        if (what == "store") {
            for (const std::string_view w : words)
                if (variables_.contains(w) && (by_some || any_differs(i) || w != words.back() ||
                                               i.find(" volatile ") != i.npos))
                    differ_.emplace(w);
            return;
        }
        if (what == "load" && words.size() > 1 && i.find(" volatile ") == i.npos) {
            const std::string_view from = words.back();
            if (variables_.contains(from) ? differs(from) : !indices_.contains(from))
                differ_.emplace(own);
            return;
        }
        if (const auto index = index_in(i)) {
            (*index == 0 ? differ_ : indices_).emplace(own);
            return;
        }
        // Of a variable whose address goes elsewhere nobody knows who sets it.
        for (const std::string_view w : words)
            if (variables_.contains(w)) differ_.emplace(w);
        if (own.empty()) return;
        if (!is_pure(what) || any_differs(i)) differ_.emplace(own);
        if (what == "getelementptr" && words.size() > 1 && !differs(own) &&
            std::ranges::any_of(words, [&](auto w) { return indices_.contains(w); }))
            indices_.emplace(own);
    }

    bool sets_one(std::size_t b) const {
        return std::ranges::any_of(k_.f.blocks[b].instructions, [&](const std::string& i) {
            if (operation_of(i) != "store") return false;
            const auto words = words_with('%', i);
            return !words.empty() && variables_.contains(words.back()) && !differs(words.back());
        });
    }
    // Threads that come by here may be some of a block only, or come by more or fewer times than others.
    bool reached_by_some(std::size_t b) const {
        for (std::size_t x = 0; x < k_.f.blocks.size(); ++x)
            if (parts_threads(x) && leads_to(x, b) && can_end_without(x, b)) return true;
        return false;
    }
    bool parts_threads(std::size_t x) const {
        if (k_.barrier_of_block[x] || k_.f.blocks[x].instructions.empty()) return false;
        const std::string& last = k_.f.blocks[x].instructions.back();
        if (targets_of(last).size() < 2) return false;
        const auto words = words_with('%', last);  // the condition is the first
        return (operation_of(last) != "br" && operation_of(last) != "switch") || words.empty() ||
               differs(words[0]);
    }
    std::vector<std::size_t> next_of(std::size_t b) const {
        std::vector<std::size_t> next;
        if (k_.barrier_of_block[b] || k_.f.blocks[b].instructions.empty()) return next;
        for (const std::string& label : targets_of(k_.f.blocks[b].instructions.back()))
            next.push_back(numbers_.at(label));
        return next;
    }
    // Blocks behind x, up to the next barrier; not through `without`.
    std::set<std::size_t> behind(std::size_t x, std::size_t without) const {
        std::set<std::size_t> seen;
        std::vector<std::size_t> open{x};
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            for (const std::size_t n : next_of(at))
                if (n != without && seen.insert(n).second) open.push_back(n);
        }
        return seen;
    }
    bool leads_to(std::size_t x, std::size_t b) const {
        return behind(x, k_.f.blocks.size()).contains(b);
    }
    bool can_end_without(std::size_t x, std::size_t b) const {
        return std::ranges::any_of(behind(x, b), [&](std::size_t n) { return next_of(n).empty(); });
    }

    const cut_kernel& k_;
    std::map<std::string, std::size_t> numbers_;
    std::set<std::string, std::less<>> variables_, differ_, indices_;
};

}  // namespace

void find_uniform_variables(cut_kernel& k) {
    constexpr std::size_t most_blocks = 300;  // more are looked through too often
    const bool any =
        std::ranges::any_of(k.variables, [](const auto& v) { return v.where == home::copied; });
    if (!any || k.f.blocks.size() > most_blocks) return;
    const uniformity found(k);
    for (kernel_variable& v : k.variables)
        if (v.where == home::copied && found.holds(v)) v.where = home::one_for_all;
}

}  // namespace tileproof::cpu_regions
