// SPDX-License-Identifier: MIT
// Rewrites the lines of functions: calls of the thread sanitizer become calls of our runtime, and
// accesses that it leaves alone get calls of their own.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "devices/cpu_checked/instrument/private_values.hpp"
#include "devices/cpu_checked/instrument/site_table.hpp"
#include "devices/cpu_checked/instrument/unset.hpp"

namespace tileproof::cpu_checked {

// "define internal void @f(ptr %0) #1" is "f".
std::string_view defined_function(std::string_view define);
// ... and "#1".
std::string_view function_attributes(std::string_view define);

// ", !dbg !27", as the line has it; nothing where it has none.
std::string debug_of(std::string_view line);
// Drops the attribute group of a call, which spoke of the function that was called before.
std::string without_attributes(std::string_view after);

class function_rewriter {
  public:
    // checked_groups: attribute groups ("#1") of functions that are checked; library: names of the
    // functions that library files define; instrumented: of those whose accesses the runtime sees.
    function_rewriter(site_table& sites, std::set<std::string> checked_groups,
                      std::unordered_set<std::string_view> library,
                      std::unordered_set<std::string_view> instrumented)
        : sites_(sites),
          checked_groups_(std::move(checked_groups)),
          library_(std::move(library)),
          unset_(std::move(instrumented)) {}

    void begin_function(std::string_view define, std::vector<std::string_view> body);
    void rewrite(std::string_view line, std::string& out);

    std::set<std::string> declarations;  // of the runtime's functions that are called
    bool uses_faults = false;            // @tileproof.when
    std::string definitions() const { return unset_.definitions(); }

  private:
    void rewrite_line(std::string_view line, std::string& out);
    void declare(std::string_view result, const std::string& name,
                 const std::vector<std::string_view>& arguments);
    bool rewrite_sanitizer_call(std::string_view line, std::string& out);
    bool rewrite_overrun(std::string_view line, std::string& out);
    // The address that an index outside its array leads to, made where the index is found wrong:
    // "%tileproof.outside.3", and whether an access uses it. Nothing when it cannot be told.
    struct overrun {
        std::string made;  // its instructions
        std::string address = "null";
        bool used = true;
    };
    overrun find_overrun() const;
    bool accessed(std::string_view pointer, int depth) const;
    bool rewrite_end(std::string_view line, std::string& out);
    bool rewrite_allocation(std::string_view line, std::string& out);
    void check_division(std::string_view line, std::string& out);
    void check_callee(std::string_view line, std::string& out);
    void report_when(const std::string& condition, int kind, std::string_view line,
                     std::string& out);
    void emit(std::string_view line, const call_parts&, const std::string& name, std::string& out);
    void check_range(std::string_view line, const char* what, std::string_view operand,
                     std::string_view bytes, std::string_view alignment, std::string& out);
    bool rewrite_copy(std::string_view line, std::string& out);
    void check_side(std::string_view line, bool write, const call_parts&, std::string_view operand,
                    unsigned alignment, std::string& out);
    void note_results(std::string_view line, std::string& out);
    void note_call(std::string_view line, std::string& out);
    void add_missing(std::string_view line, std::string& out);
    void add_access(std::string_view line, const char* what, std::string_view type,
                    std::string_view rest, std::string& out);
    void add_atomic(std::string_view line, std::string_view value, std::string& out);

    site_table& sites_;
    std::set<std::string> checked_groups_;
    std::unordered_set<std::string_view> library_;
    private_values private_;
    unset_variables unset_;
    bool checked_ = false, of_library_ = false;
    unsigned pieces_ = 0;  // names of addresses of pieces of copies, of conditions
    std::vector<std::string_view> body_;
    std::size_t line_ = 0;  // of the body
};

}  // namespace tileproof::cpu_checked
