// SPDX-License-Identifier: MIT
// A kernel whose index overflows at 2^31 elements, from `check` to its smallest case: found on cpu-checked within a
// gibibyte, run again by `replay` in a process of its own, made smaller by `minimize`, and held once it is mended.
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::command::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kernel = R"(
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
__global__ void transposes(const float* in, float* out, long rows, long columns) {
    const long c = blockIdx.x * 32L + threadIdx.x;
    for (long r = blockIdx.y * 8L + threadIdx.y; r < rows; r += 8L * gridDim.y)
        if (c < columns) out[c * rows + r] = in[static_cast<INDEX>(r * columns + c)];
}
static const tileproof::kernel_test narrow =
    tileproof::transpose<float>("narrow").at_most({1 << 20, 1 << 20}).huge().launch(
        [](const float* in, float* out, tileproof::matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;
            const long blocks = (s.rows + 7) / 8;
            transposes<<<dim3((s.columns + 31) / 32, blocks < 65535 ? blocks : 65535), dim3(32, 8)>>>(
                in, out, s.rows, s.columns);
        });
)";

class HugeCases : public ::testing::Test {
  protected:
    void write_kernel(const char* index) const {
        std::ofstream(folder_ / "narrow.hip") << "#define INDEX " << index << '\n' << kernel;
    }
    command_result run(std::vector<std::string> words) const {
        words.insert(words.end(), {"--memory-limit", "1GiB"});
        return run_tileproof(words, "", folder_.string());
    }
    command_result again(std::vector<std::string> words) const {
        return run_tileproof(words, "", folder_.string());
    }
    fs::path finding() const {
        for (const auto& file : fs::recursive_directory_iterator(folder_ / "findings"))
            if (file.path().extension() == ".json") return file.path();
        return {};
    }
    static json read(const fs::path& file) {
        std::ifstream in(file);
        return json::parse(in);
    }
    static long elements(const json& finding) {
        const json& dims = finding.at("case").at("dims");
        return dims.at(0).get<long>() * dims.at(1).get<long>() * dims.at(2).get<long>();
    }
    const properties::testing::scratch_folder scratch_;
    const fs::path folder_ = scratch_.path();
};

TEST_F(HugeCases, AreFoundReplayedMadeSmallerAndMended) {
    write_kernel("int");
    const unexplained quick;
    const command_result check =
        run({"check", "narrow.hip", "--device", "cpu-checked", "--seed", "1", "--cases", "16",
             "--stop-at-first", "--store", "findings"});
    ASSERT_EQ(check.exit_code, 1) << check.out << check.err;
    const fs::path file = finding();
    ASSERT_FALSE(file.empty()) << check.out;
    json found = read(file);
    EXPECT_TRUE(found.at("case").at("huge").get<bool>());

    // As if the search had met it at another place.
    found["case"]["dims"] = {65536, 65537, 1};
    std::ofstream(file) << found;
    const command_result replay = again({"replay", file.string()});
    EXPECT_EQ(replay.exit_code, 1) << replay.out << replay.err;
    EXPECT_NE(replay.out.find("narrow.hip:8"), std::string::npos) << replay.out;

    const command_result smaller =
        again({"minimize", file.string(), "--out", "programs", "--budget", "60s"});
    EXPECT_EQ(smaller.exit_code, 1) << smaller.out << smaller.err;
    const fs::path stored = finding();  // named after its case
    ASSERT_FALSE(stored.empty()) << smaller.out;
    const long least = elements(read(stored));
    EXPECT_GT(least, 1L << 31) << smaller.out;
    EXPECT_LE(least, (1L << 31) + (1L << 18)) << smaller.out;

    write_kernel("long");
    const command_result mended = again({"replay", stored.string(), "--time-limit", "300s"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
}

// What each position holds is computed by itself there: two positions cannot be kept from holding the same.
TEST_F(HugeCases, AreRefusedForOperandsOfDifferentElements) {
    std::ofstream(folder_ / "gather.hip") << R"(
#include <hip/hip_runtime.h>
#include <tileproof/custom_contract.hpp>
static const tileproof::kernel_test gather =
    tileproof::custom("gather", {"n"})
        .input<int>("places", {"n"}).indices_below("n").each_once()
        .output<float>("out", {"n"}).huge({"n"})
        .reference([](const tileproof::arrays&) {})
        .launch([](const tileproof::pointers&) {});
)";
    const command_result check = again({"check", "gather.hip", "--cases", "2"});
    EXPECT_EQ(check.exit_code, 2) << check.out << check.err;
    EXPECT_NE(check.err.find(".each_once()"), std::string::npos) << check.err;
    EXPECT_NE(check.err.find(".huge()"), std::string::npos) << check.err;
}

}  // namespace
}  // namespace tileproof::command::testing
