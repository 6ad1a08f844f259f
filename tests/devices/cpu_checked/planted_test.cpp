// SPDX-License-Identifier: MIT
// Every planted bug is found once, by its kind and at its line, on its smallest shape; right
// kernels are left alone. Under several orders of the threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <string>

#include "devices/case_time.hpp"
#include "devices/cpu_checked/device.hpp"
#include "devices/cpu_checked/session.hpp"
#include "tests/devices/cpu_checked/planted/list.hpp"

namespace tileproof::planted {

namespace {

using cpu_checked::check_report;
using cpu_engine::uint3;

std::vector<check_report> run(const entry& e, std::optional<double> block_seconds = 0.3) {
    devices::device& d = devices::cpu_checked_device();
    const int n = e.blocks * std::abs(e.threads);
    const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
    std::vector<float> values(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    const devices::buffer in = d.allocate({.bytes = bytes}), out = d.allocate({.bytes = bytes}),
                          scratch = d.allocate({.bytes = 256});
    cpu_checked::name_buffer(in.data(), "in");
    cpu_checked::name_buffer(out.data(), "out");
    cpu_checked::name_buffer(scratch.data(), "scratch");
    d.copy_in(in.data(), values.data(), bytes);
    d.fill(scratch.data(), 0, 256);
    if (block_seconds) cpu_checked::set_block_seconds(*block_seconds);
    cpu_checked::session::only().run([&] {
        e.launch(static_cast<const float*>(in.data()), static_cast<float*>(out.data()),
                 static_cast<int*>(scratch.data()), n);
    });
    try {
        d.synchronize();
    } catch (const cpu_checked::check_error& error) {
        return error.reports;
    }
    return {};
}

std::string texts(const std::vector<check_report>& reports) {
    std::string out;
    for (const check_report& r : reports) out += text(r) + "\n";
    return out;
}

// The lines that end in "// finding: NAME" or "// finding: NAME in MEMORY".
struct marks {
    std::vector<unsigned> lines;
    std::string memory;
    std::vector<unsigned> signals;  // atomics between which fences are missing
};
marks marked_lines(const entry& e) {
    marks found;
    std::ifstream file(std::string(TILEPROOF_SOURCE_DIR) + "/" + e.file);
    std::string line;
    const std::string mark = std::string("// finding: ") + e.name;
    for (unsigned number = 1; std::getline(file, line); ++number) {
        if (line.ends_with(std::string("// tells: ") + e.name)) found.signals.push_back(number);
        if (const auto at = line.find(mark); at != line.npos) {
            const std::string rest = line.substr(at + mark.size());
            if (!rest.empty() && !rest.starts_with(" in ")) continue;
            found.lines.push_back(number);
            if (!rest.empty()) found.memory = rest.substr(4);
        }
    }
    return found;
}

bool same(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// What must be so in any report of its kind: threads, waves, bytes.
void expect_sense(const entry& e, const check_report& r) {
    using enum cpu_checked::check_kind;
    if (r.kind == too_much_shared_memory) return;
    const auto expect_thread = [&](const cpu_checked::checked_access& a) {
        EXPECT_LT(a.block.x, static_cast<unsigned>(e.blocks)) << text(r);
        EXPECT_LT(a.thread.x, static_cast<unsigned>(e.threads)) << text(r);
        EXPECT_EQ(a.wave, a.thread.x / 32) << text(r);
    };
    expect_thread(r.access);
    const auto end = r.memory.offset + static_cast<std::int64_t>(r.memory.bytes);
    const auto size = static_cast<std::int64_t>(r.memory.size);
    const bool outside = r.memory.offset < 0 || end > size;
    if (r.kind == out_of_bounds && r.memory.kind != cpu_checked::memory_kind::none) {
        EXPECT_TRUE(outside) << text(r);
    } else if (r.kind == race || r.kind == same_value_race || r.kind == unfenced_read ||
               r.kind == uninitialised) {
        EXPECT_FALSE(outside) << text(r);
        EXPECT_GT(r.memory.bytes, 0u) << text(r);
    }
    EXPECT_EQ(r.other.has_value(), r.kind == race || r.kind == same_value_race ||
                                       r.kind == unfenced_read || r.kind == wave_waits_for_itself);
    if (!r.other) return;
    expect_thread(*r.other);
    EXPECT_TRUE(r.access.write || r.other->write) << text(r);
    EXPECT_FALSE(same(r.access.block, r.other->block) && same(r.access.thread, r.other->thread))
        << text(r);
}

class Planted : public testing::TestWithParam<const entry*> {};

TEST_P(Planted, IsFoundOnceAtItsLineOrLeftAlone) {
    const entry& e = *GetParam();
    for (const std::uint64_t seed : {0, 1, 2, 3}) {
        cpu_checked::set_shuffle_seed(seed ? std::optional(seed) : std::nullopt);
        const std::vector<check_report> reports = run(e);
        if (!e.kind) {
            EXPECT_TRUE(reports.empty()) << texts(reports);
            continue;
        }
        ASSERT_EQ(reports.size(), 1u) << e.name << ", seed " << seed << "\n" << texts(reports);
        const check_report& r = reports[0];
        EXPECT_EQ(name(r.kind), name(*e.kind)) << text(r);
        EXPECT_EQ(r.kernel, e.name);
        const auto& [lines, memory, signals] = marked_lines(e);
        EXPECT_EQ(r.signal.has_value(), !signals.empty()) << text(r);
        if (r.signal) {
            EXPECT_EQ(std::count(signals.begin(), signals.end(), r.signal->first.line), 1)
                << text(r);
            EXPECT_EQ(std::count(signals.begin(), signals.end(), r.signal->second.line), 1)
                << text(r);
        }
        expect_sense(e, r);
        if (lines.empty()) continue;  // no place can be told
        EXPECT_EQ(r.memory.name, memory) << text(r);
        EXPECT_TRUE(r.access.at.file.ends_with(e.file)) << text(r);
        EXPECT_EQ(std::count(lines.begin(), lines.end(), r.access.at.line), 1) << text(r);
        if (r.other) {
            EXPECT_EQ(std::count(lines.begin(), lines.end(), r.other->at.line), 1) << text(r);
        }
        if (seed == 1) RecordProperty("report", text(r));
    }
}

std::vector<const entry*> judged_entries() {
    std::vector<const entry*> all = entries();
    std::erase_if(all, [](const entry* e) { return e->threads < 0; });
    return all;
}

const entry& on_request(const char* name) {
    const auto& all = entries();
    return **std::find_if(all.begin(), all.end(),
                          [&](const entry* e) { return std::strcmp(e->name, name) == 0; });
}

TEST(Orders, FindAWaiterOfItsOwnWaveUnderSomeSeedsAndThenAlways) {
    const entry& e = on_request("waits_for_its_neighbour");
    int found = 0;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        cpu_checked::set_shuffle_seed(seed);
        const std::vector<check_report> reports = run(e);
        for (int again = 0; again < 3; ++again) {
            cpu_checked::set_shuffle_seed(seed);
            EXPECT_EQ(texts(run(e)), texts(reports)) << "seed " << seed;
        }
        if (reports.empty()) continue;
        ++found;
        ASSERT_EQ(reports.size(), 1u) << texts(reports);
        EXPECT_EQ(reports[0].kind, cpu_checked::check_kind::wave_waits_for_itself);
        EXPECT_EQ(reports[0].access.thread.x, 0u);
        EXPECT_EQ(reports[0].other->thread.x, 1u);
        EXPECT_EQ(reports[0].memory.name, "scratch");
    }
    EXPECT_GT(found, 4);
    EXPECT_LT(found, 20);
}

// Many racy accesses are one report, with their number.
// Records are kept for cells of four bytes.
TEST(Races, OfWideElementsAreToldByElement) {
    const std::vector<check_report> reports = run(on_request("forgets_the_barrier_for_doubles"));
    ASSERT_EQ(reports.size(), 1u) << texts(reports);
    EXPECT_EQ(reports[0].memory.bytes, 8u) << texts(reports);
    EXPECT_EQ(reports[0].memory.offset % 8, 0) << texts(reports);
    EXPECT_NE(text(reports[0]).find(" 8 bytes at offset "), std::string::npos) << texts(reports);
}

TEST(Races, AreCountedAndNotToldAgain) {
    cpu_checked::set_shuffle_seed(1);
    const std::vector<check_report> reports = run(on_request("races_very_often"));
    ASSERT_EQ(reports.size(), 1u) << texts(reports);
    EXPECT_EQ(reports[0].kind, cpu_checked::check_kind::race);
    EXPECT_EQ(reports[0].memory.name, "tile");
    EXPECT_EQ(reports[0].count, 255u * 256);
}

TEST(Hangs, AreToldBeforeTheTimeOfTheirCaseIsOver) {
    devices::device& d = devices::cpu_checked_device();
    cpu_checked::set_shuffle_seed(1);
    for (const char* name : {"waits_for_a_later_block", "loops_without_end"}) {
        d.set_time_limit(0.2);
        const std::vector<check_report> reports = run(on_request(name), 1e6);
        d.set_time_limit(1e6);
        ASSERT_EQ(reports.size(), 1u) << texts(reports);
        EXPECT_EQ(reports[0].kind, cpu_checked::check_kind::hang);
        EXPECT_TRUE(reports[0].of_case);
        EXPECT_EQ(reports[0].seconds, 0.2);
        EXPECT_EQ(reports[0].access.block.x, 0u);
        EXPECT_NE(reports[0].access.at.line, 0u);
    }
}

TEST(Hangs, OfAThreadThatAloneStoresSayNotThatNobodyDoes) {
    const std::vector<check_report> reports = run(on_request("adds_to_a_nan"), 0.5);
    ASSERT_EQ(reports.size(), 1u) << texts(reports);
    EXPECT_NE(sentence(reports[0]).find("nobody else writes there"), std::string::npos)
        << sentence(reports[0]);
}

// --time-limit of a campaign, when it is high enough for a long loop, is also high enough for its block.
TEST(Hangs, OfABlockAreToldAfterHalfOfWhatACaseMayTake) {
    devices::case_time::limit = 0.5;
    devices::cpu_checked_device().set_time_limit(1e6);
    devices::case_time::limit = 0;
    const std::vector<check_report> reports = run(on_request("loops_without_end"), std::nullopt);
    ASSERT_EQ(reports.size(), 1u) << texts(reports);
    EXPECT_FALSE(reports[0].of_case);
    EXPECT_EQ(reports[0].seconds, 0.25);
}

// Neither hides the other.
TEST(Findings, OfOneLaunchAreAllTold) {
    cpu_checked::set_shuffle_seed(1);
    const std::vector<check_report> reports = run(on_request("has_three_bugs"));
    std::vector<cpu_checked::check_kind> kinds;
    for (const check_report& r : reports) kinds.push_back(r.kind);
    using enum cpu_checked::check_kind;
    EXPECT_EQ(std::count(kinds.begin(), kinds.end(), race), 1) << texts(reports);
    EXPECT_EQ(std::count(kinds.begin(), kinds.end(), uninitialised), 1) << texts(reports);
    EXPECT_EQ(std::count(kinds.begin(), kinds.end(), divergent_barrier), 1) << texts(reports);
}

// Neither the flag reaches the other wave nor what was to be published.
TEST(Scopes, OfAWaveAreTooNarrowForTheFlagAndForWhatIsBehindIt) {
    cpu_checked::set_shuffle_seed(1);
    const entry& e = on_request("releases_to_its_wave_only");
    const std::vector<check_report> reports = run(e);
    ASSERT_EQ(reports.size(), 2u) << texts(reports);
    std::set<std::string> memory;
    const std::vector<unsigned> lines = marked_lines(e).lines;
    for (const check_report& r : reports) {
        EXPECT_EQ(r.kind, cpu_checked::check_kind::race);
        EXPECT_NE(std::find(lines.begin(), lines.end(), r.access.at.line), lines.end()) << text(r);
        memory.insert(r.memory.name);
    }
    EXPECT_EQ(memory, (std::set<std::string>{"flag", "out"}));
}

TEST(Grids, WhoseBlocksPartNameOneThatWaitsAndOneThatHasEnded) {
    const std::vector<check_report> reports = run(on_request("a_block_that_leaves_early"));
    ASSERT_EQ(reports.size(), 1u) << texts(reports);
    EXPECT_EQ(reports[0].access.block.x, 0u);
    const std::string said = text(reports[0]);
    EXPECT_NE(said.find("block (0,0,0) waits at "), said.npos) << said;
    EXPECT_NE(said.find("and block (1,0,0) has ended"), said.npos) << said;
}

TEST(Grids, OfWhichABlockForgetsToWaitAreToldToPutABarrierBetween) {
    const std::vector<check_report> reports = run(on_request("forgets_the_second_barrier"));
    ASSERT_EQ(reports.size(), 1u) << texts(reports);
    EXPECT_NE(text(reports[0]).find("from one grid.sync() to the next"), std::string::npos)
        << texts(reports);
}

// Of one block's two threads a barrier of the block would do, if no other block used that memory.
TEST(Grids, OfWhichABlockForgetsToWaitNameTheBarrierOfTheGridWhicheverThreadsRace) {
    for (const check_report& r : run(on_request("forgets_the_barrier_of_the_grid")))
        if (r.kind == cpu_checked::check_kind::race)
            EXPECT_NE(cpu_checked::missing_order(r).find("grid.sync()"), std::string::npos)
                << text(r);
}

INSTANTIATE_TEST_SUITE_P(All, Planted, testing::ValuesIn(judged_entries()),
                         [](const auto& test) { return std::string(test.param->name); });

TEST(PlantedList, HasFourOfEachRowAndTwentyRightOnes) {
    const auto count = [](const char* file) {
        return std::count_if(entries().begin(), entries().end(),
                             [&](const entry* e) { return std::strstr(e->file, file) != nullptr; });
    };
    for (const char* file : {"bounds.hip", "races.hip", "uninitialised.hip", "divergence.hip"})
        EXPECT_GE(count(file), 4) << file;
    EXPECT_GE(count("right.hip"), 20);
}

}  // namespace
}  // namespace tileproof::planted
