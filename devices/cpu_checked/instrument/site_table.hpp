// SPDX-License-Identifier: MIT
// The sites of a module (module.hpp): collects the places that calls are given, and makes the text
// that defines them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "devices/cpu_checked/instrument/places.hpp"
#include "devices/cpu_checked/instrument/rewrite.hpp"
#include "devices/cpu_checked/instrument/variables.hpp"

namespace tileproof::cpu_checked {

class site_table {
  public:
    site_table(const places& where, const rewrite_paths& paths) : where_(where), paths_(paths) {}
    // A new site for the place of this line, as the argument of a call.
    std::string argument(std::string_view line);
    bool of_engine(std::string_view line) const;
    bool of_library(std::string_view line) const;
    std::size_t count() const { return entries_.size(); }
    std::string text(string_constants&) const;

  private:
    const places& where_;
    const rewrite_paths& paths_;
    std::vector<source_place> entries_;
};

}  // namespace tileproof::cpu_checked
