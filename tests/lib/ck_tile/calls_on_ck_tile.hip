// SPDX-License-Identifier: MIT
// The calls of this folder as a HIP program that includes "ck_tile/core.hpp": each call runs in a kernel, by its thread.
//
//   tileproof run --device cpu --wave 64 tests/lib/ck_tile/calls_on_ck_tile.hip -I lib/tileproof/ck_tile/include
//
// runs them with this library's core, as a test does; another include folder tries another core.
#define TILEPROOF_CALLS_ON_CK_TILE 1
#include "containers.cpp"
#include "descriptors.cpp"
#include "encodings.cpp"
#include "numbers_and_sequences.cpp"
#include "sweeps.cpp"
#include "tiles.cpp"
#include "windows.cpp"

#include <cstdio>

void print(const char* word, const std::vector<double>& list) {
    std::printf("  %s", word);
    for (const double number : list) std::printf(" %g", number);
}

int main() {
    int different = 0;
    double* list = nullptr;
    int* count = nullptr;
    (void)hipMallocManaged(&list, 1024 * sizeof(double));
    (void)hipMallocManaged(&count, sizeof(int));
    for (const call& c : calls()) {
        *count = 0;
        c.run(list, count);
        (void)hipDeviceSynchronize();
        const std::vector<double> result(list, list + *count);
        if (result == c.expected) continue;
        ++different;
        std::printf("%s", c.name);
        print("gives", result);
        print("expected", c.expected);
        std::printf("\n");
    }
    (void)hipFree(list);
    (void)hipFree(count);
    std::printf("%zu calls, %d differ\n", calls().size(), different);
    return different == 0 ? 0 : 1;
}
