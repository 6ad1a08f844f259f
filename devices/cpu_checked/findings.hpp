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

// The unset variables of a thread whose addresses are known to other functions (compiler/passes/unset_variables.hpp): accesses of
// the thread's own memory look them up here.
//
//   unset_list own;
//   own.begin(0x1000, 8, twin, "sum");       // twin: eight bytes 0xff
//   own.meets(0x1004, 4)                     true: 4 bytes of sum
//   own.set(0x1000, 8);                      all of sum is written: it is dropped from now on
//   own.meets(0x1004, 4)                     false, without a look at any variable
//
// Most variables are set soon, and a thread has few others at a time. The variable's own function also clears bits of
// the twin, without notice; only begin() announces bits that are set again.

struct unset_variable {
    std::uintptr_t begin = 0;
    std::uint64_t bytes = 0;
    std::uint8_t* twin = nullptr;  // bits of unset bytes are 1
    const char* name = "";
    std::uint64_t known = 0;  // this many bytes, from the first one on, are set
};

class unset_list {
  public:
    bool meets(std::uintptr_t address, std::uint64_t bytes) const {
        return address < high_ && address + bytes > low_;
    }
    void begin(std::uintptr_t variable, std::uint64_t bytes, std::uint8_t* twin, const char* name);
    void end(std::uintptr_t variable);
    void clear();
    // These bytes are written.
    void set(std::uintptr_t address, std::uint64_t bytes);
    // These bytes are read: returns the variable that is not set there; null if there is none. A read longer than
    // `most_exact` bytes may copy a struct, and copying unset parts is fine: then all of it must be unset.
    const unset_variable* find_unset(std::uintptr_t address, std::uint64_t bytes);

    static constexpr std::uint64_t most_exact = 8;

  private:
    void drop(std::size_t);
    bool complete(unset_variable&) const;
    std::uintptr_t low_ = ~std::uintptr_t{0}, high_ = 0;  // range of all of them
    std::vector<unset_variable> all_;
};

}  // namespace tileproof::cpu_checked
