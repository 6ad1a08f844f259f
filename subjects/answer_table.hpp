// SPDX-License-Identifier: MIT
// The functions by which a generated program answers for a layout or a tile distribution, as plain C: what the
// program (answers.hpp) and the harness have in common.
//
//   offset(d, {1,2}, &n)   true and n = 5 for packed [2,3]; false: the index has no element
#pragma once

#include <cstdint>

extern "C" {
struct tileproof_layout_answers {
    void* (*make)(const std::int64_t* numbers);  // throws what the library throws
    void* (*make_of_type)();                     // null: it does not say that it is static
    void (*destroy)(void*);
    int rank, hidden_rank;
    void (*lengths)(const void*, std::int64_t*);
    std::int64_t (*space)(const void*);
    bool (*offset)(const void*, const std::int64_t*, std::int64_t*);
    void (*hidden)(const void*, const std::int64_t*, std::int64_t*);
    void (*move)(const void*, std::int64_t*, const std::int64_t*);
    void (*vectors)(const void*, std::int64_t*, std::int64_t*);
    bool (*says_static)(const void*);
};
// Sizes: X lengths, P lengths, Y lengths and the number of replicas, in this order, as many as there are.
struct tileproof_tile_answers {
    void (*sizes)(std::int64_t*);
    void (*index)(const std::int64_t* p, const std::int64_t* y, std::int64_t* x);
};
}
