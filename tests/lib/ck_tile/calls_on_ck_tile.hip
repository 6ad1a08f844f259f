// SPDX-License-Identifier: MIT
// The calls of this folder as a HIP program that includes "ck_tile/core.hpp": each call runs in a kernel, by its thread.
//
//   tileproof run --device cpu --wave 64 tests/lib/ck_tile/calls_on_ck_tile.hip -I lib/tileproof/ck_tile/include
//
// runs them with this library's core, as a test does; another include folder tries another core. Those of CK Tile need
// their inline assembly left out, and one of each two functions that differ in __host__ and __device__ only.
#define TILEPROOF_CALLS_ON_CK_TILE 1
#include "containers.cpp"
#include "descriptors.cpp"
#include "encodings.cpp"
#include "numbers_and_sequences.cpp"
#include "sweeps.cpp"
#include "tiles.cpp"
#include "windows.cpp"

#include <cstdio>

__global__ void run_call(const call* c, std::vector<double>* result) {
    if (static_cast<int>(threadIdx.x) == c->thread) *result = c->run();
}

void print(const char* word, const std::vector<double>& list) {
    std::printf("  %s", word);
    for (const double number : list) std::printf(" %g", number);
}

int main() {
    int different = 0;
    for (const call& c : calls()) {
        std::vector<double> result;
        run_call<<<1, 256>>>(&c, &result);
        (void)hipDeviceSynchronize();
        if (result == c.expected) continue;
        ++different;
        std::printf("%s", c.name);
        print("gives", result);
        print("expected", c.expected);
        std::printf("\n");
    }
    std::printf("%zu calls, %d differ\n", calls().size(), different);
    return different == 0 ? 0 : 1;
}
