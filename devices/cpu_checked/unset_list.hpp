// SPDX-License-Identifier: MIT
// What is known of a thread's own memory, which accesses through an address look up here: its unset variables whose addresses other
// functions have (compiler/passes/unset_variables.hpp), and the bytes beside its arrays that are nobody's (local_arrays.hpp there).
//
//   unset_list own;
//   own.begin(0x1000, 8, twin, "sum");       // twin: eight bytes 0xff
//   own.meets(0x1004, 4)                     true: 4 bytes of sum
//   own.set(0x1000, 8);                      all of sum is written: it is dropped from now on
//   own.meets(0x1004, 4)                     false, without a look at any variable
//
//   own.begin_array({0x2000, 12, 16, "best"});   16 bytes on each side
//   own.beyond_array(0x200c, 4)->name            "best": its fourth element
//
// Most variables are set soon, and a thread has few others at a time. The variable's own function also clears bits of
// the twin, without notice; only begin() announces bits that are set again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileproof::cpu_checked {

struct unset_variable {
    std::uintptr_t begin = 0;
    std::uint64_t bytes = 0;
    std::uint8_t* twin = nullptr;  // bits of unset bytes are 1
    const char* name = "";
    std::uint64_t known = 0;  // this many bytes, from the first one on, are set
};

// One whose address is known, with bytes on both sides that are nobody's (compiler/passes/local_arrays.hpp).
struct local_array {
    std::uintptr_t begin = 0;
    std::uint64_t bytes = 0, beyond = 0;
    const char* name = "";
};

class unset_list {
  public:
    bool meets(std::uintptr_t address, std::uint64_t bytes) const {
        return address < high_ && address + bytes > low_;
    }
    void begin(std::uintptr_t variable, std::uint64_t bytes, std::uint8_t* twin, const char* name);
    void end(std::uintptr_t variable);
    void clear();
    void begin_array(const local_array&);
    void end_array(std::uintptr_t begin);
    // The array beside which these bytes lie; null: there is none.
    const local_array* beyond_array(std::uintptr_t address, std::uint64_t bytes) const;
    // These bytes are written.
    void set(std::uintptr_t address, std::uint64_t bytes);
    // These bytes are read: returns the variable that is not set there; null if there is none. What copies a struct may copy
    // unset parts: then all of it must be unset.
    const unset_variable* find_unset(std::uintptr_t address, std::uint64_t bytes, bool copies);

  private:
    void drop(std::size_t);
    void cover_all();
    bool complete(unset_variable&) const;
    std::uintptr_t low_ = ~std::uintptr_t{0}, high_ = 0;  // range of all of them
    std::vector<unset_variable> all_;
    std::vector<local_array> arrays_;
};

}  // namespace tileproof::cpu_checked
