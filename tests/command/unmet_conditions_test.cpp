// SPDX-License-Identifier: MIT
// Bugs behind conditions that random shapes do not meet are found, because the condition says where to look.
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace tileproof::command::testing {
namespace {

// Its result is wrong if `wrong`, in words of the kernel.
command_result checked(const std::string& wrong, const std::vector<std::string>& more = {}) {
    const properties::testing::scratch_folder folder;
    std::ofstream(folder.path() / "k.hip") << R"(
#include <hip/hip_runtime.h>
#include <tileproof/custom_contract.hpp>
using namespace tileproof;
__global__ void copied(const int* x, int* y, long rows, long columns, int mode) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= rows * columns) return;
    y[i] = x[i];
    if ()" << wrong << R"() y[i] = ~x[i];
}
static const kernel_test t = custom("t", {"rows", "columns"}).input<int>("x", {"rows", "columns"})
    .output<int>("y", {"rows", "columns"}).scalar<int>("mode", 0, 1000000)
    .reference([](const arrays& a) { a.out<int>("y") = a.in<int>("x"); })
    .launch([](const pointers& p) {
        if (const long n = p.dim("rows") * p.dim("columns"))
            copied<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), p.dim("rows"), p.dim("columns"), p.scalar<int>("mode"));
    });
)";
    std::vector<std::string> words{"check",  "k.hip", "--cases",        "3000",
                                   "--seed", "1",     "--stop-at-first"};
    words.insert(words.end(), more.begin(), more.end());
    const unexplained quick;
    return run_tileproof(words, "", folder.path().string());
}

TEST(UnmetConditions, AreDrawnForInTwoLengthsAtOnceInAScalarAndInBlocks) {
    for (const char* const wrong :
         {"rows == 37 && columns == 1019", "mode == 654321", "blockIdx.x == 1234"}) {
        const command_result r = checked(wrong);
        EXPECT_EQ(r.exit_code, 1) << wrong << r.out << r.err;
    }
}

// Which needs cpu-checked: without it nobody knows what ran.
TEST(UnmetConditions, AreNotMetByChance) {
    const command_result r = checked("rows == 37 && columns == 1019", {"--device", "cpu"});
    EXPECT_EQ(r.exit_code, 0) << r.out << r.err;
}

}  // namespace
}  // namespace tileproof::command::testing
