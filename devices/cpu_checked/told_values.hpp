// SPDX-License-Identifier: MIT
// The values of variables that copies of kernels report before each access (compiler/passes/told_values.hpp), until the
// launch ends.
//
//   told.add({block 0, thread 3, site 4, address}, "s:row\nu:pitch\n", {2, 16});
//   told.find(block 0, thread 3, site 4, address)    {{"row", "2"}, {"pitch", "16"}}
//
// The first few hundred thousand accesses are kept: a case that is explained has few.
#pragma once

#include <array>
#include <cstdarg>
#include <cstdint>
#include <vector>

#include "devices/asked_values.hpp"

namespace tileproof::cpu_checked {

class told_values {
  public:
    using variable = kernels::asked_values::variable;
    struct key {
        std::uint64_t block = 0;
        unsigned thread = 0;
        std::uint32_t site = 0;
        std::uintptr_t address = 0;  // 0: no memory, or any
    };
    // names: "s:row\nu:pitch\n", with as many numbers.
    void add(const key&, const char* names, std::va_list numbers);
    // The last values of this thread at this site; with an address, those of the access that begins there or less
    // than 16 bytes before.
    std::vector<variable> find(const key&) const;
    void clear() { all_.clear(); }

  private:
    static constexpr std::size_t most = 400'000, most_numbers = 8;
    struct entry {
        key who;
        const char* names = nullptr;
        std::array<std::uint64_t, most_numbers> numbers{};
    };
    std::vector<entry> all_;
};

}  // namespace tileproof::cpu_checked
