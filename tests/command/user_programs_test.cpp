// SPDX-License-Identifier: MIT
// The programs that `minimize` writes for findings of users' kernels, compiled and run by the line that each names.
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace tileproof::command::testing {
namespace {

namespace fs = std::filesystem;

// -DBUGS=0 mends them.
constexpr const char* kernels = R"(
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>
#include <map>
#include <stdexcept>
#include <tileproof/custom_contract.hpp>
#include <vector>
struct spot {
    char tag;
    float at[2];
    int id;
};
TILEPROOF_STRUCT(spot, at, id)
using tileproof::kernel_test;
static float memory = 2;  // names that the program has, too
static float twice(float x) { return memory * x; }
__global__ void doubles(const float* in, float* out, long n, int late) {
    __shared__ float part[64];
    const long i = blockIdx.x * 64L + threadIdx.x;
    part[threadIdx.x] = i < n ? 2 * in[i] : 0;
    if (!late) __syncthreads();
    const float other = part[threadIdx.x ^ 1];
    if (!late) __syncthreads();
    if (i < n) out[i] = other > 0 ? part[threadIdx.x] : part[threadIdx.x] * 1;
}
static void launch(const float* in, float* out, long n, int late) {
    if (n > 0) doubles<<<(n + 63) / 64, 64>>>(in, out, n, late);
}
static const kernel_test forgets_the_last =
    tileproof::elementwise<float, float>("forgets_the_last", twice)
        .launch([](const float* in, float* out, long n) { launch(in, out, n - (BUGS && n > 1), 0); });
static const kernel_test races = tileproof::elementwise<float, float>("races", twice)
    .launch([](const float* in, float* out, long n) { launch(in, out, n, BUGS); });
static const kernel_test takes_too_much =
    tileproof::elementwise<float, float>("takes_too_much", twice)
        .multiples_of({4})
        .refuses()
        .launch([](const float* in, float* out, long n) {
            if (!BUGS && n % 4) throw std::runtime_error("Only multiples of four.");
            launch(in, out, n, 0);
        });
static const kernel_test remembers = tileproof::elementwise<float, float>("remembers", twice)
    .launch([](const float* in, float* out, long n) {
        static const float* last = nullptr;
        if (last == in && n > 0 && BUGS) return launch(in, out, 0 * n + 1, 0);
        last = in;
        launch(in, out, n, 0);
    });
__global__ void moves(spot* s, long n, int by) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    s[i].at[1] *= 2.001f;
    s[i].id += by;
    s[i].tag = 7;
}
static const kernel_test counts_twice =
    tileproof::custom("counts_twice", {"n"})
        .in_out<spot>("spots", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                spot s = a.in<spot>("spots")(i, 0);
                s.at[1] *= 2;
                ++s.id;
                a.out<spot>("spots")(i, 0) = s;
            }
        })
        .within(0.1)
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                moves<<<(n + 63) / 64, 64>>>(p.out<spot>("spots"), n, 1 + BUGS);
        });
using number = __hip_fp8_e4m3;
__global__ void multiplies(const number* a, const number* b, number* c, tileproof::product_shape s, long k) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= s.m * s.n) return;
    float sum = 0;
    for (long j = 0; j < k; ++j)
        sum += float(a[i / s.n * s.a_stride + j]) * float(b[j * s.b_stride + i % s.n]);
    c[i / s.n * s.c_stride + i % s.n] = number(sum);
}
static const kernel_test drops_the_last =
    tileproof::product<number>("drops_the_last")
        .launch([](const number* a, const number* b, number* c, tileproof::product_shape s) {
            if (const long n = s.m * s.n)
                multiplies<<<(n + 63) / 64, 64>>>(a, b, c, s, s.k - (BUGS && s.k > 1));
        });
)";

// One check for all.
class UserPrograms : public ::testing::TestWithParam<const char*> {
  protected:
    static command_result run(const std::string& line) {
        return run_shell("PATH=$(dirname " TILEPROOF_HIPCC "):$PATH; " + line,
                         folder().path().string());
    }
    static void SetUpTestSuite() {
        fs::create_directories(folder().path() / "a b");
        std::ofstream(folder().path() / "a b/k.hip") << kernels;
        const unexplained quick;
        const auto r =
            run("\"$TILEPROOF\" check 'a b/k.hip' --flag=-DBUGS=1 --store f --seed 1 --cases 200");
        ASSERT_EQ(r.exit_code, 1) << r.err;
    }
    static std::string only_file(const std::string& pattern) {
        const std::string name = run("ls " + pattern).out;
        return name.substr(0, name.find('\n'));
    }
    // The line of the program's comment that needs no GPU.
    static std::string line_of(const std::string& program) {
        std::ifstream file(folder().path() / program);
        for (std::string line; std::getline(file, line);)
            if (const auto at = line.find("THIS_FILE");
                at != line.npos && line.find("tileproof-hipcc") != line.npos)
                return line.replace(at, 9, program).substr(2);
        return "false";
    }
    static const properties::testing::scratch_folder& folder() {
        static const properties::testing::scratch_folder one;
        return one;
    }
};

TEST_P(UserPrograms, EndWithOneWhileTheBugIsThereAndWithZeroWhenItIsMended) {
    const std::string finding = only_file(std::string("f/") + GetParam());
    ASSERT_NE(finding, "");
    ASSERT_EQ(run("\"$TILEPROOF\" minimize '" + finding + "' --out programs").exit_code, 1);
    const std::string program = only_file(std::string("programs/") + GetParam());
    const std::string line = line_of(program);
    ASSERT_NE(line.find("-DBUGS=1"), line.npos) << line;
    const auto there = run(line);
    EXPECT_EQ(there.exit_code, 1) << there.out << there.err;
    std::string mended = line;
    const auto gone = run(mended.replace(mended.find("BUGS=1"), 6, "BUGS=0"));
    EXPECT_EQ(gone.exit_code, 0) << gone.out << gone.err;
}

INSTANTIATE_TEST_SUITE_P(OfFindings, UserPrograms,
                         ::testing::Values("K2-forgets_the_last@cpu-*", "K6-races@*",
                                           "K9-takes_too_much@*", "K*-remembers@cpu-*",
                                           "K7-counts_twice@cpu-*", "K7-drops_the_last@cpu-*"));

}  // namespace
}  // namespace tileproof::command::testing
