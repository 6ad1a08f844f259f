// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/variable_homes.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

using home = kernel_variable::home;

// "%x = alloca [4 x float], align 16".
bool read_alloca(std::string_view i, kernel_variable& v) {
    v.name = value_of(i);
    std::string_view rest = i.substr(i.find(" alloca ") + 8);
    v.type = cpu_checked::leading_type(rest);
    rest.remove_prefix(v.type.size());
    constexpr std::string_view align = ", align ";
    // One without a name has its number by its place in the function.
    const bool named = v.name.size() > 1 && (v.name[1] < '0' || v.name[1] > '9');
    if (!named || v.type.empty() || !rest.starts_with(align)) return false;
    rest.remove_prefix(align.size());
    return std::from_chars(rest.data(), rest.data() + rest.size(), v.alignment).ptr ==
           rest.data() + rest.size();
}

bool take_allocas(cut_kernel& k) {
    for (std::size_t b = 0; b < k.f.blocks.size(); ++b) {
        std::vector<std::string>& list = k.f.blocks[b].instructions;
        std::vector<std::string> rest;
        for (std::string& i : list) {
            if (operation_of(i) != "alloca") {
                rest.push_back(std::move(i));
                continue;
            }
            kernel_variable v;
            if (b > 0 || !read_alloca(i, v)) return false;
            v.needed_after.assign(k.barriers.size(), false);
            k.variables.push_back(std::move(v));
        }
        list = std::move(rest);
    }
    return true;
}

// What one instruction does to a variable.
enum class use { none, reads, sets };

class variable_uses {
  public:
    explicit variable_uses(cut_kernel& k) : k_(k) {
        for (std::size_t v = 0; v < k.variables.size(); ++v) pointers_[k.variables[v].name] = v;
        for (std::size_t known = 0;
             known != pointers_.size();) {  // a block may stand below one that it leads to
            known = pointers_.size();
            for (const ir_block& b : k.f.blocks)
                for (const std::string& i : b.instructions) follow(i);
        }
        for (const auto& [name, v] : pointers_) ++pointer_counts_[v];
        find_parameters();
    }

    // What an instruction does to the variables that it names.
    std::map<std::size_t, use> of(const std::string& i) const {
        std::map<std::size_t, use> uses;
        for (const std::string_view w : words_with('%', i))
            if (const std::size_t v = variable_at(w); v != none()) {
                const kernel_variable& x = k_.variables[v];
                const bool sets = operation_of(i) == "store" && stored_to(i) == x.name &&
                                  type_stored(i) == x.type;
                uses[v] = sets ? use::sets : use::reads;
            }
        return uses;
    }

    static std::string_view type_stored(std::string_view i) {
        const std::size_t at = i.find("store ");
        return at == i.npos ? i : cpu_checked::leading_type(i.substr(at + 6));
    }

    // The last name of "store ptr %p, ptr %x, align 8, !tbaa !6".
    static std::string stored_to(std::string_view i) {
        const auto words = words_with('%', i);
        const std::size_t comma = i.rfind(", ptr ");
        if (words.empty() || comma == i.npos) return {};
        const std::string_view behind = i.substr(comma + 6);
        return std::string(behind.substr(0, behind.find_first_of(", ")));
    }

  private:
    std::size_t none() const { return k_.variables.size(); }
    std::size_t variable_at(std::string_view word) const {
        const auto p = pointers_.find(word);
        return p == pointers_.end() ? none() : p->second;
    }

    void follow(const std::string& i) {
        const std::string_view what = operation_of(i);
        const std::string_view own = value_of(i);
        for (const std::string_view w : words_with('%', i)) {
            const std::size_t v = variable_at(w);
            if (v == none() || w == own) continue;
            if (what == "getelementptr") {
                pointers_[std::string(own)] = v;
                continue;
            }
            const bool harmless = what == "load" ||
                                  (what == "store" && stored_to(i) == w &&
                                   std::ranges::count(words_with('%', i), w) == 1) ||
                                  i.find("@llvm.memcpy.") != i.npos ||
                                  i.find("@llvm.memset.") != i.npos;
            if (!harmless) k_.variables[v].where = home::in_frame;
        }
    }

    // Set once, in the first block, to a parameter of the kernel.
    void find_parameters() {
        std::map<std::size_t, int> sets;
        std::map<std::size_t, const std::string*> last;
        for (std::size_t b = 0; b < k_.f.blocks.size(); ++b)
            for (const std::string& i : k_.f.blocks[b].instructions)
                if (operation_of(i) != "load" && operation_of(i) != "getelementptr")
                    for (const auto& [v, what] : of(i)) {
                        sets[v] += what == use::sets && b == 0 && is_parameter(i) ? 1 : 2;
                        last[v] = &i;
                    }
        std::set<const std::string*> taken;
        for (auto& [v, count] : sets)
            if (count == 1 && k_.variables[v].where == home::own && !has_pointers(v)) {
                k_.variables[v].where = home::parameter;
                k_.variables[v].store = *last[v];
                taken.insert(last[v]);
            }
        std::vector<std::string> rest;
        for (std::string& i : k_.f.blocks[0].instructions)
            if (!taken.contains(&i)) rest.push_back(std::move(i));
        k_.f.blocks[0].instructions = std::move(rest);
    }
    bool is_parameter(const std::string& store) const {
        const auto words = words_with('%', store);
        return words.size() == 2 && std::ranges::any_of(k_.f.parameters, [&](const std::string& p) {
                   return cpu_checked::last_word(p) == words[0];
               });
    }
    bool has_pointers(std::size_t v) const { return pointer_counts_.at(v) > 1; }

    cut_kernel& k_;
    std::map<std::string, std::size_t, std::less<>> pointers_;  // to which variable a value points
    std::map<std::size_t, int> pointer_counts_;
};

// Which variables are read behind a barrier before they are set again.
class needs {
  public:
    needs(cut_kernel& k, const variable_uses& uses) : k_(k), first_(k.variables.size()) {
        std::map<std::string, std::size_t> numbers;
        for (std::size_t b = 0; b < k.f.blocks.size(); ++b) numbers[k.f.blocks[b].label] = b;
        for (std::size_t b = 0; b < k.f.blocks.size(); ++b) {
            next_.push_back(k.barrier_of_block[b] ? std::vector{b + 1}
                                                  : std::vector<std::size_t>());
            if (!k.barrier_of_block[b])
                for (const std::string& label : targets_of(k.f.blocks[b].instructions.back()))
                    next_[b].push_back(numbers.at(label));
            for (const std::string& i : k.f.blocks[b].instructions)
                for (const auto& [v, what] : uses.of(i)) first_[v].emplace(b, what);
        }
    }

    void find(std::size_t v) {
        std::vector<use> first(k_.f.blocks.size(), use::none);
        for (const auto& [b, what] : first_[v]) first[b] = what;
        std::vector<bool> needed(first.size(), false);  // at the begin of a block
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t b = first.size(); b-- > 0;) {
                if (needed[b] || first[b] == use::sets) continue;
                bool now = first[b] == use::reads;
                for (const std::size_t n : next_[b]) now = now || needed[n];
                if (now) needed[b] = changed = true;
            }
        }
        kernel_variable& x = k_.variables[v];
        for (std::size_t b = 0; b < first.size(); ++b)
            if (const int k = k_.barrier_of_block[b]; k && needed[b + 1]) {
                x.needed_after[static_cast<std::size_t>(k - 1)] = true;
                x.where = home::copied;
            }
    }

  private:
    cut_kernel& k_;
    std::vector<std::vector<std::size_t>> next_;
    std::vector<std::map<std::size_t, use>> first_;  // of a variable in each block that names it
};

}  // namespace

bool find_homes(cut_kernel& k) {
    if (!take_allocas(k)) return false;
    if (k.barriers.empty()) return true;  // all of it is over when the next thread begins
    const variable_uses uses(k);
    needs needed(k, uses);
    for (std::size_t v = 0; v < k.variables.size(); ++v)
        if (k.variables[v].where == home::own) needed.find(v);
    return true;
}

}  // namespace tileproof::cpu_regions
