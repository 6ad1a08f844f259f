// SPDX-License-Identifier: MIT
// Users' products with matrix instructions (matrix_instructions.hip) on the cpu devices: right ones hold, and lanes that load
// or store the wrong elements are found.
#include "properties/kernel/user/user_property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>

namespace tileproof::compiler {
namespace {

const char* const matrix_file = "tests/compiler/build/matrix_instructions.hip";

TEST(MatrixInstructions, OfUsersAreJudgedLikeAnyKernel) {
    for (const char* device : {"cpu", "cpu-checked"}) {
        int judged = 0;
        for (const auto& p :
             properties::user_properties(library_of(matrix_file), matrix_file, device)) {
            const auto broken = broken_laws(*p, 8);
            const std::string kernel = p->subject();
            if (kernel.starts_with("right"))
                EXPECT_TRUE(broken.empty()) << kernel << " on " << device << ": " << text(broken);
            else
                EXPECT_EQ(broken.count(kernel == "mlp_without_reset" ? "K1" : "K7"), 1u)
                    << kernel << " on " << device << ": " << text(broken);
            ++judged;
        }
        EXPECT_EQ(judged, 8) << device;
    }
}

}  // namespace
}  // namespace tileproof::compiler
