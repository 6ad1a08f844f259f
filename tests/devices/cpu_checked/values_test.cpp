// SPDX-License-Identifier: MIT
// A report of a wrong access says what the variables held that its address was computed of, when it is asked to.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "devices/asked_values.hpp"
#include "devices/cpu_checked/device.hpp"
#include "devices/cpu_checked/session.hpp"
#include "tests/devices/cpu_checked/planted/list.hpp"

namespace tileproof::planted {
namespace {

using cpu_checked::check_report;
using devices::asked_values;

std::vector<check_report> run(const entry& e, bool asked) {
    devices::device& d = devices::cpu_checked_device();
    const int n = e.blocks * e.threads;
    const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
    const std::vector<float> values(static_cast<std::size_t>(n));
    const devices::buffer in = d.allocate({.bytes = bytes}), out = d.allocate({.bytes = bytes}),
                          scratch = d.allocate({.bytes = 256});
    d.copy_in(in.data(), values.data(), bytes);
    d.fill(scratch.data(), 0, 256);
    asked_values::on = asked;
    asked_values::told().clear();
    cpu_checked::session::only().run([&] {
        e.launch(static_cast<const float*>(in.data()), static_cast<float*>(out.data()),
                 static_cast<int*>(scratch.data()), n);
    });
    asked_values::on = false;
    try {
        d.synchronize();
    } catch (const cpu_checked::check_error& error) {
        return error.reports;
    }
    return {};
}

std::string text_of(const std::vector<asked_values::variable>& values) {
    std::string text;
    for (const auto& v : values) text += (text.empty() ? "" : ", ") + v.name + " = " + v.value;
    return text;
}

// The line that ends in "// NAME: row = 3", and what it says.
struct expectation {
    unsigned line = 0;
    std::string values;
};
expectation expected_of(const entry& e) {
    std::ifstream file(std::string(TILEPROOF_SOURCE_DIR) + "/" + e.file);
    const std::string mark = std::string("// ") + e.name + ":";
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number)
        if (const auto at = line.find(mark); at != line.npos) {
            const std::string said = line.substr(at + mark.size());
            return {number, said.empty() ? said : said.substr(1)};
        }
    return {};
}

const entry& named(const std::string& name) {
    for (const entry* e : entries())
        if (name == e->name) return *e;
    throw std::runtime_error("There is no kernel " + name + ".");
}

class Values : public testing::TestWithParam<const entry*> {};

TEST_P(Values, AreThoseOfTheWrongAccess) {
    const entry& e = *GetParam();
    const expectation must = expected_of(e);
    ASSERT_GT(must.line, 0u);
    const auto reports = run(e, true);
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].kind, e.kind);
    EXPECT_EQ(reports[0].access.at.line, must.line);
    EXPECT_EQ(text_of(reports[0].access.values), must.values);
    // What a child process hands on: the same.
    ASSERT_EQ(asked_values::told().size(), must.values.empty() ? 0u : 1u);
    if (!must.values.empty()) EXPECT_EQ(asked_values::told()[0].values, reports[0].access.values);
}

TEST_P(Values, AreNotToldWhenNobodyAsks) {
    const auto reports = run(*GetParam(), false);
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].access.at.line, expected_of(*GetParam()).line);
    EXPECT_TRUE(reports[0].access.values.empty());
    EXPECT_TRUE(asked_values::told().empty());
}

std::vector<const entry*> with_one_access() {
    std::vector<const entry*> all;
    for (const entry* e : entries())
        if (e->kind != cpu_checked::check_kind::race) all.push_back(e);
    return all;
}
INSTANTIATE_TEST_SUITE_P(All, Values, testing::ValuesIn(with_one_access()),
                         [](const auto& test) { return std::string(test.param->name); });

// Each of the two threads of a race has its own.
TEST(Values, OfARaceAreThoseOfEachSide) {
    const auto reports = run(named("races"), true);
    ASSERT_EQ(reports.size(), 1u);
    const auto said = [](const cpu_checked::checked_access& a) {
        const std::string i = std::to_string(a.thread.x);
        return a.write ? "i = " + i
                       : "mirror = " + std::to_string(3 - a.thread.x) + ", n = 4, i = " + i;
    };
    ASSERT_TRUE(reports[0].other);
    EXPECT_NE(reports[0].access.write, reports[0].other->write);
    EXPECT_EQ(text_of(reports[0].access.values), said(reports[0].access));
    EXPECT_EQ(text_of(reports[0].other->values), said(*reports[0].other));
}

}  // namespace
}  // namespace tileproof::planted
