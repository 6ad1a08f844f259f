// SPDX-License-Identifier: MIT
// What `check` says of a file's tests: whichever output is wrong fails, what nothing is known of is not judged, and a
// reference that is wrong is no fault of the kernel. Each kernel here is right unless its name says what is wrong.
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace tileproof::command::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* head = R"(
#include <hip/hip_runtime.h>
#include <cstdlib>
#include <stdexcept>
#include <tileproof/custom_contract.hpp>
using tileproof::arrays;
using tileproof::custom;
using tileproof::kernel_test;
using tileproof::pointers;

// y = x + wrong_y, at = i + wrong_at, total += i + wrong_total
__global__ void three(const float* x, float* y, int* at, int* total, long n, int wrong) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    y[i] = x[i] + (wrong == 1);
    at[i] = static_cast<int>(i) + (wrong == 2);
    total[i] += static_cast<int>(i) + (wrong == 3);
}
__global__ void copies(const float* x, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = x[i];
}
__global__ void shares(float* y, long n) {
    extern __shared__ float part[];
    part[threadIdx.x] = 1;
    if (threadIdx.x < n) y[threadIdx.x] = part[threadIdx.x];
}
static void copy(const pointers& p) {
    if (const long n = p.dim("n")) copies<<<(n + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), n);
}
static void copied(const arrays& a) { a.out<float>("y") = a.in<float>("x"); }
static custom copying(const char* name) {
    custom c(name, {"n"});
    c.input<float>("x", {"n"}).output<float>("y", {"n"});
    return c;
}
)";

// The condition is never true for these lengths, and the function behind it never runs.
constexpr const char* unreached = R"(
template <class T>
__device__ void set(T& to, T value) {
    to = value;  // unreached
}  // unreached: the function returns here
__global__ void whole_blocks(const float* x, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n)  // never true
        return;
    if (n > 0) {  // never false
        y[i] = x[i];
    } else {
        set(y[i], 1.0f);  // unreached
    }
}
static void copy_blocks(const pointers& p) {
    if (const long n = p.dim("n")) whole_blocks<<<n / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), n);
}
static const kernel_test blocks = copying("blocks").reference(copied).multiples_of({64}).launch(copy_blocks);
)";

constexpr const char* several_outputs = R"(
static custom three_outputs(const char* name) {
    custom c(name, {"n"});
    c.input<float>("x", {"n"}).output<float>("y", {"n"}).output<int>("at", {"n"}).in_out<int>("total", {"n"});
    c.reference([](const arrays& a) {
        a.out<float>("y") = a.in<float>("x");
        for (long i = 0; i < a.dim("n"); ++i) {
            a.out<int>("at")(i) = static_cast<int>(i);
            a.out<int>("total")(i) = a.in<int>("total")(i) + static_cast<int>(i);
        }
    });
    return c;
}
static auto launched(int wrong) {
    return [wrong](const pointers& p) {
        if (const long n = p.dim("n"))
            three<<<(n + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), p.out<int>("at"),
                                         p.out<int>("total"), n, wrong);
    };
}
static const kernel_test right = three_outputs("right").launch(launched(0));
static const kernel_test first_wrong = three_outputs("first_wrong").launch(launched(1));
static const kernel_test second_wrong = three_outputs("second_wrong").launch(launched(2));
static const kernel_test third_wrong = three_outputs("third_wrong").launch(launched(3));
static const kernel_test right_within = three_outputs("right_within").within(0, 0.5).launch(launched(0));
static const kernel_test first_off = three_outputs("first_off").within(0, 0.5).launch(launched(1));
static const kernel_test second_off = three_outputs("second_off").within(0, 0.5).launch(launched(2));
static const kernel_test third_off = three_outputs("third_off").within(0, 0.5).launch(launched(3));
)";

constexpr const char* nothing_judged = R"(
static const kernel_test right = copying("right").reference(copied).launch(copy);
static const kernel_test contradictory =
    copying("contradictory").at_least({9}).at_most({3}).reference(copied).launch(copy);
static const kernel_test no_multiple =
    copying("no_multiple").multiples_of({1000}).at_least({1}).at_most({999}).reference(copied).launch(copy);
static const kernel_test never_supported =
    copying("never_supported").unless([](const long*) { return std::string("Not today."); }).reference(copied).launch(copy);
static const kernel_test only_the_empty =
    copying("only_the_empty").unless([](const long* d) { return std::string(*d ? "Only the empty one." : ""); })
        .reference(copied).launch(copy);
static const kernel_test does_nothing =
    custom("does_nothing", {"n"}).in_out<float>("y", {"n"})
        .reference([](const arrays& a) { a.out<float>("y") = a.in<float>("y"); })
        .launch([](const pointers&) {});
)";

constexpr const char* refused = R"(
static const kernel_test too_many_threads = copying("too_many_threads").at_least({1}).reference(copied)
    .launch([](const pointers& p) { copies<<<1, 2048>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n")); });
static const kernel_test too_much_shared = copying("too_much_shared").at_least({1}).reference(copied)
    .launch([](const pointers& p) { shares<<<1, 64, 100000>>>(p.out<float>("y"), p.dim("n")); });
__global__ void __launch_bounds__(32) bounded(const float* x, float* y) { y[0] = x[0]; }
static const kernel_test beyond_bounds = copying("beyond_bounds").at_least({1}).reference(copied)
    .launch([](const pointers& p) { bounded<<<1, 64>>>(p.in<float>("x"), p.out<float>("y")); });
static const kernel_test never_launches = copying("never_launches").reference(copied).launch([](const pointers&) {});
)";

// One guard by the wrong length drops elements of wide matrices and reads beyond the end of high ones.
constexpr const char* one_guard = R"(
__global__ void shifts(const float* x, float* y, long h, long w) {
    const long i = blockIdx.x * 64L + threadIdx.x, c = i % w;
    if (i < h * w) y[i] = 1000 * c + (c + 1 < h ? x[i + 1] : 0);
}
static const kernel_test shifted = tileproof::custom("shifted", {"h", "w"})
    .input<float>("x", {"h", "w"}).values_from(1, 100).output<float>("y", {"h", "w"})
    .reference([](const arrays& a) {
        for (long r = 0; r < a.dim("h"); ++r)
            for (long c = 0; c < a.dim("w"); ++c)
                a.out<float>("y")(r, c) = 1000 * c + (c + 1 < a.dim("w") ? a.in<float>("x")(r, c + 1) : 0);
    })
    .launch([](const pointers& p) {
        const long h = p.dim("h"), w = p.dim("w");
        if (h * w) shifts<<<(h * w + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), h, w);
    });
)";

// In each case a barrier is missing, and the greatest of negative numbers is wrong.
constexpr const char* behind_a_race = R"(
__global__ void ends_of_rows(const int* x, int* most, int* least, long n) {
    __shared__ int part[64];
    const int* row = x + blockIdx.x * n;
    int high = 0, low = 1000;
    for (long i = threadIdx.x; i < n; i += 64) high = max(high, row[i]), low = min(low, row[i]);
    part[threadIdx.x] = high;
    __syncthreads();
    for (int t = 0; t < 64; ++t) high = max(high, part[t]);
    part[threadIdx.x] = low;
    __syncthreads();
    for (int t = 0; t < 64; ++t) low = min(low, part[t]);
    if (threadIdx.x == 0) most[blockIdx.x] = high, least[blockIdx.x] = low;
}
static const kernel_test ends = tileproof::custom("ends", {"rows", "n"})
    .at_least({1, 1}).input<int>("x", {"rows", "n"}).values_from(-999, 999)
    .output<int>("most", {"rows"}).output<int>("least", {"rows"})
    .reference([](const arrays& a) {
        for (long r = 0; r < a.dim("rows"); ++r) {
            a.out<int>("most")(r) = a.in<int>("x").row(r).maxCoeff();
            a.out<int>("least")(r) = a.in<int>("x").row(r).minCoeff();
        }
    })
    .launch([](const pointers& p) {
        ends_of_rows<<<p.dim("rows"), 64>>>(p.in<int>("x"), p.out<int>("most"), p.out<int>("least"), p.dim("n"));
    });
)";

constexpr const char* wrong_references = R"(
template <class F>
static kernel_test of(const char* name, F f) {
    return copying(name).reference(f).launch(copy);
}
static const kernel_test right = of("right", copied);
static const kernel_test leaves_unset = of("leaves_unset", [](const arrays& a) {
    for (long i = 0; i + 1 < a.dim("n"); ++i) a.out<float>("y")(i) = a.in<float>("x")(i);
});
static const kernel_test adds_up = of("adds_up", [](const arrays& a) {
    a.out<float>("y") += a.in<float>("x");
});
static const kernel_test writes_behind = of("writes_behind", [](const arrays& a) {
    for (long i = 0; i <= a.dim("n"); ++i) a.out<float>("y").data()[i] = i < a.dim("n") ? a.in<float>("x")(i) : 0;
});
static const kernel_test row_outside = of("row_outside", [](const arrays& a) {
    for (long i = 0; i < a.dim("n") + 1; ++i) a.out<float>("y").row(i) = a.in<float>("x").row(i);
});
static const kernel_test throws = of("throws", [](const arrays& a) {
    copied(a);
    if (a.dim("n") > 3) throw std::out_of_range("No more than three.");
});
static const kernel_test crashes = of("crashes", [](const arrays& a) {
    copied(a);
    if (a.dim("n") > 3) *static_cast<volatile int*>(nullptr) = 1;
});
static const kernel_test aborts = of("aborts", [](const arrays& a) {
    copied(a);
    if (a.dim("n") > 3) std::abort();
});
static const kernel_test hangs = of("hangs", [](const arrays& a) {
    copied(a);
    for (volatile int i = 0; a.dim("n") > 3; ++i) {}
});
static const kernel_test changes_an_input = of("changes_an_input", [](const arrays& a) {
    copied(a);
    const_cast<float*>(a.in<float>("x").data())[0] = 7;
});
static const kernel_test random_one = of("random_one", [](const arrays& a) {
    copied(a);
    if (a.dim("n") > 0) a.out<float>("y")(0) = static_cast<float>(std::rand());
});
static const kernel_test counts_calls = of("counts_calls", [](const arrays& a) {
    static int calls = 0;
    copied(a);
    if (++calls > 5 && a.dim("n") > 0) a.out<float>("y")(0) = static_cast<float>(calls);
});
static const kernel_test negative_bound = copying("negative_bound").reference(copied).within(-1).launch(copy);
static const kernel_test two_for_one = copying("two_for_one").multiples_of({32, 8}).reference(copied).launch(copy);
static const kernel_test bound_below_zero = copying("bound_below_zero").bounded_reference([](const arrays& a) {
    a.value("y") = a.in<float>("x").cast<double>();
    a.bound("y").setConstant(-1);
}).launch(copy);
static const kernel_test value_unset = copying("value_unset").bounded_reference([](const arrays& a) {
    a.bound("y").setConstant(1);
}).launch(copy);
static const kernel_test support_crashes = copying("support_crashes").reference(copied)
    .unless([](const long* d) { if (*d > 3) *static_cast<volatile int*>(nullptr) = 1; return std::string(); })
    .launch(copy);
)";

constexpr const char* wrong_predicates = R"(
template <class F>
static kernel_test of(const char* name, F f) {
    return copying(name).accepts(f).launch(copy);
}
static bool is_copied(const arrays& a) { return (a.out<float>("y") == a.in<float>("x")).all(); }
static const kernel_test right = of("right", is_copied);
static const kernel_test throws = of("throws", [](const arrays& a) -> std::string {
    if (a.dim("n") > 3) throw std::out_of_range("No more than three.");
    return "";
});
static const kernel_test crashes = of("crashes", [](const arrays& a) {
    if (a.dim("n") > 3) *static_cast<volatile int*>(nullptr) = 1;
    return true;
});
static const kernel_test hangs = of("hangs", [](const arrays& a) {
    for (volatile int i = 0; a.dim("n") > 3; ++i) {}
    return true;
});
static const kernel_test row_outside = of("row_outside", [](const arrays& a) {
    return a.out<float>("y").row(a.dim("n")).sum() < 9;
});
static const kernel_test changes_an_output = of("changes_an_output", [](const arrays& a) {
    a.out<float>("y").setZero();
    return true;
});
static const kernel_test changes_an_input = of("changes_an_input", [](const arrays& a) {
    if (a.dim("n") > 0) const_cast<float*>(a.in<float>("x").data())[0] = 7;
    return a.dim("n") == 0;
});
static const kernel_test random_one = of("random_one", [](const arrays&) {
    static int calls = 0;
    return ++calls % 2 == 0;
});
static const kernel_test other_type = of("other_type", [](const arrays& a) { return a.out<int>("y").size() >= 0; });
static const kernel_test both = copying("both").reference(copied).accepts(is_copied).launch(copy);
static const kernel_test bounded = copying("bounded").accepts(is_copied).within(1e-3).launch(copy);
)";

constexpr const char* wrong_launches = R"(
static const kernel_test right = copying("right").reference(copied).launch(copy);
template <class F>
static kernel_test of(const char* name, F f) {
    return copying(name).reference(copied).launch([f](const pointers& p) {
        copy(p);
        if (p.dim("n") > 3) f(p);
    });
}
static const kernel_test writes_to_null = of("writes_to_null", [](const pointers&) {
    *static_cast<volatile int*>(nullptr) = 1;
});
static const kernel_test divides_by_zero = of("divides_by_zero", [](const pointers& p) {
    volatile int zero = 0;
    zero = static_cast<int>(p.dim("n")) / zero;
});
static const kernel_test aborts = of("aborts", [](const pointers&) { std::abort(); });
)";

constexpr const char* slow_launches = R"(
#include <ctime>
#include <unistd.h>
__global__ void never_ends(volatile float* y, long n) {
    while (n > 3) y[0] = 1;
}
static kernel_test of(const char* name, void (*f)()) {
    return copying(name).at_least({1}).reference(copied).launch([f](const pointers& p) {
        f();
        copy(p);
    });
}
static const kernel_test right = of("right", [] {});
static const kernel_test sleeps = of("sleeps", [] { usleep(400000); });
static const kernel_test waits = of("waits", [] { pause(); });
static const kernel_test loops = of("loops", [] {
    for (volatile int i = 0;; i = 1) {}
});
// It has taken most of the time when its kernel begins, a right one that needs some of it: more than is left (50 ms), and less than
// a block may take (300 ms), however slow the machine is.
__global__ void copies_often(const float* x, volatile float* y, long n, long times) {
    for (long k = 0; k < times; ++k) y[k % n] = x[k % n];
}
static double processor_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
static const kernel_test works = copying("works").at_least({1}).reference(copied).launch([](const pointers& p) {
    const double begin = processor_seconds();
    long times = 0;  // of which the kernel takes 120 ms
    for (long tried = 10000; times == 0; tried *= 4) {
        const double before = processor_seconds();
        copies_often<<<1, 1>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n"), tried);
        const double taken = processor_seconds() - before;
        if (taken > 0.01) times = static_cast<long>(0.12 / taken * tried);
    }
    while (processor_seconds() < begin + 0.55) {}
    copies_often<<<1, 1>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n"), times);
});
static const kernel_test kernel_hangs = copying("kernel_hangs").at_least({1}).reference(copied)
    .launch([](const pointers& p) {
        never_ends<<<1, 1>>>(p.out<float>("y"), p.dim("n"));
        copy(p);
    });
)";

class Verdicts : public ::testing::Test {
  protected:
    // By subject and device: the verdicts of its rows by law.
    using rows = std::map<std::pair<std::string, std::string>, std::map<std::string, std::string>>;

    nlohmann::json check(const std::string& tests, std::vector<std::string> options = {}) {
        std::ofstream(folder_.path() / "k.hip") << head << tests;
        std::vector<std::string> words{"check", "k.hip", "--seed", "1", "--json", "r.json"};
        if (options.empty()) options = {"--cases", "70"};
        words.insert(words.end(), options.begin(), options.end());
        result_ = run_tileproof(words, "", folder_.path().string());
        std::ifstream in(folder_.path() / "r.json");
        return nlohmann::json::parse(in, nullptr, false);
    }
    static rows rows_of(const nlohmann::json& report) {
        rows all;
        for (const auto& r : report.at("rows"))
            all[{r.at("subject"), r.at("device")}][r.at("law")] = r.at("verdict");
        return all;
    }
    // The number of the line in which the words stand, of tests behind the head.
    static std::string line_of(const std::string& tests, const std::string& words) {
        const std::string all = head + tests;
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(all.find(words));
        return std::to_string(1 + std::count(all.begin(), end, '\n'));
    }
    // The sentences of a list that speak of the subject.
    static std::string about(const nlohmann::json& sentences, const std::string& subject) {
        std::string text;
        for (const std::string s : sentences)
            if (s.find(' ' + subject + ' ') != std::string::npos || s.starts_with(subject + ' ') ||
                s.find(' ' + subject + ':') != std::string::npos)
                text += s + '\n';
        return text;
    }

    properties::testing::scratch_folder folder_;
    command_result result_;
};

TEST_F(Verdicts, FailForAWrongValueInAnyOfSeveralOutputs) {
    const unexplained quick;
    const rows all = rows_of(check(several_outputs));
    EXPECT_EQ(result_.exit_code, 1);
    ASSERT_EQ(all.size(), 16u) << result_.err;
    for (const auto& [of, laws] : all) {
        const bool is_right = of.first.starts_with("right");
        const bool bounded = of.first.ends_with("off") || of.first == "right_within";
        EXPECT_EQ(laws.at(bounded ? "K7" : "K1"), is_right ? "held" : "FAILED")
            << of.first << " on " << of.second;
        if (is_right)
            for (const auto& [law, verdict] : laws) EXPECT_EQ(verdict, "held") << law;
    }
}

TEST_F(Verdicts, AreNotJudgedWhereNoCaseShowsAnything) {
    const nlohmann::json report = check(nothing_judged);
    EXPECT_EQ(result_.exit_code, 2) << result_.out;
    EXPECT_THAT(report.at("verdict").get<std::string>(), ::testing::StartsWith("NOT JUDGED: "));
    for (const auto& [of, laws] : rows_of(report)) {
        const bool is_right = of.first == "right";
        EXPECT_EQ(laws.at("K1"), is_right ? "held" : "not judged") << of.first;
        EXPECT_EQ(about(report.at("not_judged"), of.first).empty(), is_right) << of.first;
    }
    const auto why = [&](const char* subject) { return about(report.at("not_judged"), subject); };
    EXPECT_THAT(why("never_supported"), HasSubstr("Not today."));
    EXPECT_THAT(why("only_the_empty"), HasSubstr("no element to write"));
    EXPECT_THAT(why("does_nothing"), HasSubstr("No kernel was launched"));
}

TEST_F(Verdicts, ComeWithTheLinesAndConditionsThatNoCaseReached) {
    const nlohmann::json report = check(unreached, {"--cases", "70", "--lcov", "r.info"});
    EXPECT_EQ(result_.exit_code, 0) << result_.out << result_.err;
    std::istringstream source(std::string(head) + unreached);
    std::map<std::uint32_t, std::string> marked;  // "// unreached"
    std::uint32_t number = 0;
    for (std::string line; std::getline(source, line);) {
        ++number;
        const auto mark = line.find("// ");
        if (mark != std::string::npos &&
            line.find("unreached") + line.find("never") != 2 * std::string::npos)
            marked[number] = line.substr(mark + 3, line.find(':', mark) - mark - 3);
    }
    std::map<std::uint32_t, std::string> told;
    std::size_t lines = 0;
    for (const auto& c : report.at("code")) {
        EXPECT_EQ(c.at("file"), "k.hip");
        lines += c.at("what") == "line";
        const bool of_head = c.at("line") <= std::count(head, head + std::strlen(head), '\n');
        if (c.at("reached") || of_head) continue;
        const std::string what = c.at("what");
        told[c.at("line")] = what == "line" ? "unreached" : "never " + what.substr(10);
    }
    EXPECT_EQ(told, marked);
    EXPECT_GE(lines, 6u);
    EXPECT_THAT(result_.out, HasSubstr("No case ran lines "));
    EXPECT_THAT(result_.out, HasSubstr(" of k.hip was never true."));
    std::ifstream lcov(folder_.path() / "r.info");
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(lcov), {}),
                ::testing::StartsWith("TN:\nSF:k.hip\nDA:"));
}

TEST_F(Verdicts, AreNotJudgedWhereOnlyTheEmptyCaseWasRun) {
    const std::string right = R"(
        static const kernel_test right = copying("right").reference(copied).launch(copy);)";
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{"--cases", "1"}, {"--budget", "1ms", "--jobs", "1"}}) {
        check(right, options);
        EXPECT_EQ(result_.exit_code, 2) << options[0] << ' ' << options[1] << result_.out;
        EXPECT_THAT(result_.out, HasSubstr("NOT JUDGED: ")) << result_.err;
    }
    check(right, {"--cases", "20", "--junit", "r.xml", "--sarif", "r.sarif"});
    EXPECT_EQ(result_.exit_code, 0) << result_.out;
    check(right, {"--cases", "1", "--junit", "r.xml", "--sarif", "r.sarif"});
    std::ifstream xml(folder_.path() / "r.xml"), sarif(folder_.path() / "r.sarif");
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(xml), {}), HasSubstr("<error message"));
    const auto run = nlohmann::json::parse(sarif).at("runs").at(0);
    EXPECT_EQ(run.at("invocations").at(0).at("executionSuccessful"), false);
}

TEST_F(Verdicts, NameTheErrorAndTheLimitOfARefusedLaunch) {
    const unexplained quick;
    const nlohmann::json report = check(refused);
    EXPECT_EQ(result_.exit_code, 1);
    std::map<std::string, std::string> said;
    for (const auto& r : report.at("rows")) {
        EXPECT_NE(r.at("verdict"), "held") << r.dump();
        if (r.at("law") == "K9") said[r.at("subject")] += r.value("sentence", "");
    }
    EXPECT_THAT(said["too_many_threads"],
                ::testing::AllOf(
                    HasSubstr("hipErrorInvalidConfiguration"), HasSubstr("1024"), HasSubstr("2048"),
                    HasSubstr("It is launched at k.hip:" + line_of(refused, "<<<1, 2048") + ".")));
    EXPECT_THAT(
        said["beyond_bounds"],
        ::testing::AllOf(HasSubstr("__launch_bounds__ allow 32"),
                         HasSubstr("launched at k.hip:" + line_of(refused, "bounded<<<") + ".")));
    EXPECT_THAT(said["too_much_shared"], ::testing::AllOf(HasSubstr("hipErrorInvalidConfiguration"),
                                                          HasSubstr("100000"), HasSubstr("65536")));
    EXPECT_THAT(said["never_launches"],
                HasSubstr("The launch takes the case, but no kernel was launched"));
}

TEST_F(Verdicts, TellWhatOneChangeMendsAsOneBug) {
    const nlohmann::json bugs = check(one_guard, {"--cases", "300"}).at("bugs");
    ASSERT_EQ(bugs.size(), 1u) << result_.out;
    EXPECT_EQ(bugs[0].at("kind"), "out of bounds");
    EXPECT_THAT(bugs[0].at("likely_lines").dump(), HasSubstr("cases are right"));
    // That of its wrong values ("h != w") has what time is left: explain_bugs_test.cpp.
    EXPECT_THAT(bugs[0].at("fails_when").get<std::string>(), HasSubstr("h > w"));
}

TEST_F(Verdicts, AreOfBugsThatNothingExplainsWhereTheEnvironmentSaysSo) {
    const unexplained quick;
    const nlohmann::json report = check(one_guard);
    EXPECT_EQ(result_.exit_code, 1) << result_.err;
    ASSERT_FALSE(report.at("bugs").empty());
    for (const auto& b : report.at("bugs")) {
        EXPECT_TRUE(b.at("likely_lines").empty()) << b;
        EXPECT_EQ(b.at("fails_when"), "") << b;
    }
}

TEST_F(Verdicts, TellWhatABarrierLeavesWrongAsABugOfItsOwn) {
    const nlohmann::json bugs = check(behind_a_race, {"--cases", "300"}).at("bugs");
    ASSERT_EQ(bugs.size(), 2u) << result_.out;
    EXPECT_EQ(bugs[0].at("kind"), "race");
    EXPECT_THAT(bugs[0].at("heading").get<std::string>(), HasSubstr("Barrier missing"));
    EXPECT_EQ(bugs[1].at("kind"), "wrong value");
    EXPECT_EQ(bugs[1].at("why").at("where").at("operand"), "most");
}

TEST_F(Verdicts, BlameAWrongReferenceAndNoKernel) {
    const nlohmann::json report = check(wrong_references, {"--cases", "140", "--time-limit", "2s"});
    EXPECT_EQ(result_.exit_code, 2) << result_.out << result_.err;
    EXPECT_TRUE(report.at("findings").empty()) << report.at("findings").dump(1);
    for (const auto& [of, laws] : rows_of(report))
        EXPECT_EQ(laws.at(laws.contains("K1") ? "K1" : "K7"),
                  of.first == "right" ? "held" : "not judged")
            << of.first << " on " << of.second;
    const auto& troubles = report.at("troubles");
    for (const auto& [subject, words] : std::map<std::string, std::vector<std::string>>{
             {"leaves_unset", {"unset", "of y"}},
             {"adds_up", {"of y"}},
             {"writes_behind", {"behind the end of y"}},
             {"row_outside",
              {"The reference of", "Eigen", "k.hip:" + line_of(wrong_references, "y\").row(i)")}},
             {"throws", {"No more than three.", "n = "}},
             {"crashes",
              {"The reference of", "SIGSEGV",
               "k.hip:" + line_of(wrong_references, "nullptr) = 1;\n});")}},
             {"aborts", {"The reference of", "SIGABRT"}},
             {"hangs", {"The reference of", "stopped"}},
             {"changes_an_input", {"changes x"}},
             {"random_one", {"the same"}},
             {"counts_calls", {"the same"}},
             {"negative_bound", {"within(-1"}},
             {"two_for_one", {"multiples_of() has 2 numbers"}},
             {"bound_below_zero", {"element (0) of y", "-1"}},
             {"value_unset", {"unset"}},
             {"support_crashes", {"unless", "SIGSEGV"}}})
        for (const std::string& word : words)
            EXPECT_THAT(about(troubles, subject), HasSubstr(word)) << subject;
    EXPECT_EQ(about(troubles, "right"), "");
}

TEST_F(Verdicts, BlameAWrongPredicateAndNoKernel) {
    const nlohmann::json report = check(wrong_predicates, {"--cases", "140", "--time-limit", "2s"});
    EXPECT_EQ(result_.exit_code, 2) << result_.out << result_.err;
    EXPECT_TRUE(report.at("findings").empty()) << report.at("findings").dump(1);
    for (const auto& [of, laws] : rows_of(report)) {
        EXPECT_EQ(laws.at("K1"), of.first == "right" ? "held" : "not judged")
            << of.first << " on " << of.second;
        EXPECT_FALSE(laws.contains("K5"));
    }
    for (const auto& [subject, words] : std::map<std::string, std::vector<std::string>>{
             {"throws", {"The predicate of", "No more than three.", "n = "}},
             {"crashes", {"The predicate of", "SIGSEGV", "k.hip:"}},
             {"hangs", {"The predicate of", "stopped"}},
             {"row_outside", {"The predicate of", "Eigen", "k.hip:"}},
             {"changes_an_output", {"changes y"}},
             {"changes_an_input", {"changes x"}},
             {"random_one", {"the same"}},
             {"other_type", {"'y' is declared as float32"}},
             {"both", {"reference()", "accepts()"}},
             {"bounded", {"within()", "accepts()"}}})
        for (const std::string& word : words)
            EXPECT_THAT(about(report.at("troubles"), subject), HasSubstr(word)) << subject;
    EXPECT_EQ(about(report.at("troubles"), "right"), "");
}

// Nothing is to be added, so y stays as it is, and nothing need be launched.
TEST_F(Verdicts, HoldForWhatLaunchesNothingWhereNothingIsToBeChanged) {
    const nlohmann::json report = check(R"(
__global__ void adds(const int* x, int* y, long n) {
    for (long i = threadIdx.x; i < n; i += 64) atomicAdd(y, x[i]);
}
static kernel_test adding(const char* name, long from) {
    return custom(name, {"n"})
        .input<int>("x", {"n"}).values_from(-100, 100)
        .in_out<int>("y", {"1"}).values_from(-100, 100)
        .reference([](const arrays& a) { a.out<int>("y")(0) = a.in<int>("y")(0) + a.in<int>("x").sum(); })
        .launch([from](const pointers& p) {
            const long n = p.dim("n");
            if (n > from) adds<<<1, 64>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
}
static const kernel_test right = adding("right", 0);
static const kernel_test wrong = adding("wrong", 1);
)");
    for (const auto& [of, laws] : rows_of(report))
        for (const char* const law : {"K1", "K2", "K9"})
            if (of.first == "right") EXPECT_EQ(laws.at(law), "held") << law << " on " << of.second;
    ASSERT_EQ(report.at("bugs").size(), 1u) << result_.out;
    EXPECT_EQ(report["bugs"][0].at("heading"), "Elements of y keep their old values");
    EXPECT_THAT(report["bugs"][0].at("sentence").get<std::string>(),
                HasSubstr("1 of 1 element of y keeps its old value"));
}

TEST_F(Verdicts, NameTheLineOfWhatAPredicateDoesNotAccept) {
    constexpr const char* wrong = R"(
#include <cfloat>
__global__ void greatest_of(const float* x, float* y, long n) {
    float best = -FLT_MAX;
    for (long i = 0; i < n; ++i) best = x[i] > best ? x[i] : best;
    y[0] = best;
}
static const kernel_test greatest =
    custom("greatest", {"n"})
        .input<float>("x", {"n"})
        .no_nan()
        .output<float>("y", {"1"})
        .at_least({1})
        .accepts([](const arrays& a) { return a.out<float>("y")(0) == a.in<float>("x").maxCoeff(); })
        .launch([](const pointers& p) {
            greatest_of<<<1, 1>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n"));
        });
)";
    const nlohmann::json report = check(wrong, {"--budget", "3s"});
    ASSERT_EQ(report.at("bugs").size(), 1u) << result_.out;
    const nlohmann::json line = report["bugs"][0].at("likely_lines").at(0);
    EXPECT_EQ(std::to_string(line.at("line").get<int>()), line_of(wrong, "-FLT_MAX")) << line;
    EXPECT_THAT(line.at("why").get<std::string>(), HasSubstr("all 24 cases are right"));
}

TEST_F(Verdicts, BlameTheLaunchAndNoKernelForACrashOfItsOwn) {
    const nlohmann::json report = check(wrong_launches, {"--cases", "60"});
    EXPECT_EQ(result_.exit_code, 2) << result_.out << result_.err;
    EXPECT_TRUE(report.at("findings").empty()) << report.at("findings").dump(1);
    for (const auto& [of, laws] : rows_of(report))
        EXPECT_EQ(laws.at("K1"), of.first == "right" ? "held" : "not judged")
            << of.first << " on " << of.second;
    const auto& troubles = report.at("troubles");
    for (const auto& [subject, words] : std::map<std::string, std::vector<std::string>>{
             {"writes_to_null",
              {"The launch of", "SIGSEGV", "k.hip:" + line_of(wrong_launches, "nullptr")}},
             {"divides_by_zero", {"The launch of", "SIGFPE"}},
             {"aborts", {"The launch of", "SIGABRT"}}})
        for (const std::string& word : words)
            EXPECT_THAT(about(troubles, subject), HasSubstr(word)) << subject;
    EXPECT_EQ(about(troubles, "right"), "");
}

TEST_F(Verdicts, BlameTheLaunchAndNoKernelForTheTimeThatItTakesItself) {
    const unexplained quick;
    const nlohmann::json report = check(slow_launches, {"--cases", "30", "--time-limit", "600ms"});
    EXPECT_EQ(result_.exit_code, 1) << result_.out << result_.err;
    for (const auto& [of, laws] : rows_of(report))
        EXPECT_EQ(laws.at("K9"), of.first == "right"          ? "held"
                                 : of.first == "kernel_hangs" ? "FAILED"
                                                              : "not judged")
            << of.first << " on " << of.second;
    for (const char* const subject : {"sleeps", "waits", "loops", "works"})
        EXPECT_THAT(about(report.at("troubles"), subject), HasSubstr("The launch of")) << subject;
}

// Lanes beyond the end have left: their values are undefined, which is a mistake of whoever adds them up.
TEST_F(Verdicts, TakeAValueThatNoLaneGaveForAMistakeOnlyWhereItIsUsed) {
    const nlohmann::json report = check(R"hip(
template <bool Drops>
__global__ void sums_of_waves(const int* x, int* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    const long lane = threadIdx.x % 32, live = n - (i - lane);
    int sum = x[i];
    for (int d = 16; d > 0; d /= 2) {
        const int other = __shfl_down(sum, d);
        if (!Drops || lane + d < live) sum += other;
    }
    if (lane == 0) y[i / 32] = sum;
}
template <bool Drops>
static kernel_test sums(const char* name) {
    return custom(name, {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"ceil(n / 32)"})
        .reference([](const arrays& a) {
    a.out<int>("y").setZero();
    for (long i = 0; i < a.dim("n"); ++i) a.out<int>("y")(i / 32) += a.in<int>("x")(i);
        })
        .launch([](const pointers& p) {
    if (const long n = p.dim("n"))
        sums_of_waves<Drops><<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
}
static const kernel_test right = sums<true>("right"), adds = sums<false>("adds");
// A greatest value, of which no lane that did not come gives a part if it always seems to be small.
__global__ void greatest_of_wave(const int* x, int* y, int n) {
    const int i = threadIdx.x;
    if (i >= n) return;
    int most = x[i];
    for (int d = 16; d > 0; d /= 2) most = max(most, __shfl_down(most, d));
    if (i == 0) *y = most;
}
static const kernel_test greatest =
    custom("greatest", {"n"})
        .at_least({28})
        .at_most({31})
        .input<int>("x", {"n"})
        .values_from(-100, -1)
        .output<int>("y", {"1"})
        .reference([](const arrays& a) { a.out<int>("y")(0) = a.in<int>("x").maxCoeff(); })
        .launch([](const pointers& p) {
            greatest_of_wave<<<1, 32>>>(p.in<int>("x"), p.out<int>("y"), static_cast<int>(p.dim("n")));
        });
)hip");
    for (const auto& [of, laws] : rows_of(report)) {
        EXPECT_EQ(laws.at("K1"), of.first == "right" ? "held" : "FAILED") << of.second;
        if (of.second == "cpu-checked")
            EXPECT_EQ(laws.at("K6"), of.first == "right" ? "held" : "FAILED")
                << report.at("bugs").dump(1);
    }
    EXPECT_EQ(report.at("bugs").size(), 2u) << report.at("bugs").dump(1);
}

// A copy of the host's beyond an operand is what the launch does to the operand: a finding.
TEST_F(Verdicts, AreFindingsWhereTheHostTouchesAnOperand) {
    const unexplained quick;
    const nlohmann::json report = check(R"(
static const kernel_test copies_too_much = copying("copies_too_much").reference(copied).launch([](const pointers& p) {
    copy(p);
    if (const long n = p.dim("n")) (void)hipMemcpy(p.out<float>("y"), p.in<float>("x"), (n + 1) * sizeof(float), hipMemcpyDeviceToDevice);
});
)",
                                        {"--cases", "60", "--device", "cpu"});
    EXPECT_EQ(result_.exit_code, 1) << result_.out << result_.err;
    EXPECT_TRUE(report.at("troubles").empty()) << report.at("troubles").dump(1);
}

}  // namespace
}  // namespace tileproof::command::testing
