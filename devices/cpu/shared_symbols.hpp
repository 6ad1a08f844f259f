// SPDX-License-Identifier: MIT
// The __shared__ variables in a file of code, found in its symbol table by the tag that keywords.h gives their names.
//
//   template <int N> __global__ void k() { __shared__ float a[N]; ... }    // k<4>, k<8>
//
//   shared_symbols s = read_shared_symbols("kernels.so", 0x80);   // of a file with 0x80 bytes of thread-local memory
//   s.all              // {{0x0, 16}, {0x10, 32}}: position and size in that memory
//   s.of_function      // {0x1130: {{0x0, 16}}, 0x1180: {{0x10, 32}}}: by the address of the function in the file
//
// For a stripped file, only those of templates and inline functions are found, and only if it exports its symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tileproof::cpu_engine {

struct shared_place {
    std::uint64_t offset = 0, bytes = 0;
    friend auto operator<=>(const shared_place&, const shared_place&) = default;
};

struct shared_symbols {
    std::vector<shared_place> all;
    std::map<std::uint64_t, std::vector<shared_place>> of_function;
};

// Empty if the file cannot be read, is not an ELF file for this machine, or has other thread-local memory and so is
// no longer the file that was loaded.
shared_symbols read_shared_symbols(const std::string& file, std::uint64_t thread_local_bytes);

}  // namespace tileproof::cpu_engine
