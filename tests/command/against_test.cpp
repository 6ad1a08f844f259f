// SPDX-License-Identifier: MIT
// `check --against`: an old kernel says what is right. Each kernel sums rows and is right unless `how` says otherwise.
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::command::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* head = R"(
#include <hip/hip_runtime.h>
#include <stdexcept>
#include <tileproof/custom_contract.hpp>
using namespace tileproof;
enum { right, backwards, short_at_33, no_negative, leaves_fifth, traps, beside, scribbles, counts };
__device__ float calls;
__global__ void sums(float* x, float* y, long rows, long columns, int how) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows || (how == leaves_fifth && r == 4)) return;
    if (how == traps && rows > 4) __builtin_trap();
    float all = 0;
    if (how == short_at_33 && columns == 33) columns = 32;
    if (how == backwards)
        for (long c = columns; c-- > 0;) all += x[r * columns + c];
    else
        for (long c = 0; c < columns; ++c) all += x[r * columns + c];
    if (how == no_negative && all < 0) all = 0;
    if (how == beside && r == 4) y[-1] = 0;
    if (how == scribbles && r == 4 && columns > 0) x[0] += 1;
    if (how == counts) all += calls, calls += 1;
    y[r] = all;
}
static custom summing(const char* name) {
    return custom(name, {"rows", "columns"}).input<float>("x", {"rows", "columns"}).output<float>("y", {"rows"});
}
static auto launched(int how) {
    return [how](const pointers& p) {
        if (const long n = p.dim("rows"))
            sums<<<(n + 63) / 64, 64>>>(const_cast<float*>(p.in<float>("x")), p.out<float>("y"), n, p.dim("columns"), how);
    };
}
)";

class Against : public ::testing::Test {
  protected:
    void write(const char* file, const std::string& tests) {
        std::ofstream(folder_.path() / file) << head << tests;
    }
    nlohmann::json check(const std::string& fresh, const std::string& old,
                         const std::string& against = "old.hip", const char* cases = "120") {
        write("new.hip", fresh);
        if (!old.empty()) write("old.hip", old);
        result_ = run_tileproof({"check", "new.hip", "--against", against, "--cases", cases,
                                 "--seed", "1", "--json", "r.json", "--time-limit", "2s"},
                                "", folder_.path().string());
        std::ifstream in(folder_.path() / "r.json");
        return nlohmann::json::parse(in, nullptr, false);
    }
    // The verdicts of a law on each device.
    static std::string verdict(const nlohmann::json& report, const std::string& subject,
                               const std::string& law) {
        std::string all;
        for (const auto& r : report.at("rows"))
            if (r.at("subject") == subject && r.at("law") == law)
                all += r.at("verdict").get<std::string>() + ' ';
        return all;
    }

    properties::testing::scratch_folder folder_;
    command_result result_;
};

TEST_F(Against, AnEqualKernelHoldsAndAWrongOneShowsBothValuesItsConditionAndItsSmallestCase) {
    const nlohmann::json report = check(
        R"(
static const kernel_test same = summing("same").launch(launched(right));
static const kernel_test near = summing("near").within(1e-4, 1e-4).launch(launched(backwards));
static const kernel_test shape = summing("shape").launch(launched(short_at_33));
static const kernel_test data = summing("data").accepts([](const arrays&) { return true; }).launch(launched(no_negative));
static const kernel_test fresh = summing("fresh").launch(launched(right));
)",
        R"(
static const kernel_test same = summing("same").launch(launched(right)), near = summing("near").launch(launched(right));
static const kernel_test shape = summing("shape").launch(launched(right)), data = summing("data").launch(launched(right));
)");
    EXPECT_EQ(result_.exit_code, 1) << result_.out << result_.err;
    EXPECT_EQ(verdict(report, "same", "K1"), "held held ");
    EXPECT_EQ(verdict(report, "near", "K7"), "held held ");
    EXPECT_EQ(verdict(report, "fresh", "K1"), "");
    EXPECT_THAT(result_.err, HasSubstr("fresh is left out: old.hip has no test of this name"));
    std::map<std::string, nlohmann::json> bugs;
    for (const auto& b : report.at("bugs")) bugs[b.at("subject").get<std::string>()] = b;
    ASSERT_EQ(bugs.count("shape"), 1u) << report.at("bugs").dump(1);
    const std::string shape = bugs["shape"].dump();
    EXPECT_THAT(shape, AllOf(HasSubstr("exactly when columns == 33"), HasSubstr("[1,33]"),
                             HasSubstr("by the old kernel shape in old.hip"),
                             HasSubstr("differ from the old kernel's")));
    EXPECT_THAT(shape, ::testing::Not(HasSubstr("must be")));
    EXPECT_THAT(bugs["data"].dump(), AllOf(HasSubstr("[1,1]"), HasSubstr("which is 0 (")));

    // A finding names the old file: replayed, it fails until the old kernel does the same.
    std::string file;
    for (const auto& f : report.at("findings"))
        if (f.at("subject") == "shape") file = f.at("file");
    const auto replayed = [&] {
        return run_tileproof({"replay", file}, "", folder_.path().string());
    };
    EXPECT_EQ(replayed().exit_code, 1) << file;
    write("old.hip",
          "static const kernel_test shape = summing(\"shape\").launch(launched(short_at_33));");
    const command_result agreed = replayed();
    EXPECT_EQ(agreed.exit_code, 0) << agreed.out << agreed.err;
}

TEST_F(Against, AnOldKernelThatFailsIsToldAndNoNewOneIsAccused) {
    const std::map<std::string, std::vector<std::string>> said{
        {"traps", {"did not come to an end, for rows = ", "SIGILL"}},
        {"leaves_fifth", {"leaves element (4) of y unset, for rows = "}},
        {"beside", {"writes outside of its operands: "}},
        {"scribbles", {"changes x, which is an input"}},
        {"counts", {"does not give the same twice for element (0) of y"}},
        {"throws", {"ends with the exception 'no', for rows = "}},
        {"idle", {"no kernel was launched"}}};
    std::string fresh, old;
    for (const auto& [name, words] : said) {
        fresh += "static const kernel_test " + name + "_test = summing(\"" + name +
                 "\").launch(launched(right));\n";
        const std::string how = name == "throws"
                                    ? "[](const pointers&) { throw std::runtime_error(\"no\"); }"
                                : name == "idle" ? "[](const pointers&) {}"
                                                 : "launched(" + name + ")";
        old += "static const kernel_test " + name + "_test = summing(\"" + name + "\").launch(" +
               how + ");\n";
    }
    const nlohmann::json report = check(fresh, old);
    EXPECT_EQ(result_.exit_code, 2) << result_.out << result_.err;
    EXPECT_TRUE(report.at("findings").empty()) << report.at("findings").dump(1);
    std::string troubles;
    for (const std::string s : report.at("troubles")) troubles += s + '\n';
    for (const auto& [name, words] : said) {
        EXPECT_EQ(verdict(report, name, "K1"), "not judged not judged ");
        const std::size_t at = troubles.find("The old kernel " + name + " in old.hip ");
        ASSERT_NE(at, std::string::npos) << name << '\n' << troubles;
        for (const std::string& word : words)
            EXPECT_THAT(troubles.substr(at, troubles.find('\n', at) - at), HasSubstr(word));
    }
}

TEST_F(Against, AnotherDeclarationIsRefusedWithWhatDiffers) {
    const std::string summing =
        "static const kernel_test t = summing(\"t\").launch(launched(right));";
    const std::string before =
        "static const kernel_test t = custom(\"t\", {\"rows\", \"columns\"})";
    const auto refusal = [&](const std::string& old, const std::string& against = "old.hip") {
        write("new.hip", summing);
        if (!old.empty()) write("old.hip", old);
        result_ = run_tileproof({"check", "new.hip", "--against", against, "--device", "cpu"}, "",
                                folder_.path().string());
        EXPECT_EQ(result_.exit_code, 2) << result_.out;
        return result_.err;
    };
    const std::string end = ".launch([](const pointers&) {});";
    EXPECT_THAT(
        refusal(before +
                ".input<double>(\"x\", {\"rows\", \"columns\"}).output<float>(\"y\", {\"rows\"})" +
                end),
        HasSubstr("its x differs in its type: \"float64\", and not \"float32\"."));
    EXPECT_THAT(
        refusal(
            before +
            ".input<float>(\"x\", {\"rows\", \"columns\"}).output<float>(\"y\", {\"columns\"})" +
            end),
        HasSubstr("its y differs in its extents: [\"columns\"], and not [\"rows\"]."));
    EXPECT_THAT(refusal(before +
                        ".input<float>(\"x\", {\"rows\", "
                        "\"columns\"}).positive().output<float>(\"y\", {\"rows\"})" +
                        end),
                HasSubstr("its x differs in its positive."));
    EXPECT_THAT(refusal(before + ".input<float>(\"x\", {\"rows\", \"columns\"})" + end),
                HasSubstr("it has 1 operands, and not 2."));
    EXPECT_THAT(refusal("", "old.hip:none"), HasSubstr("old.hip declares no test named none"));
    EXPECT_THAT(refusal("", "nothing.hip"), HasSubstr("nothing.hip"));
    EXPECT_THAT(refusal("", "new.hip:t"), HasSubstr("Nothing of new.hip can be compared."));
}

// Sums in f16, in float32 in one chain, in parts, and of squares that cancel.
TEST_F(Against, TellsWhichOfTheTwoIsMoreExactAndWhereNobodyCanTell) {
    const auto tests = [](bool old) {
        std::string all = R"(
template <class Sum> __global__ void chain(const float* x, float* y, long rows, long columns) {
    if (const long r = blockIdx.x; r < rows) {
        Sum all = 0;
        for (long c = 0; c < columns; ++c) all += static_cast<Sum>(x[r * columns + c]);
        y[r] = all;
    }
}
__global__ void parts(const float* x, float* y, long rows, long columns) {
    if (const long r = blockIdx.x; r < rows) {
        float some[16] = {}, all = 0;
        for (long c = 0; c < columns; ++c) some[c % 16] += x[r * columns + c];
        for (int i = 0; i < 16; ++i) all += some[i];
        y[r] = all;
    }
}
__global__ void spread(const float* x, float* y, long rows, long columns, bool one_pass) {
    if (const long r = blockIdx.x; r < rows) {
        float sum = 0, squares = 0;
        for (long c = 0; c < columns; ++c) sum += x[r * columns + c] + 1000;
        const float mean = sum / columns;
        for (long c = 0; c < columns; ++c) {
            const float v = x[r * columns + c] + 1000;
            squares += one_pass ? v * v : (v - mean) * (v - mean);
        }
        y[r] = one_pass ? squares / columns - mean * mean : squares / columns;
    }
}
__global__ void swapped(const float* x, float* y, long rows, long columns, float by) {
    if (const long r = blockIdx.x; r < rows) y[r] = columns > 0 ? by * x[r * columns] : 0;
}
template <class F> kernel_test of(const char* name, F f) {
    return summing(name).at_least({0, 1}).within(1e9, 1e9).launch([f](const pointers& p) {
        if (const long n = p.dim("rows")) f(p.in<float>("x"), p.out<float>("y"), n, p.dim("columns"));
    });
}
)";
        const auto add = [&](const char* name, const char* of_old, const char* of_new) {
            all += std::string("static const kernel_test ") + name + "_test = of(\"" + name +
                   "\", [](const float* x, float* y, long n, long c) { " + (old ? of_old : of_new) +
                   "; });\n";
        };
        add("narrow", "chain<float><<<n, 1>>>(x, y, n, c)",
            "chain<_Float16><<<n, 1>>>(x, y, n, c)");
        add("chained", "chain<double><<<n, 1>>>(x, y, n, c)", "chain<float><<<n, 1>>>(x, y, n, c)");
        add("split", "chain<float><<<n, 1>>>(x, y, n, c)", "parts<<<n, 1>>>(x, y, n, c)");
        add("cancels", "spread<<<n, 1>>>(x, y, n, c, false)", "spread<<<n, 1>>>(x, y, n, c, true)");
        add("same", "chain<float><<<n, 1>>>(x, y, n, c)", "chain<float><<<n, 1>>>(x, y, n, c)");
        add("other", "swapped<<<n, 1>>>(x, y, n, c, 1.f)", "swapped<<<n, 1>>>(x, y, n, c, 1.01f)");
        return all;
    };
    const nlohmann::json report = check(tests(false), tests(true), "old.hip", "20");
    std::map<std::string, nlohmann::json> told;
    for (const auto& n : report.at("numerics")) told[n.at("subject")] = n;
    const auto times_less = [&](const char* name) {
        return told[name].at("new").at("error").get<double>() /
               told[name].at("old").at("error").get<double>();
    };
    EXPECT_GT(times_less("narrow"), 100) << report.at("numerics").dump(1);
    EXPECT_GT(times_less("chained"), 4) << told["chained"];
    EXPECT_LT(times_less("split"), 0.5) << told["split"];
    EXPECT_GT(times_less("cancels"), 100) << told["cancels"];
    EXPECT_THAT(told["cancels"]["sentence"],
                AllOf(HasSubstr("times less exact than cancels in old.hip: largest error "),
                      HasSubstr(", for rows = ")));
    EXPECT_THAT(told["split"]["sentence"], HasSubstr("times more exact than"));
    EXPECT_THAT(told["same"]["sentence"], HasSubstr("same is as exact as same in old.hip"));
    EXPECT_THAT(told["other"]["sentence"],
                HasSubstr("is not known: runs of both in float64 are as far apart"));
    EXPECT_THAT(result_.out, HasSubstr("How exact it is (not a verdict)\n- "));
}

TEST_F(Against, ShowsWhatAccessesCostSideBySide) {
    const auto tests = [](const char* index) {
        return std::string(
                   "__global__ void moved(const float* x, float* y, long rows, long columns) {\n"
                   "    const long r = threadIdx.x, c = blockIdx.x;\n    const long from = ") +
               index +
               ";\n    for (long i = r; i < rows; i += 128)\n"
               "        y[i] = x[i * from];\n}\n"
               "static const kernel_test t = summing(\"t\").at_least({1, 1}).launch([](const "
               "pointers& p) {\n"
               "    moved<<<1, 128>>>(p.in<float>(\"x\"), p.out<float>(\"y\"), p.dim(\"rows\"), "
               "p.dim(\"columns\")); });\n";
    };
    const unexplained quick;
    write("new.hip", tests("columns"));
    write("old.hip", tests("1"));
    result_ = run_tileproof({"check", "new.hip", "--against", "old.hip", "--cases", "5", "--seed",
                             "1", "--efficiency", "--json", "r.json"},
                            "", folder_.path().string());
    EXPECT_THAT(
        result_.out,
        HasSubstr(
            "t, old -> new, by kernel:\n  moved: device memory read: 2.0 -> 32.0 segments of 64 "
            "bytes a request, 4 -> 4 requests, 16 times the segments"));
    EXPECT_THAT(
        result_.out,
        HasSubstr(
            "device memory written: 2.0 -> 2.0 segments of 64 bytes a request, 4 -> 4 requests\n"));
    std::ifstream in(folder_.path() / "r.json");
    const auto one = nlohmann::json::parse(in).at("efficiency").at(0);
    EXPECT_EQ(one.at("lines").size(), 2u) << one;
    EXPECT_EQ(one.at("old_lines").size(), 2u);
}

// Two right kernels may be off to both sides.
TEST_F(Against, TwoKernelsMayDifferByTwiceTheBoundOfTheirReference) {
    const auto tests = [](const char* good, const char* bad) {
        const auto one = [](const std::string& name, const std::string& factor) {
            return "__global__ void k" + name +
                   "(const float* x, float* y, long n) { if (blockIdx.x < n) y[blockIdx.x] = " +
                   factor + "f * x[blockIdx.x]; }\nstatic const kernel_test t" + name +
                   " = elementwise<float, float>(\"" + name +
                   "\", [](float x) { return x; }).within(0.01).launch([](const float* x, float* "
                   "y, long n) { if (n) k" +
                   name + "<<<n, 1>>>(x, y, n); });\n";
        };
        return one("good", good) + one("bad", bad);
    };
    const unexplained quick;
    const nlohmann::json report = check(tests("1.009", "1.009"), tests("0.991", "0.98"));
    EXPECT_EQ(verdict(report, "good", "K7"), "held held ") << result_.out;
    EXPECT_EQ(verdict(report, "bad", "K7"), "FAILED FAILED ");
}

TEST_F(Against, CasesAreThoseThatBothSupportAndOneTestOfTheSameFileCanBeTheOldOne) {
    const unexplained quick;
    write("old.hip",
          "static const kernel_test t = summing(\"t\").multiples_of({1, 32}).at_most({0, "
          "64}).launch(launched(right));");
    const nlohmann::json report =
        check("static const kernel_test t = summing(\"t\").launch(launched(short_at_33));", "");
    EXPECT_EQ(verdict(report, "t", "K1"), "held held ") << result_.out;

    const nlohmann::json moved = check(R"(
template <bool Right> __global__ void moves(const float* in, float* out, matrix_shape s) {
    const long r = blockIdx.y, c = blockIdx.x;
    out[c * s.output_stride + r] = Right || s.columns != 5 ? in[r * s.input_stride + c] : 0;
}
template <bool Right> auto transposed(const char* name) {
    return transpose<float>(name).at_most({40, 40}).launch([](const float* in, float* out, matrix_shape s) {
        if (s.rows * s.columns > 0) moves<Right><<<dim3(s.columns, s.rows), 1>>>(in, out, s);
    });
}
static const kernel_test slow = transposed<true>("slow"), fast = transposed<true>("fast"), wrong = transposed<false>("wrong");
static const kernel_test other = summing("other").launch(launched(right));
)",
                                       "", "new.hip:slow");
    EXPECT_EQ(result_.exit_code, 1);
    EXPECT_EQ(verdict(moved, "fast", "K1"), "held held ") << result_.out;
    EXPECT_EQ(verdict(moved, "wrong", "K1"), "FAILED FAILED ");
    EXPECT_EQ(verdict(moved, "slow", "K1") + verdict(moved, "other", "K1"), "");
    EXPECT_THAT(result_.err, HasSubstr("other cannot be compared with slow in new.hip"));
}

}  // namespace
}  // namespace tileproof::command::testing
