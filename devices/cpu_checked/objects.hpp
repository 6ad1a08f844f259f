// SPDX-License-Identifier: MIT
// What instrumented modules have registered: places in their source, and their __shared__, __device__ and
// __constant__ variables; and the constant data of the program, which everything may read.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "devices/cpu_checked/module.hpp"
#include "devices/cpu_checked/region.hpp"

namespace tileproof::cpu_checked {

void register_module(
    module&);  // called when an instrumented object file is loaded; it is never unloaded

class module_registry {
  public:
    static module_registry& only();
    void add(module&);
    const site& known_site(std::uint32_t id) const;  // by site.id
    // The same number for all sites of a source line.
    std::uint32_t line_of(std::uint32_t id) const { return id < lines_.size() ? lines_[id] : 0; }
    static const site& unknown();
    // The object that contains the address, or whose trailing gap does; null if there is none.
    region* find(std::uintptr_t address);
    // Constant data of the program or its libraries that contains the whole range; null if there is none.
    region* constant_data(std::uintptr_t address, std::size_t bytes);
    template <class F>
    void each(F f) {
        for (auto& r : objects_) f(*r);
    }

  private:
    void scan_constant_data();
    std::vector<site*> sites_;
    std::vector<std::uint32_t> lines_;  // by site.id
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> line_numbers_;
    std::vector<std::unique_ptr<region>> objects_;  // sorted by address
    std::deque<region> constants_;
};

}  // namespace tileproof::cpu_checked
