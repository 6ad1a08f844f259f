// SPDX-License-Identifier: MIT
// What the instrumenter leaves in each instrumented object file, and the checking runtime reads.
//
// The instrumenter (instrument/rewrite.hpp) gives every call it adds a `site`: the place in the
// source that made the access, as a constant pointer argument. So a report needs no program
// counter, no debug information and no symboliser, and the copies of one access that an optimiser
// makes (inlining, unrolling) keep one identity. For `tile[y][x] = in[i];` in line 12 there are two
// sites, both {"kernels/transpose/tiled.hip", "transpose_tiled", 12, column}.
//
// The layout of these structures is written out in LLVM IR by rewrite.cpp: change both together.
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
    std::uint32_t in_library;  // 1: a library's place, which means little: its caller's is told
    region* last;  // where this site's last access went: usually where the next one goes, too
};

enum class object_kind : std::uint32_t { shared = 0, device_variable = 1, constant = 2 };

// A __shared__, __device__ or __constant__ variable. Each is followed by a gap of `object_gap` bytes
// that belongs to nobody, as long as all shared memory of a block, so that an index which runs over
// the end, however far, reaches no other one. (1,024 bytes behind a variable with an initial value.)
struct object {
    void* address;
    std::uint64_t bytes;
    const char* name;  // "tile"
    const char* file;
    std::uint32_t line;
    object_kind kind;
};
inline constexpr std::uint64_t object_gap = 64 << 10;

struct module {
    site* sites;
    std::uint64_t site_count;
    const object* objects;
    std::uint64_t object_count;
};

}  // namespace tileproof::cpu_checked
