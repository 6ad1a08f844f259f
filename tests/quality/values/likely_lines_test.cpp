// SPDX-License-Identifier: MIT
// Of kernels that store wrong values: is the wrong line among the three that are named, and how often? The figure is printed at
// the end.
#include "fuzz/diagnosis/likely_lines.hpp"
#include "compiler/build/user_library.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "tests/fuzz/diagnosis/planted.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

namespace tileproof::quality {
namespace {

using namespace compiler;
using namespace fuzz;
using namespace properties;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string source = TILEPROOF_SOURCE_DIR "/tests/quality/values/wrong_values.hip";
constexpr double enough = 60;  // of seconds

std::map<std::string, unsigned> wrong_lines(const std::string& of = source) {
    static const std::regex mark("// wrong (\\w+)$");
    std::map<std::string, unsigned> all;
    std::ifstream in(of);
    unsigned number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        std::smatch found;
        if (std::regex_search(line, found, mark)) all[found[1]] = number;
    }
    return all;
}

std::filesystem::path cache() {
    return std::filesystem::path(testing::TempDir()) / "tileproof_likely_lines_cache";
}

user_library& library(const std::string& of = source) {
    static std::map<std::string, user_library> loaded;
    const auto [known, is_new] = loaded.try_emplace(of);
    if (is_new) known->second = load_user({.source = of, .cache = cache(), .devices = {"cpu"}});
    return known->second;
}

// Of the smallest case that fails.
std::vector<likely_line> lines_of(const property_list& list, std::size_t place,
                                  const std::string& of) {
    const auto smallest = diagnosis::smallest_of(list, place, 1);
    if (!smallest) return {};
    finding f{
        .law = smallest->why.law,
        .property = list[place]->name(),
        .subject = list[place]->subject(),
        .device = "cpu",
        .kernel = user_kernel{of, list[place]->subject(), library(of).compilers.at("cpu"), {}},
        .the_case = smallest->the_case};
    return diagnosis::likely_lines(f, cache(), enough).lines;
}

TEST(LikelyLines, HaveTheWrongOneAmongThreeInFourOfFiveKernels) {
    const property_list list = user_properties(library(), source, "cpu");
    const std::map<std::string, unsigned> wrong = wrong_lines();
    std::size_t all = 0, first = 0, among_three = 0;
    for (std::size_t place = 0; place < list.size(); ++place) {
        const std::string name = list[place]->subject();
        const std::vector<likely_line> lines = lines_of(list, place, source);
        EXPECT_FALSE(lines.empty()) << name;
        std::size_t at = 0;
        while (at < lines.size() && lines[at].line != wrong.at(name)) ++at;
        ++all;
        first += at == 0 && !lines.empty();
        among_three += at < lines.size();
        std::printf("%-24s line %u, %s\n", name.c_str(), wrong.at(name),
                    at < lines.size() ? std::to_string(at + 1).c_str() : "not among them");
        for (const likely_line& l : lines)
            std::printf("      %u:%u %s\n", l.line, l.column, l.why.c_str());
    }
    std::printf("%zu kernels: the wrong line first in %zu, among three in %zu\n", all, first,
                among_three);
    EXPECT_GE(10 * among_three, 8 * all);
}

const std::string changes_source = TILEPROOF_SOURCE_DIR "/tests/quality/values/tried_changes.hip";

std::vector<likely_line> lines_of_changes(const std::string& name) {
    const property_list list = user_properties(library(changes_source), changes_source, "cpu");
    std::size_t place = 0;
    while (list.at(place)->subject() != name) ++place;
    return lines_of(list, place, changes_source);
}

// A change that makes all cases of one bug right leaves those of the other.
TEST(TriedChanges, SayWhereCasesWithOtherDataAreStillWrong) {
    EXPECT_THAT(lines_of_changes("two_bugs"),
                Contains(Field(&likely_line::why,
                               AllOf(HasSubstr("cases are right"), HasSubstr("still wrong")))));
    EXPECT_THAT(lines_of_changes("one_bug"),
                Contains(Field(&likely_line::why, HasSubstr("cases are right"))));
    EXPECT_THAT(lines_of_changes("one_bug"),
                Not(Contains(Field(&likely_line::why, HasSubstr("still wrong")))));
}

// What is wrong may be how a kernel is launched.
TEST(TriedChanges, NameTheLineThatLaunchesTooFewBlocks) {
    const auto wrong = wrong_lines(changes_source);
    const std::vector<likely_line> of_quotient = lines_of_changes("rounded_down");
    ASSERT_FALSE(of_quotient.empty());
    EXPECT_EQ(of_quotient[0].line, wrong.at("rounded_down"));
    EXPECT_THAT(of_quotient[0].why, HasSubstr("with the quotient rounded up, all "));
    EXPECT_THAT(lines_of_changes("bounded"),
                Contains(AllOf(Field(&likely_line::line, wrong.at("bounded")),
                               Field(&likely_line::why, HasSubstr("cases are right")))));
}

// A greater number begins later to be wrong, and longer cases are wrong as before.
TEST(TriedChanges, DoNotMendByMovingAThreshold) {
    EXPECT_THAT(lines_of_changes("half_from_512"),
                Not(Contains(Field(&likely_line::why, AllOf(HasSubstr("in place of 512"),
                                                            HasSubstr("cases are right"))))));
}

// No small change is the missing branch: the one that makes all failing cases right, and others wrong, is where it is missing.
TEST(TriedChanges, NameTheLineThatIsWrongForOneValueBeforeThoseOfOtherOutputs) {
    const std::vector<likely_line> lines = lines_of_changes("of_one_value");
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0].line, wrong_lines(changes_source).at("of_one_value"));
    EXPECT_THAT(lines[0].why, HasSubstr("failing cases are right, but others are wrong"));
}

}  // namespace
}  // namespace tileproof::quality
