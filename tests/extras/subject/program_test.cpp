// SPDX-License-Identifier: MIT
// A compiler has so much time and memory: what needs more is told from what does not compile, and from its neighbours.
#include "extras/subject/program.hpp"

#include "extras/subject/judge.hpp"
#include "tests/extras/subject/miniature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tileproof/layout_text.hpp>

namespace tileproof::subject {
namespace {

// A list of 10^8 numbers takes a compiler some GiB.
const std::string greedy = R"(namespace $case {
template <class T, T... I> struct list {};
list<int> of_all(__make_integer_seq<list, int, 100'000'000>);
}
)";
// 2^40 types.
const std::string endless = R"(namespace $case {
template <int Depth, long I>
struct tree { static constexpr long n = tree<Depth - 1, 2 * I>::n + tree<Depth - 1, 2 * I + 1>::n; };
template <long I> struct tree<0, I> { static constexpr long n = 1; };
static_assert(tree<40, 0>::n > 0);
}
)";
const std::string wrong = "namespace $case {\nstatic_assert(false, \"as it is\");\n}\n";
const std::string well = "namespace $case {\nstatic_assert(true);\n}\n";

std::vector<built_unit> built_of(const std::vector<std::string>& units, double seconds,
                                 std::size_t memory) {
    const scratch_folder folder;
    build_options o = options_of(miniature(), folder.path());
    o.jobs = 1;  // all in one program
    o.seconds = seconds;
    o.memory = memory;
    return builder(o).build(units);
}

TEST(Program, ThatNeedsTooMuchMemoryIsToldApart) {
    const auto built = built_of({well, greedy, wrong}, 120, std::size_t{1} << 30);
    EXPECT_TRUE(built[0].compiled()) << built[0].error;
    EXPECT_TRUE(built[1].beyond);
    EXPECT_THAT(built[1].error, testing::HasSubstr("1.0 GiB of memory"));
    EXPECT_FALSE(built[2].compiled());
    EXPECT_FALSE(built[2].beyond);
    EXPECT_THAT(built[2].error, testing::HasSubstr("as it is"));
}

TEST(Program, ThatNeedsTooMuchTimeIsToldApart) {
    const auto built = built_of({well, endless}, 5, std::size_t{8} << 30);
    EXPECT_TRUE(built[0].compiled()) << built[0].error;
    EXPECT_TRUE(built[1].beyond);
    EXPECT_THAT(built[1].error, testing::HasSubstr("had not ended after 5 s"));
}

// Each uses the same template, which fails.
TEST(Program, HasTheErrorThatItHasByItself) {
    const auto unit = [](int n) {
        return R"(#ifndef ONCE
#define ONCE
template <int N> struct constant {};
template <class F> constexpr auto call(F f) { return f(1); }
template <class T> constexpr auto broken(T t) {
    const auto n = t + 1;
    auto made = call([&](auto) { return constant<n>{}; });
    return made;
}
#endif
namespace $case { const auto d = broken()" +
               std::to_string(n) + "); }\n";
    };
    const auto built = built_of({unit(1), unit(2), well}, 120, std::size_t{6} << 30);
    for (int i = 0; i < 2; ++i)
        EXPECT_THAT(built[static_cast<std::size_t>(i)].error,
                    testing::HasSubstr("not a constant expression"));
    EXPECT_TRUE(built[2].compiled());
}

// A library is not to be blamed for it: nothing is judged, and the reason is kept.
TEST(Program, BeyondTheLimitsIsNoDeparture) {
    const scratch_folder folder;
    build_options o = options_of(miniature(), folder.path());
    o.memory = std::size_t{200} << 20;  // not even the headers
    builder b(o);
    const verdict v = judge(b, {{either(outside_case{parse_layout("packed [2]")})}}).front();
    EXPECT_TRUE(v.judged.empty() && v.failures.empty());
    ASSERT_EQ(v.not_judged.size(), 1u);
    EXPECT_THAT(
        v.not_judged[0],
        testing::HasSubstr("0.2 GiB of memory that a compiler may take here. Include less."));
    const any_case mistake =
        either(outside_case{.layout = parse_layout("packed [4] -> {slice(0,5): 0 -> 0}"),
                            .style = number_style::known,
                            .broken = "slice"});
    const verdict m = judge(b, {{mistake}}).front();
    EXPECT_TRUE(m.judged.empty());  // that it did not compile is no refusal
    EXPECT_THROW(b.try_headers(), library_error);
}

}  // namespace
}  // namespace tileproof::subject
