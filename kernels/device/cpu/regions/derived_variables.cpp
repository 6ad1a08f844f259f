// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/derived_variables.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace tileproof::cpu_regions {
namespace {

using home = kernel_variable::home;

// Arithmetic that is the same whenever it is done, and that no operand makes fail.
bool is_arithmetic(std::string_view operation) {
    constexpr std::array<std::string_view, 13> all{"add",  "sub",   "mul",          "shl", "lshr",
                                                   "ashr", "and",   "or",           "xor", "sext",
                                                   "zext", "trunc", "getelementptr"};
    return std::ranges::find(all, operation) != all.end();
}

bool names_a_type(std::string_view word) {
    for (const std::string_view begin : {"%struct.", "%\"struct.", "%class.", "%\"class."})
        if (word.starts_with(begin)) return true;
    return false;
}

bool numbered(std::string_view word) { return word.size() > 1 && word[1] >= '0' && word[1] <= '9'; }

// Values with numbers must be defined in the order of these: names may stand anywhere.
std::string with_names(const std::string& instruction, const std::set<std::string>& numbers) {
    std::string out;
    std::size_t from = 0;
    for (const std::string_view w : words_with('%', instruction)) {
        if (!numbers.contains(std::string(w))) continue;
        const auto at = static_cast<std::size_t>(w.data() - instruction.data());
        out.append(instruction, from, at - from).append("%..v").append(w.substr(1));
        from = at + w.size();
    }
    return out.append(instruction, from);
}

void name_numbers(cut_kernel& k) {
    std::set<std::string> numbers;
    for (const ir_block& b : k.f.blocks) {
        if (numbered("%" + b.label)) numbers.insert("%" + b.label);
        for (const std::string& i : b.instructions)
            if (numbered(value_of(i))) numbers.emplace(value_of(i));
    }
    for (ir_block& b : k.f.blocks) {
        if (numbers.contains("%" + b.label)) b.label = "..v" + b.label;
        for (std::string& i : b.instructions) i = with_names(i, numbers);
    }
}

class derivation {
  public:
    explicit derivation(cut_kernel& k) : k_(k), first_(k.f.blocks[0].instructions) {
        for (std::size_t i = 0; i < first_.size(); ++i)
            if (const auto v = value_of(first_[i]); !v.empty()) defined_.emplace(v, i);
        for (std::size_t v = 0; v < k.variables.size(); ++v) variables_[k.variables[v].name] = v;
        find_stores();
    }

    // Whether the variable can be derived; what computes it is then among those that move.
    bool derive(const kernel_variable& v) {
        std::set<std::size_t> moved = moved_;
        if (!settles(v.name, moved)) return false;
        moved_ = std::move(moved);
        return true;
    }
    void move() {
        std::vector<std::string> rest;
        for (std::size_t i = 0; i < first_.size(); ++i)
            (moved_.contains(i) ? k_.derived : rest).push_back(std::move(first_[i]));
        first_ = std::move(rest);
    }

  private:
    // The one store of a variable, in the first block, where every thread comes by; all other uses are loads.
    void find_stores() {
        std::set<std::string, std::less<>> others;
        for (const ir_block& b : k_.f.blocks)
            for (const std::string& i : b.instructions) {
                if (operation_of(i) == "load") continue;
                const auto words = words_with('%', i);
                const bool stores = &b == k_.f.blocks.data() && operation_of(i) == "store" &&
                                    i.find("store volatile") == i.npos;
                for (const std::string_view w : words)
                    if (variables_.contains(w) &&
                        (!stores || words.back() != w || std::ranges::count(words, w) != 1 ||
                         !stores_.emplace(w, &i - b.instructions.data()).second))
                        others.emplace(w);
            }
        for (const std::string& v : others) stores_.erase(v);
    }

    bool settles(const std::string& variable, std::set<std::size_t>& moved) const {
        if (k_.variables[variables_.at(variable)].where == home::parameter) return true;
        const auto store = stores_.find(variable);
        if (store == stores_.end()) return false;
        const auto words = words_with('%', first_[store->second]);
        for (const std::string_view w : words)
            if (w != variable && !settles_value(std::string(w), moved)) return false;
        moved.insert(store->second);
        return true;
    }

    bool settles_value(const std::string& value, std::set<std::size_t>& moved) const {
        const auto at = defined_.find(value);
        if (at == defined_.end()) return is_parameter(value);
        const std::string& i = first_[at->second];
        const std::string_view what = operation_of(i);
        const bool loads =
            what == "load" && i.find(" volatile ") == i.npos && i.find(" atomic ") == i.npos;
        if (!index_in(i) && !loads && !(is_arithmetic(what) && words_with('@', i).empty()))
            return false;
        for (const std::string_view w : words_with('%', i)) {
            if (w == value || names_a_type(w)) continue;
            const std::string word(w);
            if (variables_.contains(word)
                    ? !loads || !settles(word, moved)
                    : (loads && !in_index(word)) || !settles_value(word, moved))
                return false;
        }
        moved.insert(at->second);
        return true;
    }
    bool in_index(const std::string& pointer) const {
        const auto at = defined_.find(pointer);
        if (at == defined_.end()) return false;
        const std::string& i = first_[at->second];
        if (index_in(i)) return true;
        if (operation_of(i) != "getelementptr") return false;
        for (const std::string_view w : words_with('%', i))
            if (w != pointer && !names_a_type(w)) return in_index(std::string(w));
        return false;
    }
    bool is_parameter(const std::string& value) const {
        return std::ranges::any_of(k_.f.parameters, [&](const std::string& p) {
            return !p.starts_with("ptr byval") && p.ends_with(" " + value);
        });
    }

    cut_kernel& k_;
    std::vector<std::string>& first_;
    std::map<std::string, std::size_t, std::less<>> defined_, variables_, stores_;
    std::set<std::size_t> moved_;
};

}  // namespace

std::optional<std::size_t> index_in(std::string_view instruction) {
    if (instruction.find(" = call ") == instruction.npos ||
        instruction.find("@llvm.threadlocal.address.p0(") == instruction.npos)
        return {};
    for (std::size_t n = 0; n < std::size(index_variables); ++n)
        if (instruction.find(index_variables[n]) != instruction.npos) return n;
    return {};
}

void derive_variables(cut_kernel& k) {
    name_numbers(k);
    if (std::ranges::none_of(k.variables, [](const auto& v) { return v.where == home::copied; }))
        return;
    derivation d(k);
    for (kernel_variable& v : k.variables)
        if (v.where == home::copied && d.derive(v)) v.where = home::own;
    d.move();
}

}  // namespace tileproof::cpu_regions
