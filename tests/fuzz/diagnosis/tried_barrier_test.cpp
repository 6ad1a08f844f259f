// SPDX-License-Identifier: MIT
// "Barrier missing" is said where a barrier makes a race go away, and nowhere else.
#include "compiler/build/user_library.hpp"
#include "fuzz/diagnosis/explain_bugs.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "system/file.hpp"
#include "tests/fuzz/diagnosis/planted.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>

namespace tileproof::diagnosis {
namespace {

using namespace compiler;
using namespace fuzz;
using namespace properties;

constexpr double plenty = 60;  // seconds
const std::string racing_source = TILEPROOF_SOURCE_DIR "/tests/fuzz/diagnosis/tried_barriers.hip";

unsigned marked_line(const std::string& mark) {
    const std::string text = system::read_file(racing_source).value_or("");
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find("// " + mark + "\n"));
    return 1 + static_cast<unsigned>(std::count(text.begin(), end, '\n'));
}

// The bug of this kernel's race, after barriers were tried.
bug tried(
    const std::string& kernel, const std::function<void(bug&)>& before = [](bug&) {}) {
    user_build b;
    b.source = racing_source;
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_tried_barriers_cache";
    const user_library library = load_user(b);
    const property_list list = user_properties(library, racing_source, "cpu-checked");
    std::size_t place = 0;
    while (list[place]->subject() != kernel) ++place;
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        const auto smallest = smallest_of(list, place, seed);
        if (!smallest || smallest->why.law != law_id::K6) continue;
        finding f;
        f.subject = kernel;
        f.device = "cpu-checked";
        f.the_case = smallest->the_case;
        f.broken_by(smallest->why);
        const std::array all{&f};
        bug found = bugs_of({all.data(), 1}).at(0);
        before(found);
        try_barriers(found, *list[place], f.the_case, plenty);
        if (!found.barriers.empty())
            found.hides = failing_with_barriers(found, list, place, {}, plenty, 2);
        return found;
    }
    ADD_FAILURE() << kernel << " has no race";
    return {};
}

struct race_of {
    const char* kernel;
    missing_barrier where;
    const char* heading;  // F and L stand for the first line and the last
};
void PrintTo(const race_of& r, std::ostream* out) { *out << r.kernel; }

class TriedBarriers : public testing::TestWithParam<race_of> {};

TEST_P(TriedBarriers, SayWhereOneIsMissing) {
    const race_of& r = GetParam();
    const bug b = tried(r.kernel);
    EXPECT_EQ(b.barrier, r.where) << b.heading;
    const unsigned first = marked_line(std::string(r.kernel) + " first");
    const unsigned last = marked_line(std::string(r.kernel) + " last");
    std::string heading;
    for (const char c : std::string(r.heading))
        heading += c == 'F'   ? std::to_string(first)
                   : c == 'L' ? std::to_string(last)
                              : std::string(1, c);
    EXPECT_EQ(b.heading, heading);
    const bool has_another = std::string_view(r.kernel) == "two_bugs";
    EXPECT_EQ(!b.hides.empty(), has_another) << b.hides;
    if (has_another)
        EXPECT_THAT(b.hides,
                    testing::HasSubstr("cases fail in another way, for instance with n = "));
}

const race_of races_tried[] = {
    {"between", missing_barrier::between,
     "Barrier missing between line F and line L: race on shared memory `part`"},
    {"guarded", missing_barrier::between,
     "Barrier missing between line F and line L: race on shared memory `part`"},
    {"in_a_branch", missing_barrier::between,
     "Barrier missing between line F and line L: race on shared memory `part`"},
    {"next_round", missing_barrier::before_next_round,
     "Barrier missing between line L and line F of the next round: race on shared memory `part`"},
    {"both", missing_barrier::both,
     "Barriers missing between line F and line L, and before the next round: race on shared memory "
     "`part`"},
    {"wrong_index", missing_barrier::none,
     "Race on shared memory `part` between line F and line L"},
    {"two_bugs", missing_barrier::between,
     "Barrier missing between line F and line L: race on shared memory `part`"},
};

// A barrier in front of a line that some threads pass by would be another bug.
TEST(TriedBarrier, TellsHowManyThreadsComeToItsLine) {
    const bug b = tried("in_a_branch");
    EXPECT_EQ(b.meeting.line, marked_line("in_a_branch last"));
    EXPECT_LT(b.meeting.threads, b.meeting.of);
    EXPECT_EQ(b.meeting.of, 64U);
    const bug all = tried("next_round");
    EXPECT_EQ(all.meeting.threads, 64U);
    EXPECT_EQ(all.meeting.of, 64U);
}

// Of two arrays that a round fills, the second one's store is the nearer to what reads both.
TEST(TriedBarrier, OfTheNextRoundStandsInFrontOfTheFirstStoreOfARound) {
    const bug b = tried("next_round", [](bug& race) { ++race.lines->first; });
    EXPECT_EQ(b.barrier, missing_barrier::before_next_round) << b.heading;
}

INSTANTIATE_TEST_SUITE_P(Of, TriedBarriers, testing::ValuesIn(races_tried),
                         [](const auto& tested) { return std::string(tested.param.kernel); });

}  // namespace
}  // namespace tileproof::diagnosis
