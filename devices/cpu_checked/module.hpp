// SPDX-License-Identifier: MIT
// What the passes leave in each object file for the checking runtime.
//
// They pass a `site`, the source location of the access, to every call that they add (compiler/passes/checks.hpp), as a constant pointer argument. So a report needs no program counter, debug information or symboliser, and
// the copies of an access that an optimiser makes (inlining, unrolling) keep one identity. `tile[y][x] = in[i];` in
// line 12 has two sites, both {"kernels/transpose/tiled.hip", "transpose_tiled", 12, column}.
//
// compiler/passes/site_table.cpp, marked_variables.cpp and checks.cpp write the layout of these structures in LLVM IR: change
// both together.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileproof::cpu_checked {

struct region;  // region.hpp

struct site {
    const char* file;
    const char* function;
    std::uint32_t line, column;
    std::uint32_t id;          // assigned by the runtime when the module is registered, from 1
    std::uint16_t in_library;  // 1: in a library, so its caller's place is reported instead
    std::uint16_t bytes;       // of its access; 0: unknown
    region* last;              // region of this site's last access, usually also of the next
};

enum class object_kind : std::uint32_t { shared = 0, device_variable = 1, constant = 2 };

// A __shared__, __device__ or __constant__ variable. Each is followed by a gap of `object_gap` bytes that belongs to
// nobody, as long as all shared memory of a block, so that an index past the end, however far, reaches no other
// variable. (1,024 bytes after a variable with an initial value.)
struct object {
    void* address;
    std::uint64_t bytes;
    const char* name;  // "tile"
    const char* file;
    std::uint32_t line;
    object_kind kind;
};
inline constexpr std::uint64_t object_gap = 64 << 10;

// A byte is set once a line has run, a condition was true, or false, or a kernel was launched (whose name `file` is).
struct code {
    const char* file;
    std::uint32_t line, column;
    std::uint32_t what;  // devices::code_point::kind
    std::uint32_t byte;
    std::int32_t number;  // positive, with which a condition compares; 0: none
};

struct module {
    site* sites;
    std::uint64_t site_count;
    const object* objects;
    std::uint64_t object_count;
    const code* codes;
    std::uint64_t code_count;
    std::uint8_t** reached;  // to be set to that many bytes
    std::uint64_t reached_count;
};

}  // namespace tileproof::cpu_checked
