// SPDX-License-Identifier: MIT
// Local variables that are declared without a value: which reads meet them unset.
//
// clang marks where such a variable begins (-ftrivial-auto-var-init=pattern):
//   %acc = alloca float, align 4
//   store float 0xFFFFFFFFE0000000, ptr %acc, align 4, !annotation !5
// It gets a twin of its own type, each bit of which says that the same bit of the variable is unset:
//   %unset.acc = alloca float, align 4             all 0
//   store i32 -1, ptr %unset.acc                   behind the marked store
//   store i32 0, ptr %unset.acc                    behind any other
//   %1 = load i32, ptr %unset.acc                  in front of a load, then a report when %1 is not 0
// Addresses inside of a variable are made for the twin as well. -O2 follows afterwards and drops
// nearly all of it: what is left is what no path analysis could decide.
//
// A load whose value is only stored to another private variable is no use of it (`current = next;`
// in the last turn of a loop that fetches ahead): the twin is copied instead. Of vectors all elements
// must be unset. Where the address of a variable leaves its function, the runtime is told of the twin
// (unset_escapes.cpp) and looks there when an access through a pointer hits the variable. A variable with
// a use that none of this follows is left alone.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tileproof::cpu_checked {

class unset_variables {
  public:
    // Accesses of these functions reach the runtime, so that addresses may be handed to them.
    explicit unset_variables(std::unordered_set<std::string_view> instrumented)
        : instrumented_(std::move(instrumented)) {}

    // skipped(line): a mark there is not the kernel's. site(line): the argument that names its place.
    template <class Skipped, class Site>
    void begin_function(const std::vector<std::string_view>& body, Skipped skipped, Site site) {
        clear();
        read(body);
        for (const std::size_t i : marks_)
            if (!skipped(body[i])) add_root(body[i]);
        if (roots_.empty()) return;
        judge_uses(body);
        if (roots_.empty()) return;
        for (std::size_t i = 0; i < body.size(); ++i) {
            tell_begun(i);
            follow(body, i, [&] { return site(body[i]); });
        }
    }
    // What comes in front of and behind a line of the body.
    const std::string& before(std::size_t line) const { return text_of(before_, line); }
    const std::string& behind(std::size_t line) const { return text_of(behind_, line); }
    // Functions and names, for the end of the module; empty when nothing needs them.
    std::string definitions() const;

  private:
    struct variable {
        std::string type;
        std::string shown;     // "acc"
        bool escapes = false;  // its address leaves the function
    };
    using name = std::string_view;

    void clear();
    void read(const std::vector<std::string_view>& body);
    void add_root(std::string_view line);
    void judge_uses(const std::vector<std::string_view>& body);
    enum class use { known, escape, unknown };
    use judge_use(std::string_view line, name pointer) const;
    bool only_copied(const std::vector<std::string_view>& body, name value) const;
    name root_of(name pointer) const;  // tracked ones alone; else empty
    template <class Site>
    void follow(const std::vector<std::string_view>& body, std::size_t i, Site site);
    void follow_store(const std::vector<std::string_view>& body, std::size_t i,
                      std::string_view text);
    std::string check_load(std::string_view text, name pointer, const std::string& site);
    void follow_copy(const std::vector<std::string_view>& body, std::size_t i);
    // unset_escapes.cpp
    bool is_own(name pointer) const;
    bool passes_by(std::string_view line) const;
    void note_begin(const std::vector<std::string_view>& body, std::size_t i, name root,
                    name pointer, std::size_t bytes);
    void tell_begun(std::size_t line);
    std::string any_unset(name pointer, std::size_t bytes, std::string sum, std::string& out);
    std::string telling(const std::string& condition, name root);
    static std::string end_telling(name root);
    static std::string definitions_of_telling();
    std::string shown_name(name root) const;
    std::string constant(const std::string& text);
    static const std::string& text_of(const std::map<std::size_t, std::string>& all,
                                      std::size_t line);

    std::unordered_set<std::string_view> instrumented_;
    std::map<name, std::string_view> allocas_;           // the type of each
    std::map<name, name> bases_;                         // what each address was made of
    std::map<name, std::vector<std::size_t>> mentions_;  // lines, by name
    std::map<name, std::string_view> loaded_;            // by value: the pointer
    std::vector<std::size_t> marks_;
    std::map<name, variable> roots_;
    // By the line where the runtime is told, and by variable: the addresses and sizes of what has begun.
    std::map<std::size_t, std::map<name, std::vector<std::pair<name, std::size_t>>>> begun_;
    std::map<std::size_t, std::string> before_, behind_;
    std::map<std::string, std::size_t> names_;
    unsigned checks_ = 0;
    bool used_ = false;
};

template <class Site>
void unset_variables::follow(const std::vector<std::string_view>& body, std::size_t i, Site site) {
    const std::string_view line = body[i];
    const std::size_t equals = line.find(" = ");
    const std::size_t start = line.find_first_not_of(' ');
    if (start == line.npos) return;
    const std::string_view text =
        line[start] == '%' && equals != line.npos ? line.substr(equals + 3) : line.substr(start);
    if (text.starts_with("load ")) {
        const std::size_t at = text.find(", ptr %");
        if (at == text.npos) return;
        const name pointer = text.substr(at + 6, text.find_first_of(", ", at + 6) - at - 6);
        const name value = line.substr(start, equals - start);
        if (root_of(pointer).empty() || line.find("!nosanitize") != line.npos ||
            only_copied(body, value))
            return;
        before_[i] += check_load(text, pointer, site());
    } else {
        follow_store(body, i, text);
    }
}

}  // namespace tileproof::cpu_checked
