// SPDX-License-Identifier: MIT
#include "kernels/user/regions/region_pass.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"
#include "kernels/device/cpu_checked/instrument/variables.hpp"
#include "kernels/user/regions/barrier_split.hpp"
#include "kernels/user/regions/region_text.hpp"

namespace tileproof::user {
namespace {

// Of the engine's own functions, those that never make a thread wait.
constexpr std::array<std::string_view, 2> harmless_of_engine = {
    "_ZN9tileproof10cpu_engine14dynamic_sharedEv",
    "_ZN9tileproof10cpu_engine12call_site_ofEPKciii"};

class module_text {
  public:
    explicit module_text(std::string_view text) : text_(text) {
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

    std::string_view find(std::string_view name) const {
        const auto f = functions_.find(name);
        return f == functions_.end() ? std::string_view() : f->second;
    }

    // Whether a call of this function may make the calling thread wait, or cannot be seen through.
    bool may_wait(const std::string& name) {
        if (const auto known = waits_.find(name); known != waits_.end()) return known->second;
        waits_[name] = true;  // one that calls itself is not followed
        const bool waits = looked_at(name);
        waits_[name] = waits;
        return waits;
    }

    // The kernel's own barriers are those that it is cut at.
    bool body_may_wait(std::string_view function, bool kernel = false) {
        for (const std::string_view line : cpu_checked::split_lines(function)) {
            if (line.find(" asm ") != line.npos || line.find("callbr ") != line.npos) return true;
            const bool calls = line.find("call ") != line.npos || line.find("invoke ") != line.npos;
            if (!calls || line.starts_with("define ") || (kernel && barrier_in(line))) continue;
            const std::string callee = callee_of(line);
            if (callee.empty() || may_wait(callee)) return true;
        }
        return false;
    }

    // "@x" of each __shared__ variable that this function, or one that it calls, can name.
    std::vector<std::string> shared_of(std::string_view function) const {
        std::set<std::string> found, seen;
        add_shared(function, found, seen);
        return {found.begin(), found.end()};
    }

  private:
    void add_shared(std::string_view function, std::set<std::string>& found,
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
    static std::string_view name_of(std::string_view define) {
        const auto words = words_with('@', define.substr(0, define.find('\n')));
        return words.empty() ? std::string_view() : words[0].substr(1);
    }
    // "f" of "invoke void @f(...)", nothing for a call of an address.
    static std::string callee_of(std::string_view line) {
        for (const std::string_view w : words_with('@', line)) {
            const char* const behind = w.data() + w.size();
            if (behind < line.data() + line.size() && *behind == '(')
                return std::string(w.substr(1));
            break;
        }
        return {};
    }

    bool looked_at(const std::string& name) {
        if (name.starts_with("llvm.")) return false;
        const bool engine = name.find("9tileproof10cpu_engine") != name.npos;
        if (engine) return std::ranges::find(harmless_of_engine, name) == harmless_of_engine.end();
        const std::string_view body = find(name);
        if (!body.empty()) return body_may_wait(body);
        // Of the C and C++ libraries nothing waits for a thread of the block.
        return name.starts_with("_Z") && !name.starts_with("_ZSt") && !name.starts_with("_ZNSt") &&
               !name.starts_with("_ZNKSt") && !name.starts_with("_Zn") && !name.starts_with("_Zd");
    }

    std::string_view text_;
    std::map<std::string_view, std::string_view> functions_;
    std::map<std::string, bool> waits_;
};

bool only_stores(std::string_view i, std::string_view name) {
    const auto words = words_with('%', i);
    return std::ranges::find(words, name) == words.end() ||
           (operation_of(i) == "store" && words.size() == 2 && words[0] == name);
}

// Loads from the structure at `names`, which gets the names of its members.
bool only_reads(std::string_view i, std::set<std::string, std::less<>>& names) {
    const auto words = words_with('%', i);
    if (std::ranges::none_of(words, [&](std::string_view w) { return names.contains(w); }))
        return true;
    if (operation_of(i) == "getelementptr") return names.emplace(value_of(i)), true;
    return operation_of(i) == "load";
}

// Each thread has parameters of its own. A pointer is stored in a variable; a structure that is passed by address must
// not be written to, nor its address go anywhere.
bool shares_parameters(const ir_function& f) {
    for (const std::string& p : f.parameters) {
        if (!p.starts_with("ptr ")) continue;
        const std::string_view name = cpu_checked::last_word(p);
        const bool by_address = p.find("byval(") != p.npos;
        std::set<std::string, std::less<>> names{std::string(name)};
        for (const ir_block& b : f.blocks)
            for (const std::string& i : b.instructions)
                if (by_address ? !only_reads(i, names) : !only_stores(i, name)) return true;
    }
    return false;
}

// Attributes that the functions which are made of it could not have.
bool has_unfit_attributes(std::string_view module, const ir_function& f) {
    const std::size_t at = f.tail.find('#');
    if (at == f.tail.npos || f.tail.find("!dbg") != f.tail.npos) return true;
    const std::string group =
        "\nattributes " + f.tail.substr(at, f.tail.find(' ', at) - at) + " = ";
    const std::size_t line = module.find(group);
    if (line == module.npos) return true;
    const std::string_view words = module.substr(line + 1, module.find('\n', line + 1) - line - 1);
    return words.find(" noinline") != words.npos || words.find(" optnone") != words.npos ||
           words.find("alwaysinline") != words.npos || words.find(" naked") != words.npos;
}

std::string changed_kernel(std::string_view module, module_text& functions,
                           const std::string& name) {
    const std::string_view text = functions.find(name);
    if (text.empty() || functions.body_may_wait(text, true)) return {};
    auto f = read_function(text);
    if (!f || !f->before.ends_with(" void ") || shares_parameters(*f) ||
        has_unfit_attributes(module, *f))
        return {};
    const auto cut = cut_at_barriers(*f);
    return cut ? region_functions(*cut, *f, text, functions.shared_of(text)) : std::string();
}

}  // namespace

std::string with_regions(std::string_view module) {
    module_text functions(module);
    const cpu_checked::marked_variables marks(cpu_checked::split_lines(module));
    std::map<std::size_t, std::pair<std::size_t, std::string>>
        changes;  // place -> length, new text
    for (const std::string& kernel : marks.kernels()) {
        std::string made = changed_kernel(module, functions, kernel);
        if (made.empty()) continue;
        const std::string_view old = functions.find(kernel);
        changes[static_cast<std::size_t>(old.data() - module.data())] = {old.size(),
                                                                         std::move(made)};
    }
    if (changes.empty()) return std::string(module);
    std::string result;
    std::size_t from = 0;
    for (const auto& [at, change] : changes) {
        result.append(module.substr(from, at - from)).append(change.second);
        from = at + change.first;
    }
    return result.append(module.substr(from)).append("\n").append(region_declarations(module));
}

}  // namespace tileproof::user
