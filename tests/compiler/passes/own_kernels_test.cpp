// SPDX-License-Identifier: MIT
// The project's own kernels are compiled as loops between barriers, where threads wait at barriers only.
#include <gtest/gtest.h>

#include <string>

#include "system/file.hpp"

namespace {

// Whether the library has the function that runs such a kernel by fibers, beside its loops.
bool loops(const std::string& kernel) {
    static const std::string library =
        tileproof::system::read_file(TILEPROOF_KERNEL_LIBRARY).value_or("");
    const std::string mangled = std::to_string(kernel.size()) + kernel;
    for (std::size_t at = 0; (at = library.find(mangled, at)) != library.npos; ++at)
        if (library.substr(at, library.find('\0', at) - at).ends_with(".fibers")) return true;
    return false;
}

TEST(OwnKernels, RunAsLoopsBetweenBarriers) {
    for (const char* const kernel :
         {"transpose_tiled", "transpose_best", "transpose_best_small", "transpose_read_contiguous",
          "transpose_write_contiguous", "transpose_register", "tile_copy", "permute", "tiles",
          "evaluate", "copy_vectors", "generate_elements", "check_elements"})
        EXPECT_TRUE(loops(kernel)) << kernel;
    for (const char* const kernel : {"mlp", "product_tiled"})
        EXPECT_FALSE(loops(kernel)) << kernel << " waits for its wave";
}

}  // namespace
