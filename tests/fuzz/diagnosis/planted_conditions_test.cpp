// SPDX-License-Identifier: MIT
// Conditions that are easily told too simply: what is said is so in a thousand fresh cases, with data that vary.
#include "compiler/build/user_library.hpp"
#include "fuzz/diagnosis/diagnose.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "tests/fuzz/diagnosis/planted.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <span>

namespace tileproof::diagnosis {
namespace {

using namespace compiler;
using namespace properties;

const std::string planted_source =
    TILEPROOF_SOURCE_DIR "/tests/fuzz/diagnosis/planted_conditions.hip";
constexpr double plenty_of_seconds = 60;

property_list planted_properties(const char* device) {
    static user_library library;
    if (library.tests.empty()) {
        user_build b;
        b.source = planted_source;
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_planted_conditions_cache";
        library = load_user(b);
    }
    return user_properties(library, planted_source, device);
}

struct planted_condition {
    const char* name;
    const char* text;  // "": none of three comparisons says it
    law_id law = law_id::K1;
    bool some_data = false;
    const char* device = "cpu";
};
void PrintTo(const planted_condition& p, std::ostream* out) { *out << p.name; }

const planted_condition planted_conditions[] = {
    {"but_for_777", "n > 5 and n != 777"},
    {"three_or_many", "n == 3 or n > 4999"},
    {"up_to_900", "n <= 900"},
    {"two_lengths", "n == 1700 or n == 13"},
    {"but_for_4096", "n > 2 and n % 4096 != 0"},
    {"not_of_three", "n % 3 != 0"},
    {"one_of_seven", ""},
    {"powers_from_32", "n > 16 and n is a power of two"},
    {"between", "n <= 3000 and n > 6"},
    {"vectors_off", "n % 4 == 0 and x is not 16-byte aligned"},
    {"aligned_only", "x is 32-byte aligned"},
    {"half_aligned", "x is 8-byte aligned and x is not 16-byte aligned"},
    {"negative_third", "n > 2", law_id::K1, true},
    {"seventeen_from_third_on", "n > 2", law_id::K1, true},
    {"not_zero", "always"},
    {"third_if_odd", "n > 2", law_id::K1, true},
    {"no_conjugate", "always", law_id::K7, true},
    {"two_bugs", "h > 2 and w > 1"},
    {"two_bugs", "w % 2 != 0", law_id::K2},
    {"three_apart", "the rows of x lie 3 apart"},
    {"many_elements", "h * w > 3000"},
    {"wide_but_for_100", "w > h and h != 100"},
    {"tall_but_for_tiles", "h > w and w % 48 != 0"},
    {"tall_by_five", ""},
    {"beyond_whole_blocks", "h >= 64 and h % 64 != 0"},
    {"as_many_blocks", "ceil(h / 16) >= ceil(w / 16)"},
    {"no_operand", "n > 4", law_id::K6, false, "cpu-checked"},
};

// The smallest case that fails by this law.
struct failing_case {
    explicit failing_case(const planted_condition& p) : list(planted_properties(p.device)) {
        while (list[place]->subject() != p.name) ++place;
        for (std::uint64_t seed = 1; seed < 20; ++seed) {
            smallest = smallest_of(list, place, seed);
            if (smallest && smallest->why.law == p.law) return;
        }
        smallest.reset();
    }
    property_list list;
    std::size_t place = 0;
    decltype(smallest_of(list, 0, 1)) smallest;
};

std::string text_of(const condition& c) { return c.always() ? "always" : c.text(); }

struct measured {
    int said = 0, wrong = 0, kernels = 0;
    ~measured() {
        if (kernels)
            std::printf("%d of %d kernels have a condition, %d of these are false\n", said, kernels,
                        wrong);
    }
} figures;

class PlantedCondition : public testing::TestWithParam<planted_condition> {};

TEST_P(PlantedCondition, IsSaidAndHoldsInAThousandFreshCases) {
    const planted_condition& p = GetParam();
    const failing_case f(p);
    ASSERT_TRUE(f.smallest);
    sampling s({.properties = f.list,
                .place = f.place,
                .the_case = f.smallest->the_case,
                .shows = shows_failure({{f.smallest->why}}),
                .constants = constants_of(planted_source)},
               {.seconds = plenty_of_seconds});
    s.run();
    const auto& said = s.found ? s.found : s.likely;
    EXPECT_EQ(said ? text_of(*said) : "", p.text)
        << s.failing() << " fail, " << s.passing() << " pass, " << f.smallest->the_case.dump();
    ++figures.kernels;
    if (!said) return;
    EXPECT_EQ(s.some_data, p.some_data);
    const sampling::trial t = s.try_fresh(1000, 77);
    EXPECT_GE(t.cases, p.law == law_id::K6 ? 300u : 900u);
    EXPECT_EQ(t.wrong, 0u) << t.first_wrong.dump();
    ++figures.said;
    figures.wrong += t.wrong > 0;
}

INSTANTIATE_TEST_SUITE_P(Of, PlantedCondition, testing::ValuesIn(planted_conditions),
                         [](const auto& tested) {
                             return std::string(tested.param.name) +
                                    std::string(about(tested.param.law).code);
                         });

// Out of time nothing is said that a number of the source denies.
TEST_P(PlantedCondition, IsNotSaidInHasteAgainstANumberOfTheSource) {
    const planted_condition& p = GetParam();
    const failing_case f(p);
    ASSERT_TRUE(f.smallest);
    for (const std::size_t cases : {300, 900, 2000}) {
        sampling s({.properties = f.list,
                    .place = f.place,
                    .the_case = f.smallest->the_case,
                    .shows = shows_failure({{f.smallest->why}}),
                    .constants = constants_of(planted_source)},
                   {.seconds = plenty_of_seconds, .cases = cases});
        s.run();
        if (const auto& said = s.found ? s.found : s.likely)
            EXPECT_EQ(text_of(*said), p.text) << cases << " cases";
    }
}

// What is said of the smallest cases of several seeds.
void expect_of_each_seed(const char* kernel, std::uint64_t seeds, const std::string& condition) {
    const property_list list = planted_properties("cpu");
    std::size_t place = 0, said = 0;
    while (list[place]->subject() != kernel) ++place;
    for (std::uint64_t seed = 1; seed < seeds; ++seed) {
        const auto smallest = smallest_of(list, place, seed);
        ASSERT_TRUE(smallest);
        sampling s({.properties = list,
                    .place = place,
                    .the_case = smallest->the_case,
                    .shows = shows_failure({{smallest->why}}),
                    .constants = {}},
                   {.seconds = plenty_of_seconds});
        s.run();
        const auto& c = s.found ? s.found : s.likely;
        if (!c) continue;
        ++said;
        EXPECT_EQ(text_of(*c), condition) << smallest->the_case.dump();
        EXPECT_TRUE(s.some_data);
    }
    EXPECT_GT(said, 0u);
}

// Most drawn cases are too dear to be run, and those that are left confirm a condition.
TEST(DearKernel, HasItsCondition) {
    const failing_case f({"dear_rows", ""});
    ASSERT_TRUE(f.smallest);
    sampling s({.properties = f.list,
                .place = f.place,
                .the_case = f.smallest->the_case,
                .constants = constants_of(planted_source)},
               {.seconds = 4.8});
    s.run();
    const auto& said = s.found ? s.found : s.likely;
    ASSERT_TRUE(said) << s.samples.size() << " cases in " << s.seconds() << " s";
    EXPECT_EQ(text_of(*said), "columns > 512 and columns <= 640");
}

// A threshold below which other data fail is none.
TEST(Threshold, IsNotSaidWhereRareDataFailBelowIt) {
    expect_of_each_seed("five_above_ten", 5, "n > 4");
}

// One element of a thousand is wrong, and a case of few elements seldom: its length is not why it passes.
TEST(Threshold, IsNotSaidWhereOneElementOfAThousandFails) {
    expect_of_each_seed("rare_value", 7, "always");
}

// Where a kind of data has contents that pass, a condition is not said of all of the kind.
void expect_no_other_kind_fails(const property& p, nlohmann::json c, const std::string& named) {
    for (const std::string& kind : view_of(p)->contract().data.kinds) {
        if (named.find(kind) != named.npos) continue;
        c["data"] = kind;
        for (int seed = 0; seed < 60; ++seed) {
            c["data_seed"] = seed;
            EXPECT_EQ(p.check(c).first_failure(), nullptr) << named << ", but " << c;
        }
    }
}

// The kinds of data that are named for a kernel, of several smallest cases.
std::vector<std::string> kinds_named_of(const std::string& name) {
    const property_list list = planted_properties("cpu");
    std::size_t place = 0;
    while (list[place]->subject() != name) ++place;
    std::vector<std::string> named;
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
        const auto smallest = smallest_of(list, place, seed);
        if (!smallest) continue;
        sampling s({.properties = list,
                    .place = place,
                    .the_case = smallest->the_case,
                    .shows = shows_failure({{smallest->why}}),
                    .constants = constants_of(planted_source)},
                   {.seconds = plenty_of_seconds});
        s.run();
        for (const std::string& given : s.given)
            if (given.ends_with(" data")) {
                named.push_back(given);
                expect_no_other_kind_fails(*list[place], smallest->the_case, given);
            }
    }
    return named;
}

TEST(KindOfData, IsSaidToFailForSomeWhereOthersPass) {
    const std::vector<std::string> named = kinds_named_of("ties_up");
    EXPECT_FALSE(named.empty());
    for (const std::string& given : named) EXPECT_EQ(given, "some halfway data");
}

TEST(KindOfData, IsNotSaidWhereOthersFailNowAndThen) {
    EXPECT_EQ(kinds_named_of("seven_anywhere"), std::vector<std::string>());
}

TEST(KindOfData, IsSaidBesideTheNumbersThatAConditionNeeds) {
    const property_list list = planted_properties("cpu");
    std::size_t place = 0, said = 0;
    while (list[place]->subject() != std::string("ties_away")) ++place;
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
        const auto smallest = smallest_of(list, place, seed);
        ASSERT_TRUE(smallest);
        const std::string when = diagnose({.properties = list,
                                           .place = place,
                                           .the_case = smallest->the_case,
                                           .shows = shows_failure({{smallest->why}}),
                                           .constants = {}},
                                          {.seconds = plenty_of_seconds})
                                     .fails_when;
        if (when.find("with scale") == when.npos) continue;
        ++said;
        EXPECT_TRUE(when.find(", for some data") != when.npos ||
                    when.find(", with some ") != when.npos)
            << when;
    }
    EXPECT_GT(said, 0u);
}

}  // namespace
}  // namespace tileproof::diagnosis
