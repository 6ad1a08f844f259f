// SPDX-License-Identifier: MIT
// Kernels that another compiler made (kernels.ll, made_by_clang.hip) on the cpu devices: right ones hold, and of each wrong one
// the kind of the failure, the file and the line are known.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "compiler/build/user_library.hpp"
#include "properties/kernel/user/user_property.hpp"

namespace tileproof::compiler {

using properties::failure;
using properties::failure_kind;
using properties::kernel_access;
using properties::user_properties;

namespace {

namespace fs = std::filesystem;

const std::string folder = std::string(TILEPROOF_SOURCE_DIR) + "/tests/compiler/device_code/";
const std::string tests_file = folder + "device_code.hip";

// LLVM IR that clang makes of made_by_clang.hip: text or bitcode.
std::string made_by_clang(const std::string& kind) {
    const std::string file = testing::TempDir() + "made_by_clang" + kind;
    const std::string command = std::string(TILEPROOF_CLANG) +
                                " -x hip --offload-device-only --offload-arch=gfx942 -nogpulib "
                                "-nogpuinc -w -O2 -g -emit-llvm " +
                                (kind == ".ll" ? "-S " : "-c ") + folder + "made_by_clang.hip -o " +
                                file;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return file;
}

user_build build_of(const std::string& source, std::vector<std::string> flags = {},
                    std::vector<std::string> devices = {"cpu", "cpu-checked"}) {
    user_build b{.source = source};
    b.cache = fs::path(testing::TempDir()) / "tileproof_device_code_cache";
    b.flags = std::move(flags);
    b.devices = std::move(devices);
    return b;
}

user_library& the_library() {
    static user_library only =
        load_user(build_of(tests_file, {"-DMADE_BY_CLANG=\"" + made_by_clang(".bc") + "\""}));
    return only;
}

// "kernels.ll:72" by the name in its comment "finding: NAME".
std::map<std::string, std::string> marked_lines() {
    std::map<std::string, std::string> found;
    for (const char* const name : {"kernels.ll", "made_by_clang.hip"}) {
        std::ifstream file(folder + name);
        std::string line;
        for (int number = 1; std::getline(file, line); ++number)
            if (const std::size_t at = line.find("finding: ");
                at != line.npos && line[at - 1] == ' ' && line.find('"') == line.npos)
                found[line.substr(at + 9)] = std::string(name) + ":" + std::to_string(number);
    }
    return found;
}

std::string place_of(const failure& f) {
    if (!f.witness) return "";
    const kernel_access& a = f.witness->access;
    return fs::path(a.file).filename().string() + ":" + std::to_string(a.line);
}

const std::set<std::string> right_ones{"add", "sums", "product", "counts"};

// By test: the kinds of failures, each with its places. Wrong kernels may crash on cpu.
std::map<std::string, std::map<failure_kind, std::set<std::string>>> failures_on(
    const std::string& device, bool right) {
    std::map<std::string, std::map<failure_kind, std::set<std::string>>> all;
    for (const auto& p : user_properties(the_library(), tests_file, device)) {
        if (right_ones.contains(p->subject()) != right) continue;
        auto& of_test = all[p->subject()];
        std::vector<nlohmann::json> cases = p->first_cases();
        rc::Random random(7);
        for (int i = 0; i < 12; ++i) cases.push_back(p->generate(random, i));
        for (const nlohmann::json& c : cases)
            if (const auto result = p->check(c); const failure* const f = result.first_failure())
                of_test[f->kind].insert(place_of(*f));
    }
    return all;
}

TEST(DeviceCode, HoldsOnBothDevicesIfItIsRight) {
    for (const char* const device : {"cpu", "cpu-checked"}) {
        const auto failures = failures_on(device, true);
        for (const std::string& name : right_ones) {
            ASSERT_TRUE(failures.contains(name));
            EXPECT_TRUE(failures.at(name).empty()) << name << " on " << device;
        }
    }
}

TEST(DeviceCode, IsReportedWithItsKindFileAndLine) {
    const std::map<std::string, failure_kind> expected{
        {"add_beyond", failure_kind::out_of_bounds},
        {"add_in_small_blocks", failure_kind::assertion},
        {"sums_without_barrier", failure_kind::race},
        {"sums_unset", failure_kind::uninitialised},
        {"sums_diverging", failure_kind::divergent_barrier},
        {"sums_unknown", failure_kind::assertion},
        {"counts_beyond", failure_kind::out_of_bounds},
        {"counts_of_block", failure_kind::race},
        {"counts_racing", failure_kind::race}};
    const auto lines = marked_lines();
    const auto failures = failures_on("cpu-checked", false);
    for (const auto& [name, kind] : expected) {
        ASSERT_TRUE(lines.contains(name)) << name;
        const auto& of_test = failures.at(name);
        ASSERT_TRUE(of_test.contains(kind))
            << name << ": "
            << (of_test.empty() ? "held"
                                : std::to_string(static_cast<int>(of_test.begin()->first)));
        EXPECT_TRUE(of_test.at(kind).contains(lines.at(name)))
            << name << ": " << *of_test.at(kind).begin() << " and not " << lines.at(name);
    }
}

TEST(DeviceCode, HasWavesOfTheLanesThatItIsMadeFor) {
    for (const auto& waves : the_library().waves) EXPECT_EQ(waves, std::vector<unsigned>{64});
}

TEST(DeviceCode, IsCompiledAgainWhenItsFileHasChanged) {
    const std::string copy = testing::TempDir() + "changing.ll",
                      test = testing::TempDir() + "changing.hip";
    std::ofstream(test)
        << "#include <hip/hip_runtime.h>\n#include <tileproof/device_code.hpp>\n"
           "#include <tileproof/kernel_test.hpp>\n"
           "TILEPROOF_DEVICE_CODE(\"changing.ll\")\n"
           "extern \"C\" __global__ void store(int* out, int n);\n"
           "static const tileproof::kernel_test one = tileproof::elementwise<int, int>(\n"
           "    \"store\", [](int) { return 7; }).at_most({64})\n"
           "    .launch([](const int*, int* out, long n) { if (n) store<<<1, n>>>(out, 0); });\n";
    const auto holds = [&](const char* value) {
        std::ofstream(copy) << "define amdgpu_kernel void @store(ptr addrspace(1) %out, i32 %n) {\n"
                               "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
                               "  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t\n"
                               "  store i32 "
                            << value
                            << ", ptr addrspace(1) %p\n  ret void\n}\n"
                               "declare i32 @llvm.amdgcn.workitem.id.x()\n";
        user_library lib = load_user(build_of(test, {}, {"cpu"}));
        bool failed = false;
        for (const auto& p : user_properties(lib, test, "cpu"))
            for (const nlohmann::json& c : p->first_cases())
                failed |= p->check(c).first_failure() != nullptr;
        return !failed;
    };
    EXPECT_TRUE(holds("7"));
    EXPECT_FALSE(holds("8"));
}

TEST(DeviceCode, IsRefusedWithASentenceIfItDoesNotFit) {
    const std::string code = testing::TempDir() + "other.ll",
                      test = testing::TempDir() + "other.hip";
    const auto said = [&](const std::string& kernel, const std::string& declared) {
        std::ofstream(code) << kernel;
        std::ofstream(test)
            << "#include <hip/hip_runtime.h>\n#include <tileproof/device_code.hpp>\n"
               "#include <tileproof/kernel_test.hpp>\n"
               "TILEPROOF_DEVICE_CODE(\"other.ll\")\n"
            << declared
            << "\nstatic const tileproof::kernel_test t = tileproof::elementwise<int, int>(\n"
               "    \"k\", [](int x) { return x; }).launch([](const int*, int* out, long) {\n"
               "    k<<<1, 1>>>(out); });\n";
        testing::internal::CaptureStderr();
        std::string why;
        try {
            (void)load_user(build_of(test, {}, {"cpu"}));
        } catch (const user_error& e) {
            why = e.what();
        }
        EXPECT_FALSE(why.empty());
        return testing::internal::GetCapturedStderr() + why;
    };
    const std::string takes_a_pointer =
        "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n  ret void\n}\n";
    const std::string right = "extern \"C\" __global__ void k(int* p);";
    EXPECT_NE(
        said("define amdgpu_kernel void @k(ptr addrspace(1) %p, i64 %n) {\n  ret void\n}\n", right)
            .find("(ptr, i64)"),
        std::string::npos);
    EXPECT_NE(said("define amdgpu_kernel void @other() {\n  ret void\n}\n", right).find("other"),
              std::string::npos);
    EXPECT_NE(said("define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n  nothing\n}\n", right)
                  .find("line 2"),
              std::string::npos);
    fs::remove(code);
    EXPECT_NE(
        said(takes_a_pointer, right + "\nTILEPROOF_DEVICE_CODE(\"absent.ll\")").find("absent.ll"),
        std::string::npos);
}

}  // namespace
}  // namespace tileproof::compiler
