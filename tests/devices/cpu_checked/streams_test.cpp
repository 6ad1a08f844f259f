// SPDX-License-Identifier: MIT
// Programs whose streams, host and events are in order are left alone; with any one of these orders left out each is
// found. What is told names both sides at their lines.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "devices/cpu_checked/device.hpp"
#include "devices/cpu_checked/session.hpp"
#include "tests/devices/cpu_checked/planted/streams.hpp"

namespace tileproof::planted {

std::vector<const stream_program*>& stream_programs() {
    static std::vector<const stream_program*> all;
    return all;
}
std::vector<const wrong_program*>& wrong_programs() {
    static std::vector<const wrong_program*> all;
    return all;
}
stream_program::stream_program(const char* n, void (*r)(orders&)) : name(n), run(r) {
    stream_programs().push_back(this);
}
wrong_program::wrong_program(const char* n, const char* f, cpu_checked::check_kind k, void (*r)())
    : name(n), file(f), kind(k), run(r) {
    wrong_programs().push_back(this);
}

namespace {

using cpu_checked::check_kind;
using cpu_checked::check_report;

template <class Work>
std::vector<check_report> reports_of(const Work& work) {
    devices::device& d = devices::cpu_checked_device();
    d.begin_case(1);
    cpu_checked::session::only().run(work);
    try {
        d.synchronize();
    } catch (const cpu_checked::check_error& e) {
        return e.reports;
    }
    return {};
}

std::string all_text(const std::vector<check_report>& reports) {
    std::string out;
    for (const check_report& r : reports) out += text(r) + "\n";
    return out;
}

// Uninitialised reads are not what these programs are about.
std::vector<check_report> orders_of(const stream_program& p, int left_out, int& asked) {
    std::vector<check_report> found = reports_of([&] {
        orders order(left_out);
        p.run(order);
        asked = order.asked();
    });
    std::erase_if(found, [](const check_report& r) { return r.kind == check_kind::uninitialised; });
    return found;
}

class StreamPrograms : public testing::TestWithParam<const stream_program*> {};

TEST_P(StreamPrograms, AreLeftAloneAndFoundWithoutAnyOneOfTheirOrders) {
    int asked = 0;
    const auto right = orders_of(*GetParam(), 0, asked);
    EXPECT_TRUE(right.empty()) << all_text(right);
    for (int left_out = 1, ignored = 0; left_out <= asked; ++left_out) {
        const auto found = orders_of(*GetParam(), left_out, ignored);
        EXPECT_FALSE(found.empty()) << "order " << left_out;
        for (const check_report& r : found) {
            EXPECT_TRUE(r.kind == check_kind::stream_race || r.kind == check_kind::host_race)
                << text(r);
            ASSERT_TRUE(r.other_work) << text(r);
            EXPECT_NE(r.other_work->at.line, 0u) << text(r);
        }
        RecordProperty("order_" + std::to_string(left_out), all_text(found));
    }
}

INSTANTIATE_TEST_SUITE_P(All, StreamPrograms, testing::ValuesIn(stream_programs()),
                         [](const auto& test) { return std::string(test.param->name); });

class WrongPrograms : public testing::TestWithParam<const wrong_program*> {};

// The line that ends in "// MARK: NAME"; 0: none does.
unsigned line_with(const wrong_program& p, const std::string& mark) {
    std::ifstream file(std::string(TILEPROOF_SOURCE_DIR) + "/" + p.file);
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number)
        if (line.ends_with("// " + mark + ": " + p.name)) return number;
    return 0;
}

TEST_P(WrongPrograms, AreFoundOnceWithBothLines) {
    const wrong_program& p = *GetParam();
    std::vector<check_report> found = reports_of(p.run);
    std::erase_if(found, [](const check_report& r) { return r.kind == check_kind::uninitialised; });
    ASSERT_EQ(found.size(), 1u) << all_text(found);
    const check_report& r = found[0];
    EXPECT_EQ(name(r.kind), name(p.kind));
    EXPECT_EQ(r.access.at.line, line_with(p, "finding")) << text(r);
    EXPECT_EQ(r.other ? r.other->at.line : 0, line_with(p, "other")) << text(r);
}

INSTANTIATE_TEST_SUITE_P(All, WrongPrograms, testing::ValuesIn(wrong_programs()),
                         [](const auto& test) { return std::string(test.param->name); });

TEST(StreamPrograms, AreSaidInFullSentences) {
    const auto of = [](const char* wanted) {
        for (const wrong_program* p : wrong_programs())
            if (p->name == std::string(wanted)) return text(reports_of(p->run).back());
        return std::string();
    };
    const std::string race = of("two_streams_that_nothing_orders");
    for (const char* part :
         {"race between streams: thread (", " of late_reader, launched at ", " on stream ",
          " reads 4 bytes at offset ",
          " of a device buffer (1024 bytes), and early_writer, launched at ", " writes them at ",
          ", and nothing orders them: the two may run at the same time.", "hipStreamWaitEvent"})
        EXPECT_NE(race.find(part), race.npos) << part << "\n" << race;
    EXPECT_NE(of("an_event_recorded_too_late")
                  .find(" waits for an event that was not recorded at the time of that wait"),
              std::string::npos);
    EXPECT_NE(of("an_event_recorded_too_early").find(" before the first: record it after"),
              std::string::npos);
    EXPECT_EQ(race.find("event that"), race.npos) << race;
    const std::string host = of("a_sum_that_the_host_reads_too_early");
    for (const char* part :
         {"race with the host: the host reads 4 bytes at offset 12 of pinned or managed memory",
          "and the hipMemcpyAsync at ", " writes them, which the host has not waited for."})
        EXPECT_NE(host.find(part), host.npos) << part << "\n" << host;
}

}  // namespace
}  // namespace tileproof::planted
