// SPDX-License-Identifier: MIT
// Kernels that write a buffer in every way there is: whatever they write counts as written when a
// later launch reads it.
#pragma once

#include <vector>

namespace tileproof::planted {

constexpr int stored_threads = 64;

struct store_way {
    const char* name;
    int bytes;  // that each thread writes
    void (*write)(
        void* to);  // launches stored_threads threads, thread t writes the bytes from t * bytes on
    bool padding;   // there are bytes between its fields that nobody has to write
    void (*read)(const void* from,
                 int* sink);  // launches a kernel that reads all of it, as it was written
};
const std::vector<store_way>& store_ways();

// Launches a kernel that reads `count` bytes one by one.
void read_bytes(const void* from, int count, int* sink);

}  // namespace tileproof::planted
