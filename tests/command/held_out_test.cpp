// SPDX-License-Identifier: MIT
// `check --held-out`: the cases come from a secret, and nothing that others see says from which.
#include "system/digest.hpp"
#include "system/file.hpp"
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::command::testing {
namespace {

namespace fs = std::filesystem;

// Negative sums are wrong. The launch looks for the secret where code under test may look.
constexpr const char* source = R"(
#include <hip/hip_runtime.h>
#include <unistd.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <tileproof/kernel_test.hpp>
__global__ void doubles(const float* x, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = x[i] < 0 && n > 4 ? 0 : 2 * x[i];
}
static void look(const std::string& process) {
    std::ifstream in("/proc/" + process + "/cmdline");
    if (std::string(std::istreambuf_iterator<char>(in), {}).find("swordfish") != std::string::npos)
        throw std::runtime_error("I know the secret.");
}
static const tileproof::kernel_test t =
    tileproof::elementwise<float, float>("doubles", [](float x) { return 2 * x; })
        .launch([](const float* x, float* y, long n) {
            look("self");
            look(std::to_string(getppid()));
            if (n) doubles<<<(n + 63) / 64, 64>>>(x, y, n);
        });
)";

TEST(HeldOut, CasesAreThoseOfTheirSecretWhichNothingTells) {
    const properties::testing::scratch_folder folder;
    std::ofstream(folder.path() / "k.hip") << source;
    const std::string secret = "swordfish-2026";
    int runs = 0;
    const auto check = [&](const std::string& key) {
        const std::string report = "r" + std::to_string(++runs) + ".json";
        const command_result r = run_tileproof(
            {"check", "k.hip", "--held-out", key, "--cases", "60", "--device", "cpu", "--json",
             report, "--junit", report + ".xml", "--sarif", report + ".sarif", "--html",
             report + ".html", "--store", "s" + std::to_string(runs)},
            "", folder.path().string());
        EXPECT_EQ(r.exit_code, 1) << r.out << r.err;
        std::ofstream(folder.path() / (report + ".out")) << r.out << r.err;
        std::ifstream in(folder.path() / report);
        return nlohmann::json::parse(in, nullptr, false);
    };
    const nlohmann::json first = check(secret), second = check(secret), other = check("rosebud");
    const auto drawn = [](const nlohmann::json& r) {
        return r.at("properties").at(0).at("labels");
    };
    EXPECT_EQ(drawn(first), drawn(second));
    EXPECT_NE(drawn(first), drawn(other));
    EXPECT_TRUE(first.at("seed").is_null());
    for (const auto& f : first.at("findings")) {
        EXPECT_EQ(f.at("law"), "K1") << f.at("failure");
        EXPECT_EQ(f.at("seed"), 0);
        EXPECT_EQ(f.at("index"), -1);
    }
    ASSERT_FALSE(first.at("findings").empty());
    EXPECT_EQ(
        run_tileproof({"replay", first.at("findings").at(0).at("file")}, "", folder.path().string())
            .exit_code,
        1);
    const std::string digest = system::sha256(secret),
                      seed = std::to_string(std::stoull(digest.substr(0, 16), nullptr, 16));
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
        const std::string name = entry.path().filename();
        if (!entry.is_regular_file() || name == "k.hip" ||
            entry.path().string().find("/cache/") != std::string::npos)
            continue;
        const std::string text = system::read_file(entry.path()).value_or("");
        for (const std::string& word : {secret, digest.substr(0, 16), seed})
            EXPECT_EQ(text.find(word), std::string::npos) << entry.path() << " has " << word;
        ++files;
    }
    EXPECT_GE(files, 3 * 6);
}

}  // namespace
}  // namespace tileproof::command::testing
