// Rewrites the lines of functions: calls of the thread sanitizer become calls of our runtime, and
// accesses that it leaves alone get calls of their own.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "kernels/device/cpu_checked/instrument/private_values.hpp"
#include "kernels/device/cpu_checked/instrument/site_table.hpp"

namespace tileproof::cpu_checked {

// "define internal void @f(ptr %0) #1" is "f".
std::string_view defined_function(std::string_view define);

class function_rewriter {
  public:
    // checked_groups: attribute groups ("#1") of functions that are checked; library: names of the
    // functions that library files define.
    function_rewriter(site_table& sites, std::set<std::string> checked_groups,
                      std::unordered_set<std::string_view> library)
        : sites_(sites), checked_groups_(std::move(checked_groups)), library_(std::move(library)) {}

    void begin_function(std::string_view define);
    void rewrite(std::string_view line, std::string& out);

    std::set<std::string> declarations;  // of the runtime's functions that are called

  private:
    void declare(std::string_view result, const std::string& name,
                 const std::vector<std::string_view>& arguments);
    bool rewrite_sanitizer_call(std::string_view line, std::string& out);
    bool rewrite_overrun(std::string_view line, std::string& out);
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
    bool checked_ = false, of_library_ = false;
    unsigned pieces_ = 0;  // names of addresses of pieces of copies
};

}  // namespace tileproof::cpu_checked
