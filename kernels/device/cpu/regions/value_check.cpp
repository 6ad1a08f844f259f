// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/value_check.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

// The values that are set at the begin of each block, whatever way led there.
class value_check {
  public:
    explicit value_check(const cut_kernel& k) : k_(k) {
        for (const std::string& p : k.f.parameters)
            always_.insert(std::string(cpu_checked::last_word(p)));
        for (const kernel_variable& v : k.variables) always_.insert(v.name);
        for (std::size_t b = 0; b < k.f.blocks.size(); ++b) {
            numbers_["%" + k.f.blocks[b].label] = b;
            for (const std::string& i : k.f.blocks[b].instructions)
                if (const auto v = value_of(i); !v.empty() && operation_of(i) != "alloca")
                    defined_.emplace(v, b);
        }
        // Most values are used in their own block, behind their definition.
        for (std::size_t b = 0; b < k.f.blocks.size(); ++b)
            for (const std::string& i : k.f.blocks[b].instructions)
                for (const std::string_view w : words_with('%', i))
                    if (const auto v = defined_.find(w);
                        v != defined_.end() && (v->second != b || operation_of(i) == "phi"))
                        values_.emplace(w);
        for (const std::string& v : always_) values_.erase(v);
    }

    std::set<std::string, std::less<>> missing() {
        solve();
        names missing;
        for (std::size_t b = 0; b < k_.f.blocks.size(); ++b)
            if (reached_[b]) look_at(b, missing);
        return missing;
    }

  private:
    using names = std::set<std::string, std::less<>>;

    std::vector<std::size_t> next_of(std::size_t b) const {
        std::vector<std::size_t> next;
        if (k_.barrier_of_block[b]) return next;
        for (const std::string& label : targets_of(k_.f.blocks[b].instructions.back()))
            next.push_back(numbers_.at("%" + label));
        return next;
    }

    names set_behind(std::size_t b) const {
        names set = before_[b];
        for (const std::string& i : k_.f.blocks[b].instructions)
            if (const auto v = value_of(i); values_.contains(v)) set.emplace(v);
        return set;
    }

    void solve() {
        before_.assign(k_.f.blocks.size(), {});
        reached_.assign(k_.f.blocks.size(), false);
        std::vector<std::size_t> open{0};
        for (std::size_t b = 0; b + 1 < k_.f.blocks.size(); ++b)
            if (k_.barrier_of_block[b]) open.push_back(b + 1);
        for (const std::size_t b : open) reached_[b] = true;
        while (!open.empty()) {
            const std::size_t b = open.back();
            open.pop_back();
            const names behind = set_behind(b);
            for (const std::size_t n : next_of(b)) {
                names both;
                if (reached_[n])
                    std::ranges::set_intersection(before_[n], behind,
                                                  std::inserter(both, both.end()));
                else
                    both = behind;
                if (reached_[n] && both == before_[n]) continue;
                reached_[n] = true;
                before_[n] = std::move(both);
                open.push_back(n);
            }
        }
    }

    void look_at(std::size_t b, names& missing) const {
        names set = before_[b];
        for (const std::string& i : k_.f.blocks[b].instructions) {
            const auto own = value_of(i);
            for (const std::string_view w : words_with('%', i)) {
                const std::string word(w);
                if (word == own || !values_.contains(word)) continue;
                if (operation_of(i) == "phi" ? !phi_holds(i, word) : !set.contains(word))
                    missing.insert(word);
            }
            if (values_.contains(own)) set.emplace(own);
        }
    }

    // phi i1 [ false, %entry ], [ %cmp, %land.rhs ]: each value is set at the end of its block.
    bool phi_holds(const std::string& phi, const std::string& word) const {
        for (std::size_t at = 0; (at = phi.find("[ " + word + ", ", at)) != phi.npos; ++at) {
            const auto labels = words_with('%', std::string_view(phi).substr(at + 2 + word.size()));
            const auto from =
                labels.empty() ? numbers_.end() : numbers_.find(std::string(labels[0]));
            if (from == numbers_.end()) return false;
            if (reached_[from->second] && !set_behind(from->second).contains(word)) return false;
        }
        return true;
    }

    const cut_kernel& k_;
    names always_, values_;
    std::map<std::string, std::size_t, std::less<>> defined_;  // in which block
    std::map<std::string, std::size_t> numbers_;               // by "%label"
    std::vector<names> before_;
    std::vector<bool> reached_;
};

}  // namespace

std::set<std::string, std::less<>> values_across_barriers(const cut_kernel& k) {
    return value_check(k).missing();
}

}  // namespace tileproof::cpu_regions
