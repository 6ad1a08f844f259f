// SPDX-License-Identifier: MIT
// Which variables an address is computed of, and how their values are had where it is used.
//
//   out[row * pitch + column]       row, pitch and column: what was loaded for the index
//   out[index]                      index, and behind it the variables of which it was computed: row, pitch, column
//   float* line = out + row * pitch; line[column]      column, row, pitch
//
// The values of the first kind are those that the computation has used. Those behind are read again, when their scope
// is open there and nothing was stored to them since: never a value that is not the variable's.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "devices/cpu_checked/instrument/variable_names.hpp"

namespace tileproof::cpu_checked {

struct used_variable {
    std::string name;
    char number = 's';      // variable_names::number
    std::string type;       // "i32"
    std::string value;      // "%14"; empty: it has to be loaded
    std::string_view load;  // the instruction that does
};

class used_variables {
  public:
    used_variables(const variable_names& names, const places& where, const definitions& defined,
                   const std::vector<std::string_view>& body);
    // Those of the value, which line `line` of the body uses at location `location`; the nearest first.
    std::vector<used_variable> of(std::string_view value, std::size_t line, unsigned location);

  private:
    void follow(std::string_view value, bool here, int depth);
    void load(std::string_view value, std::string_view text, bool here, int depth);
    void behind(std::string_view variable, int depth);
    bool readable_again(std::string_view pointer) const;
    std::string_view root_of(std::string_view pointer) const;

    const variable_names& names_;
    const places& where_;
    const definitions& defined_;
    const std::vector<std::string_view>& body_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> stores_;  // lines, by variable
    std::vector<used_variable> found_;
    std::set<std::string> known_;
    std::set<std::string_view> seen_;
    std::size_t line_ = 0;
    std::size_t since_ = 0;  // the line of the store that computes what is followed
    unsigned location_ = 0;
};

}  // namespace tileproof::cpu_checked
