// Every planted bug is found once, by its kind and at its line, on its smallest shape; right
// kernels are left alone. Under several orders of the threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>

#include "kernels/device/cpu_checked/device.hpp"
#include "kernels/device/cpu_checked/session.hpp"
#include "tests/kernels/cpu_checked/planted/list.hpp"

namespace tileproof::planted {

std::vector<const entry*>& entries() {
    static std::vector<const entry*> all;
    return all;
}

entry::entry(const char* n, const char* f, std::optional<cpu_checked::check_kind> k, int b, int t,
             void (*l)(const float*, float*, int*, int))
    : name(n), file(f), kind(k), blocks(b), threads(t), launch(l) {
    entries().push_back(this);
}

namespace {

using cpu_checked::check_report;

std::vector<check_report> run(const entry& e) {
    kernels::device& d = kernels::cpu_checked_device();
    const int n = e.blocks * e.threads;
    const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
    std::vector<float> values(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    const kernels::buffer in = d.allocate({.bytes = bytes}), out = d.allocate({.bytes = bytes}),
                          scratch = d.allocate({.bytes = 256});
    cpu_checked::name_buffer(in.data(), "in");
    cpu_checked::name_buffer(out.data(), "out");
    d.copy_in(in.data(), values.data(), bytes);
    d.fill(scratch.data(), 0, 256);
    cpu_checked::set_block_seconds(0.3);
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

std::vector<unsigned> marked_lines(const entry& e) {
    std::vector<unsigned> lines;
    std::ifstream file(std::string(TILEPROOF_SOURCE_DIR) + "/" + e.file);
    std::string line;
    const std::string mark = std::string("// finding: ") + e.name;
    for (unsigned number = 1; std::getline(file, line); ++number)
        if (line.ends_with(mark)) lines.push_back(number);
    return lines;
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
        const std::vector<unsigned> lines = marked_lines(e);
        if (lines.empty()) continue;  // no place can be told
        EXPECT_TRUE(r.file.ends_with(e.file)) << text(r);
        EXPECT_EQ(std::count(lines.begin(), lines.end(), r.line), 1) << text(r);
        if (r.other) {
            EXPECT_EQ(std::count(lines.begin(), lines.end(), r.other->line), 1) << text(r);
        }
        if (seed == 1) RecordProperty("report", text(r));
    }
}

INSTANTIATE_TEST_SUITE_P(All, Planted, testing::ValuesIn(entries()),
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
