// SPDX-License-Identifier: MIT
// The findings of a launch: one report for each bug, however often it shows.
//
//   const finding_key key{check_kind::race, base_of_the_object, line_of(writer)};
//   if (!found.again(key)) found.add(key, report);
//
// A kernel that races in a million accesses makes one report and a million calls of again(), at some ten nanoseconds
// each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "devices/cpu_checked/report.hpp"

namespace tileproof::cpu_checked {

// What makes two observations the same bug: the kind, and depending on the kind an object or lines.
struct finding_key {
    check_kind kind{};
    std::uintptr_t object = 0;
    std::uint32_t line = 0, other_line = 0;  // module_registry::line_of
    friend bool operator==(const finding_key&, const finding_key&) = default;
};

class findings {
  public:
    // If the key is known, counts it and returns true.
    bool again(const finding_key&);
    void add(const finding_key&, check_report&&);
    template <class F>
    void remove_if(F f) {  // calls f(key, report)
        for (entry& e : entries_)
            if (!e.removed && f(e.key, e.report)) e.removed = true;
    }
    bool empty() const { return entries_.empty(); }
    // The reports in the order of discovery; clears them.
    std::vector<check_report> take(bool stopped);

  private:
    struct hash {
        std::size_t operator()(const finding_key& k) const {
            std::uint64_t h = k.object * 0x9e3779b97f4a7c15u;
            h ^= (std::uint64_t{k.line} << 32 | k.other_line) * 0xbf58476d1ce4e5b9u;
            return static_cast<std::size_t>((h ^ h >> 29) + static_cast<unsigned>(k.kind));
        }
    };
    struct entry {
        finding_key key;
        check_report report;
        bool removed = false;
    };
    std::unordered_map<finding_key, std::size_t, hash> known_;
    std::vector<entry> entries_;
};

}  // namespace tileproof::cpu_checked
