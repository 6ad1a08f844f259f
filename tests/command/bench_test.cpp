// SPDX-License-Identifier: MIT
// tileproof bench: shapes as text, and small runs on the cpu device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/bench.hpp"
#include "report/output.hpp"
#include "tests/command/run_command.hpp"

namespace tileproof::command::testing {
namespace {

using ::testing::HasSubstr;

TEST(BenchShape, IsRowsColumnsAndBytes) {
    EXPECT_EQ(transpose_shape("8191x8193x2"), kernels::packed_transpose(8191, 8193, 2));
    EXPECT_EQ(transpose_shape("2560x32"), kernels::packed_transpose(2560, 32, 4));
    for (const char* text : {"", "8", "8x", "x8", "8x9x2x1", "8 x 9", "0x9", "8x0", "8x-9", "8x9x0",
                             "8x9x16", "8x9x2 ", "8x9y2", "8x99999999999999999999"})
        EXPECT_THROW(transpose_shape(text), report::command_error) << text;
    EXPECT_THROW(transpose_shape("8x9x3"), report::command_error);
}

TEST(BenchShape, OfAProductIsMNK) {
    const kernels::product_problem p = product_shape("64x32x16");
    EXPECT_EQ(p.m, 64);
    EXPECT_EQ(p.n, 32);
    EXPECT_EQ(p.k, 16);
    EXPECT_EQ(p.a.leading, 16);
    EXPECT_EQ(p.b.leading, 32);
    EXPECT_EQ(product_shape("512").k, 512);
    for (const char* text : {"", "64x32", "0", "0x32x16", "64x0x16", "64x32x-1", "64x32x16x4"})
        EXPECT_THROW(product_shape(text), report::command_error) << text;
}

TEST(Bench, ChecksWhereTheDataLie) {
    const auto r = run_tileproof({"bench", "check", "--device", "cpu", "--shape", "64x48x2"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("64 x 48, 2 bytes"));
    EXPECT_THAT(r.out, HasSubstr("check on the device"));
    EXPECT_THAT(r.out, HasSubstr("0 on the device, 0 on the host; one planted was found"));
    const auto json = nlohmann::json::parse(
        run_tileproof({"bench", "check", "--device", "cpu", "--shape", "8x8", "--json"}).out);
    EXPECT_EQ(json.at(0).at("wrong_on_device"), 0);
    EXPECT_GT(json.at(0).at("check_seconds"), 0);
}

TEST(Bench, TimesProducts) {
    const auto r = run_tileproof({"bench", "product", "--device", "cpu", "--shape", "33x17x40"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("33 x 17 x 40\n  product_tiled"));
    EXPECT_THAT(r.out, HasSubstr("TFLOP/s"));
}

TEST(Bench, RefusesWhatItDoesNotHave) {
    const auto kernel = run_tileproof({"bench", "check", "--device", "cpu", "--kernel", "copy"});
    EXPECT_NE(kernel.exit_code, 0);
    EXPECT_THAT(kernel.err, HasSubstr("bench check has no --kernel"));
    EXPECT_THAT(run_tileproof({"bench", "product", "--device", "cpu", "--shape", "8x8"}).err,
                HasSubstr("not N or MxNxK"));
    EXPECT_NE(run_tileproof({"bench", "sort"}).exit_code, 0);
}

}  // namespace
}  // namespace tileproof::command::testing
