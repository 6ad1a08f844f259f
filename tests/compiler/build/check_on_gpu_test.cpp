// SPDX-License-Identifier: MIT
// `tileproof check` on each GPU that is there: of gpu_kernels.hip every wrong kernel is found and no right one accused.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "devices/device.hpp"
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

namespace tileproof::compiler::testing {
namespace {

const std::string file = TILEPROOF_SOURCE_DIR "/tests/compiler/build/gpu_kernels.hip";

class CheckOnGpu : public ::testing::TestWithParam<const char*> {};

// By kernel: the laws that fail.
std::map<std::string, std::string> broken_in(const nlohmann::json& report) {
    std::map<std::string, std::string> broken;
    for (const nlohmann::json& row : report.at("rows")) {
        std::string& laws = broken[row.at("subject")];
        if (row.at("verdict") == "FAILED") laws += row.at("law").get<std::string>() + " ";
    }
    return broken;
}

TEST_P(CheckOnGpu, FindsEveryWrongKernelAndAccusesNoRightOne) {
    for (const devices::known_device& d : devices::devices())
        if (d.name == GetParam() && !d.status.available) GTEST_SKIP() << d.status.reason;
    const properties::testing::scratch_folder scratch;
    const command::testing::command_result r = command::testing::run_tileproof(
        {"check", file, "--device", GetParam(), "--cases", "120", "--jobs", "4", "--seed", "1",
         "--time-limit", "20s", "--json", "-", "--cache", scratch.path() / "cache", "--store",
         scratch.path() / "findings"});
    ASSERT_EQ(r.exit_code, 1) << r.err;
    const nlohmann::json report = nlohmann::json::parse(r.out);
    EXPECT_FALSE(report.at("gpus").at(GetParam()).get<std::string>().empty());
    int wrong = 0;
    for (const auto& [kernel, laws] : broken_in(report)) {
        const bool right = kernel.starts_with("right_");
        wrong += !right;
        EXPECT_EQ(laws.empty(), right) << kernel << " breaks " << laws;
    }
    EXPECT_GE(wrong, 20);
}

INSTANTIATE_TEST_SUITE_P(Devices, CheckOnGpu, ::testing::Values("hip", "cuda"),
                         [](const auto& d) { return std::string(d.param); });

}  // namespace
}  // namespace tileproof::compiler::testing
