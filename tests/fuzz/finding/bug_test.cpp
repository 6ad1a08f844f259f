// SPDX-License-Identifier: MIT
#include "tests/fuzz/finding/evidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::fuzz::testing {

using namespace properties;

namespace {

using ::testing::ElementsAre;

TEST(Bug, IsOneForAllThatARaceDoes) {
    const failure r = race("part", 14, 18);
    const auto all = bugs({found(wrong_value(), {r}, "cpu"), found(r), found(wrong_value(), {r})});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].lead, r);
    EXPECT_EQ(all[0].leading, 1u);
    EXPECT_THAT(all[0].findings, ElementsAre(0, 1, 2));
}

TEST(Bug, IsAnotherWhereALawFailsWithoutTheRace) {
    const failure r = race("part", 14, 18);
    const auto all = bugs({found(r), found(wrong_value(), {r}), found(wrong_value())});
    ASSERT_EQ(all.size(), 2u);
    EXPECT_THAT(all[0].findings, ElementsAre(0, 1));
    EXPECT_THAT(all[1].findings, ElementsAre(2));
}

TEST(Bug, IsToldByWhatOnlyAnotherDeviceSaw) {
    const auto all = bugs({found(unwritten(), {stray("the output", 18, true)}, "cpu")});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].lead.kind, failure_kind::out_of_bounds);
    EXPECT_EQ(all[0].lead.witness->access.line, 18u);
}

TEST(Bug, IsOneForTheSameAccessInTwoCases) {
    const auto all =
        bugs({found(stray("the output", 18, true)), found(global_race("the output", 18))});
    EXPECT_EQ(all.size(), 1u);
}

// n / 256 blocks are none for few elements, and leave the last ones unwritten. No grid stores a wrong value.
TEST(Bug, OfALaunchThatIsRefusedIsOneWithWhatIsNotWrittenAndAnotherThanAWrongValue) {
    const failure refused{
        .law = law_id::K9,
        .kind = failure_kind::device_error,
        .detail =
            "The launch of k was refused (hipErrorInvalidConfiguration): no extent may be 0."};
    EXPECT_EQ(bugs({found(refused), found(unwritten())}).size(), 1u);
    EXPECT_EQ(bugs({found(refused), found(wrong_value(), {unwritten()})}).size(), 1u);
    EXPECT_EQ(bugs({found(refused), found(wrong_value())}).size(), 2u);
    EXPECT_EQ(bugs({found(wrong_value()), found(refused)}).size(), 2u);
}

TEST(Bug, LeavesTheNameOfAnOperandAsItsUserWroteIt) {
    failure nothing = unwritten(), strays = stray("part", 18, false);
    nothing.where.operand = "dst";
    nothing.where.affected = nothing.where.of = 4;
    EXPECT_EQ(bugs({found(nothing)}).at(0).heading, "dst is not written");
    nothing.where.operand = "";
    EXPECT_EQ(bugs({found(nothing)}).at(0).heading, "The result is not written");
    strays.kind = failure_kind::uninitialised;
    strays.witness->memory = memory_space::shared;
    EXPECT_EQ(bugs({found(strays)}).at(0).heading,
              "Shared memory `part` is read before it is written");
}

// for (int k = 0; k < 64; ++k) all += sx[k] * sy[k]; of which fewer than 64 were filled.
TEST(Bug, IsOneForSharedArraysThatOneLineReadsBeforeTheyAreFilled) {
    const auto unfilled = [](const char* array, unsigned line) {
        failure f = stray(array, line, false);
        f.kind = failure_kind::uninitialised;
        f.witness->memory = memory_space::shared;
        return f;
    };
    EXPECT_EQ(bugs({found(unfilled("sx", 25)), found(unfilled("sy", 25))}).size(), 1u);
    EXPECT_EQ(bugs({found(unfilled("sx", 25)), found(unfilled("sy", 26))}).size(), 2u);
}

TEST(Bug, OfALaunchFunctionThatLaunchesNothingSaysSo) {
    const failure idle{.law = law_id::K9, .kind = failure_kind::not_launched};
    EXPECT_EQ(bugs({found(idle)}).at(0).heading, "No kernel is launched");
}

TEST(Bug, IsNotTheSameForTwoMemoriesOnOneLine) {
    const auto all = bugs({found(stray("the output", 18, true)), found(race("part", 14, 18))});
    EXPECT_EQ(all.size(), 2u);
}

TEST(Bug, IsOneForRacesThatOneBarrierMends) {
    const auto all = bugs({found(race("a", 14, 20)), found(race("b", 15, 20))});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].heading, "Race on shared memory `a` between line 15 and line 20");
}

// Both lines that write come after the line that reads: a barrier in front of the next round comes after both.
TEST(Bug, OfRacesAroundALoopKnowsTheFirstAndTheLastLineOfARound) {
    const auto all = bugs({found(race("part", 16, 14)), found(race("part", 17, 14))});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].lines, (line_pair{14, 16}));
    EXPECT_EQ(all[0].round, (line_pair{14, 17}));
}

TEST(Bug, OfAFlagThatIsNotReleasedNamesBlocksOnlyWhereThereAreTwo) {
    failure f = global_race("the output", 9);
    f.witness->remedy = race_remedy::release;
    f.witness->access.write = false;
    EXPECT_EQ(bugs({found(f)})[0].heading, "Race on the output between threads");
    f.witness->other->block = {1, 0, 0};
    EXPECT_EQ(bugs({found(f)})[0].heading, "Race on the output between blocks");
}

TEST(Bug, IsAnotherForEachBarrierThatIsMissing) {
    EXPECT_EQ(bugs({found(race("a", 14, 18)), found(race("b", 22, 26))}).size(), 2u);
}

// Between 14 and 18, and between 18 and 22: line 18 lies in neither.
TEST(Bug, IsAnotherWhereTheLinesOfTwoMissingBarriersOnlyTouch) {
    EXPECT_EQ(bugs({found(race("a", 14, 18)), found(race("b", 18, 22))}).size(), 2u);
}

// Somewhere in the loop of line 16.
TEST(Bug, OfALineThatRacesWithItselfIsTheMissingBarrierAroundIt) {
    EXPECT_EQ(bugs({found(race("a", 14, 18)), found(race("b", 16, 16))}).size(), 1u);
    EXPECT_EQ(bugs({found(race("a", 14, 18)), found(race("b", 20, 20))}).size(), 2u);
}

TEST(Bug, OfThreadsAtDifferentBarriersIsOneFromEachSide) {
    failure here = unset("", 16), there = unset("", 20);
    here.kind = there.kind = failure_kind::divergent_barrier;
    EXPECT_EQ(bugs({found(here), found(there)}).size(), 2u);
    here.witness->waiting = {at(16, false), at(20, false)};
    EXPECT_EQ(bugs({found(here), found(there)}).size(), 1u);
}

TEST(Bug, OfAReadTooEarlyIsTheRaceUnlessItHappensWithoutIt) {
    const failure r = race("part", 14, 18), u = unset("part", 18);
    EXPECT_EQ(bugs({found(r, {u}), found(u, {r})}).size(), 1u);
    EXPECT_EQ(bugs({found(r), found(u)}).size(), 2u);
}

TEST(Bug, OfAValueAtAWrongPlaceIsTheWrongIndexThatAlsoGoesOutside) {
    EXPECT_EQ(bugs({found(stray("the input", 9, false)), found(misplaced())}).size(), 1u);
    EXPECT_EQ(bugs({found(stray("the input", 9, false)), found(wrong_value())}).size(), 2u);
}

// A guard by the wrong length, and a wrong stride between matrices.
TEST(Bug, OfAValueAtAWrongPlaceIsAnotherWhereTheStrayAccessLeavesAllValuesRight) {
    const failure outside = stray("the output", 29, true), race = global_race("the output", 29);
    failure damage = unwritten();
    damage.law = law_id::K3;
    damage.kind = failure_kind::overwritten;
    const auto count = [](const std::vector<finding>& all) { return bugs(all).size(); };
    const finding seen = found(outside), right = found(damage, {outside}, "cpu"),
                  wrong = found(damage, {outside, unwritten()}, "cpu");
    EXPECT_EQ(count({seen, right, found(misplaced())}), 2u);
    EXPECT_EQ(count({seen, wrong, found(misplaced())}), 1u);
    EXPECT_EQ(count({seen, right, found(misplaced(), {}, "cpu")}), 1u)
        << "where nothing tells whether it is beside that access";
    // The guard lets two blocks write one element, too, and leaves others out.
    EXPECT_EQ(
        count({found(misplaced(), {unwritten()}), found(unwritten()), seen, found(race), right}),
        2u);
}

TEST(Bug, OfOneStatementThatReadsWhatNobodyHasFilledAndStoresOutsideIsOne) {
    const failure store = stray("the output", 29, true), read = unset("tile", 29);
    EXPECT_EQ(bugs({found(store, {read}), found(read, {store})}).size(), 1u);
    EXPECT_EQ(bugs({found(store), found(read)}).size(), 2u) << "each in a case of its own";
    failure other = read;
    other.witness->access.thread = {1, 0, 0};
    EXPECT_EQ(bugs({found(store, {other}), found(other, {store})}).size(), 2u) << "another thread";
}

TEST(Bug, OfAnIndexThatKnowsNoStridesIsOneOnBothSides) {
    failure read = unset("the input", 9), gap = unwritten();
    read.witness->memory = memory_space::global;
    gap.law = law_id::K3;
    gap.kind = failure_kind::overwritten;
    gap.where.part = "between the rows";
    EXPECT_EQ(bugs({found(read), found(gap, {unwritten()}), found(unwritten(), {gap})}).size(), 1u);
    gap.where.part = "";  // an input is overwritten
    EXPECT_EQ(bugs({found(read), found(gap)}).size(), 2u);
}

TEST(Bug, OfTwoWritesToOneElementIsOneWithTheElementThatNobodyWrites) {
    const auto all = bugs({found(unwritten()), found(global_race("the output", 9))});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].lead.kind, failure_kind::race);
    EXPECT_EQ(bugs({found(unwritten()), found(global_race("another", 9))}).size(), 2u);
    failure read = global_race("the output", 9);
    read.witness->access.write = false;
    EXPECT_EQ(bugs({found(unwritten()), found(read)}).size(), 2u);
}

TEST(Bug, WithoutALineIsOneUnlessEachLawFailsWithoutTheOther) {
    EXPECT_EQ(bugs({found(wrong_value(), {unwritten()}), found(unwritten())}).size(), 1u);
    EXPECT_EQ(bugs({found(wrong_value()), found(unwritten())}).size(), 2u);
}

// By whichever sentence a predicate refuses it.
TEST(Bug, OfAnAnswerThatIsNotAcceptedIsOneForAllSentences) {
    failure twice{.law = law_id::K1,
                  .kind = failure_kind::not_accepted,
                  .where = {.text = "An expert is chosen twice."}};
    failure wrong = twice;
    wrong.where.text = "A value is not the next greatest.";
    EXPECT_EQ(bugs({found(twice), found(wrong)}).size(), 1u);
    EXPECT_EQ(bugs({found(twice), found(wrong_value())}).size(), 2u);
}

TEST(Bug, OfOneIndexBeyondSeveralOperandsIsOne) {
    const auto beyond = [](const char* operand, unsigned line, std::int64_t offset,
                           unsigned thread) {
        failure f = stray(operand, line, line == 14);
        f.where.number = offset;
        f.witness->bytes = offset % 8 == 0 ? 8 : 4;
        f.witness->access.thread = {thread, 0, 0};
        return f;
    };
    const failure x = beyond("x", 12, 4, 0), y = beyond("y", 14, 8, 0);
    EXPECT_EQ(bugs({found(x, {y}), found(y, {x})}).size(), 1u);
    EXPECT_EQ(bugs({found(x), found(y)}).size(), 2u) << "each in a case of its own";
    const failure next = beyond("y", 14, 16, 0), other = beyond("y", 14, 8, 1);
    EXPECT_EQ(bugs({found(x, {next}), found(next, {x})}).size(), 2u) << "another element";
    EXPECT_EQ(bugs({found(x, {other}), found(other, {x})}).size(), 2u) << "another thread";
    const failure again = beyond("x", 13, 4, 0);
    EXPECT_EQ(bugs({found(x, {again}), found(again, {x})}).size(), 1u) << "in the next line";
}

// A lock without fences, or an atomic that is missing.
TEST(Bug, OfWhatBlocksDoToOneOperandInOneCaseIsOne) {
    const failure least = global_race("box", 28), most = global_race("box", 29);
    EXPECT_EQ(bugs({found(least, {most}), found(most, {least})}).size(), 1u);
    EXPECT_EQ(bugs({found(least), found(most)}).size(), 2u) << "each in a case of its own";
    const failure count = global_race("count", 29);
    EXPECT_EQ(bugs({found(least, {count}), found(count, {least})}).size(), 2u) << "another operand";
    failure in_a_block = global_race("box", 29);
    in_a_block.witness->remedy = race_remedy::barrier;
    EXPECT_EQ(bugs({found(least, {in_a_block}), found(in_a_block, {least})}).size(), 2u);
}

// A counter that is not set to zero is read by an atomic, and stays unwritten where there is nothing to count.
TEST(Bug, OfAnOutputThatIsNotSetIsOneWithItsUnwrittenElements) {
    failure counter = unset("the output", 14);
    counter.witness->memory = memory_space::global;
    EXPECT_EQ(bugs({found(counter), found(unwritten())}).size(), 1u);
    counter.where.operand = "another output";
    EXPECT_EQ(bugs({found(counter), found(unwritten())}).size(), 2u);
}

TEST(Bug, OfAReadOfDeviceMemoryIsOneBesideASharedArrayThatNobodyFilled) {
    failure counter = unset("counts", 14);
    counter.witness->memory = memory_space::global;
    const failure bin = unset("mine", 14), filled = unset("mine", 11);
    EXPECT_EQ(bugs({found(counter), found(counter, {bin})}).size(), 1u);
    EXPECT_EQ(bugs({found(bin, {counter}), found(filled, {bin, counter})}).size(), 1u);
}

TEST(Bug, ThatChangesFromRunToRunIsToldSoUnlessALineIsToBlame) {
    failure other_bits = wrong_value();
    other_bits.law = law_id::K5;
    other_bits.kind = failure_kind::not_repeatable;
    const auto all = bugs({found(misplaced(), {other_bits}), found(other_bits)});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_TRUE(all[0].changes);
    EXPECT_EQ(all[0].heading, "The output changes from run to run");
    EXPECT_EQ(all[0].lead.kind, failure_kind::wrong_value);
    EXPECT_FALSE(bugs({found(misplaced())})[0].changes);
    const failure racing = race("part", 14, 18);
    EXPECT_FALSE(bugs({found(racing), found(other_bits, {racing})})[0].changes);
}

TEST(Bug, IsTheBarrierThatSomeThreadsPassByAndNotTheRaceAroundIt) {
    failure barrier = unset("", 16);
    barrier.kind = failure_kind::divergent_barrier;
    EXPECT_EQ(bugs({found(barrier), found(race("part", 14, 18))}).size(), 1u);
    barrier.witness->access.line = 22;
    EXPECT_EQ(bugs({found(barrier), found(race("part", 14, 18))}).size(), 2u);
}

TEST(Bug, OfAReadTooEarlyIsNoneOfItsOwnWhereTheBlockWasGivenUp) {
    const failure r = race("part", 14, 18), u = unset("part", 18),
                  s = stray("the output", 18, true);
    EXPECT_EQ(bugs({found(r), found(u, {s}), found(s)}).size(), 2u);
}

TEST(Bug, OfAnUnwrittenElementIsNoRaceOnSharedMemory) {
    const failure r = race("part", 14, 18);
    EXPECT_EQ(bugs({found(r), found(unwritten(), {r})}).size(), 2u);
}

// Seen on a device that does not watch stores: what a race leaves there may be poison.
TEST(Bug, OfARaceIsWhatLooksUnwrittenWhereStoresAreNotKnown) {
    const failure r = race("part", 14, 18);
    EXPECT_EQ(bugs({found(r), found(unwritten(), {r}, "cpu")}).size(), 1u);
}

TEST(Bug, OfAStoredElementIsAWrongValueThoughItLooksUnwrittenElsewhere) {
    const auto all = bugs({found(unwritten(), {wrong_value()}, "cpu"), found(wrong_value())});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].lead.kind, failure_kind::wrong_value);
    EXPECT_EQ(all[0].leading, 1u);
}

TEST(Bug, OfAVectorOfAnyPointerIsOneWithTheCrashThatItIs) {
    const auto misaligned = [](std::string memory, unsigned line, bool write, std::uint64_t bytes) {
        failure f = stray(std::move(memory), line, write);
        f.kind = failure_kind::misaligned;
        f.witness->bytes = bytes;
        return f;
    };
    const failure crash{.law = law_id::K9, .kind = failure_kind::crash};
    const failure read = misaligned("the input", 14, false, 16),
                  write = misaligned("the output", 16, true, 16);
    const auto all = bugs({found(crash, {}, "cpu"), found(read), found(write)});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].lead.kind, failure_kind::misaligned);
    EXPECT_EQ(bugs({found(read), found(write)}).size(), 1u);
    EXPECT_EQ(bugs({found(crash, {}, "cpu"), found(read)}).size(), 1u);
    EXPECT_EQ(bugs({found(read), found(misaligned("the output", 16, true, 8))}).size(), 2u);
}

// Of what the launch allocates nobody knows a name, but its size is known.
TEST(Bug, OfABufferWithoutANameIsNoWrongPointer) {
    failure f = stray("", 18, false);
    EXPECT_EQ(bugs({found(f)})[0].heading, "Read through a wrong pointer");
    f.witness->size = 4;
    EXPECT_EQ(bugs({found(f)})[0].heading,
              "Read beyond the end of a buffer that the launch allocated");
}

failure one_value(std::string memory, unsigned line) {
    failure f = race(std::move(memory), line, line);
    f.kind = failure_kind::same_value_race;
    f.witness->access.write = true;
    return f;
}

// No barrier is missing, nothing follows from it, and it comes after what does harm.
TEST(Bug, OfOneValueStoredBySeveralThreadsIsNoReasonForAnother) {
    const failure s = one_value("part", 9);
    const auto all = bugs({found(s), found(wrong_value(), {s}, "cpu"), found(race("a", 14, 18))});
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].lead.witness->access.line, 18u);
    EXPECT_EQ(all[1].lead.kind, failure_kind::wrong_value);
    EXPECT_EQ(all[2].heading,
              "Several threads write the same value to one element of shared memory `part`");
}

// What is stored is the poison that was read.
TEST(Bug, OfAnUnwrittenElementIsTheReadOfSharedMemoryThatNobodyWrote) {
    const failure u = unset("part", 18);
    EXPECT_EQ(bugs({found(u), found(unwritten(), {u})}).size(), 1u);
}

// Elements that nobody has filled are read at two lines: one loop too short.
TEST(Bug, OfASharedArrayThatNobodyFilledIsOneWhereverItIsRead) {
    const failure a = unset("part", 16), b = unset("part", 18);
    EXPECT_EQ(bugs({found(a), found(b, {a}), found(a, {b})}).size(), 1u);
    EXPECT_EQ(bugs({found(a), found(unset("other", 18))}).size(), 2u);
    EXPECT_EQ(bugs({found(a), found(b, {race("tile", 20, 22)})}).size(), 2u);
}

// The line that reads stores what it has read beyond the end: it has been read by then.
TEST(Bug, OfAReadOfSharedMemoryIsTheSameWhereItsLineStoresOutside) {
    const failure u = unset("tile", 29);
    EXPECT_EQ(bugs({found(u, {stray("y", 29, true)}), found(u, {wrong_value()})}).size(), 1u);
    EXPECT_EQ(bugs({found(u, {stray("y", 20, true)}), found(u, {wrong_value()})}).size(), 2u);
    EXPECT_EQ(bugs({found(u, {stray("y", 29, false)}), found(u, {wrong_value()})}).size(), 2u);
}

// A flag that is set for the block alone does not announce what was stored before it.
TEST(Bug, OfAScopeThatIsTooNarrowIsOneWithTheRaceOfWhatItWasToAnnounce) {
    failure flag = global_race("flag", 17);
    flag.witness->remedy = race_remedy::wider_scope;
    const failure data = global_race("carry", 19);
    EXPECT_EQ(bugs({found(flag, {data}), found(data, {flag})}).size(), 1u);
    EXPECT_EQ(bugs({found(flag), found(data)}).size(), 2u);
    flag.witness->remedy = race_remedy::separate_blocks;
    EXPECT_EQ(bugs({found(flag, {data}), found(data, {flag})}).size(), 2u);
}

// 17 stores the value, 19 the flag, 22 loads the flag, 24 the value.
TEST(Bug, OfAFlagWithoutAReleaseIsOneWithTheRaceOfWhatItWasToBring) {
    const auto flag = [](unsigned stores, unsigned loads) {
        failure f = race("flag", stores, loads);
        f.witness->remedy = race_remedy::release;
        return f;
    };
    const failure value = race("value", 17, 24);
    EXPECT_EQ(bugs({found(flag(19, 22)), found(value)}).size(), 1u);
    EXPECT_EQ(bugs({found(value), found(flag(19, 22))}).size(), 1u);
    EXPECT_EQ(bugs({found(flag(16, 22)), found(value)}).size(), 2u) << "stored before the value is";
    EXPECT_EQ(bugs({found(flag(19, 25)), found(value)}).size(), 2u) << "loaded after the value is";
    failure ordered = race("flag", 19, 22);
    ordered.witness->remedy = race_remedy::separate_blocks;
    EXPECT_EQ(bugs({found(ordered), found(value)}).size(), 2u) << "an ordinary race";
}

failure missing_lane(unsigned line, const char* kernel = "k") {
    failure f{.law = law_id::K6, .kind = failure_kind::divergent_wave};
    f.witness = failure_witness{.kernel = kernel, .access = at(line, false)};
    return f;
}

TEST(Bug, OfLanesThatLeftIsOneWhereTheyAreMissedInOneCase) {
    const failure a = missing_lane(21), b = missing_lane(22);
    EXPECT_EQ(bugs({found(a, {b}), found(b, {a})}).size(), 1u);
    EXPECT_EQ(bugs({found(a), found(b, {a})}).size(), 1u);
    EXPECT_EQ(bugs({found(a), found(b)}).size(), 2u);
    const failure elsewhere = missing_lane(22, "other");
    EXPECT_EQ(bugs({found(a, {elsewhere}), found(elsewhere, {a})}).size(), 2u);
}

TEST(Bug, OfThreadsThatLeftIsAlsoWhatTheyLeaveUnwritten) {
    const auto all = bugs({found(unwritten()), found(missing_lane(21))});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].lead.kind, failure_kind::divergent_wave);
    EXPECT_EQ(bugs({found(wrong_value()), found(missing_lane(21))}).size(), 2u);
    EXPECT_EQ(bugs({found(unwritten()), found(race("part", 14, 18))}).size(), 2u);
}

TEST(Bug, OfVariablesThatNobodySetIsOneWhereverOneThreadReadsThem) {
    const auto read = [](std::string variable, unsigned line) {
        failure f = unset(std::move(variable), line);
        f.law = law_id::K4;
        f.kind = failure_kind::uninitialised_variable;
        return f;
    };
    const failure compared = read("best", 31), stored = read("best", 37), id = read("id", 38);
    EXPECT_EQ(bugs({found(compared), found(stored)}).size(), 1u);
    EXPECT_EQ(bugs({found(compared), found(id)}).size(), 2u);
    const auto all = bugs({found(compared, {stored, id}), found(stored, {compared, id}),
                           found(id, {compared, stored})});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].heading, "Variables `best` and `id` are read before they are set");
    failure elsewhere = id;
    elsewhere.witness->access.thread[0] = 5;
    EXPECT_EQ(bugs({found(compared), found(elsewhere, {compared})}).size(), 2u);
}

// At 2^31 elements an int wraps around, and the case that shows the write need not show the read.
TEST(Bug, OfAnIndexThatWrapsAroundIsOneForAllOperandsThatItLeaves) {
    finding read = found(stray("x", 18, false)), write = found(stray("y", 19, true));
    EXPECT_EQ(bugs({read, write}).size(), 2u);
    read.the_case["huge"] = write.the_case["huge"] = true;
    EXPECT_EQ(bugs({read, write}).size(), 1u);
}

TEST(Bug, OfALoopThatDoesNotEndIsOneWithTheKernelThatDoesNotEndOnAnotherDevice) {
    failure loop = stray("", 11, false);
    loop.law = law_id::K9;
    loop.kind = failure_kind::hang;
    const failure kernel{.law = law_id::K9, .kind = failure_kind::hang};
    EXPECT_EQ(bugs({found(loop), found(kernel, {}, "cpu")}).size(), 1u);
    EXPECT_EQ(bugs({found(kernel, {}, "cpu"), found(loop)}).size(), 1u);
    EXPECT_EQ(bugs({found(stray("x", 11, false)), found(kernel, {}, "cpu")}).size(), 2u);
}

TEST(Bug, OfLayoutsIsOneForOneTransform) {
    const auto all = bugs(
        {found(of_layout(law_id::L2, "packed [2,2] -> {xor: 0,1 -> 0,1}", "offset"), {}, "host"),
         found(of_layout(law_id::L4, "naive [4,2] strides [2,1] -> {xor: 0,1 -> 0,1}", "index"), {},
               "host"),
         found(of_layout(law_id::L2, "packed [1] -> {pad(0,1): 0 -> 0}", "offset"), {}, "host")});
    ASSERT_EQ(all.size(), 2u);
    EXPECT_THAT(all[0].findings, ElementsAre(0, 1));
    EXPECT_EQ(all[0].heading, "Wrong offset through `xor`");
}

TEST(Bug, NamesLawsByDevice) {
    const failure r = race("part", 14, 18);
    const std::vector<finding> all{found(wrong_value(), {r}, "cpu"),
                                   found(unwritten(), {stray("the output", 18, true)}, "cpu"),
                                   found(r)};
    const std::vector<const finding*> pointers{&all[0], &all[1], &all[2]};
    bug b;
    b.findings = {2, 1, 0};  // whichever failed first
    EXPECT_EQ(seen_by(b, pointers), "K1 K2 on cpu, K6 on cpu-checked");
}

}  // namespace
}  // namespace tileproof::fuzz::testing
