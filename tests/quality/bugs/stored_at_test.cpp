// SPDX-License-Identifier: MIT
// A wrong value names no line. The line that stored the first wrong element is shown, with its variables.
#include "compiler/build/user_library.hpp"
#include "fuzz/campaign/campaign.hpp"
#include "fuzz/diagnosis/explain_bugs.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace tileproof::quality {

using namespace fuzz;

namespace {

const std::string source = TILEPROOF_SOURCE_DIR "/tests/quality/bugs/one_bug.hip";
constexpr double enough = 60;  // of seconds

// The first line at or behind the head of this kernel that has these words.
unsigned line_of(const std::string& kernel, const std::string& words) {
    std::ifstream in(source);
    bool behind = false;
    unsigned number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        behind = behind || line.find("void " + kernel + "(") != line.npos;
        if (behind && line.find(words) != line.npos) return number;
    }
    return 0;
}

const bug* only_bug(const std::string& name, campaign_report& report) {
    static compiler::user_library library;
    if (library.tests.empty()) {
        compiler::user_build b;
        b.source = source;
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_bug_cache";
        library = compiler::load_user(b);
    }
    properties::property_list properties;
    for (const char* device : {"cpu", "cpu-checked"})
        for (auto& p : properties::user_properties(library, source, device))
            if (p->subject() == name) properties.push_back(std::move(p));
    campaign_options o;
    o.cases = 60;
    o.minimize_seconds = 2;
    report = run_campaign(properties, o);
    listed_properties listed(properties);
    diagnosis::explain_bugs(
        report, [&](const finding&) -> finding_properties& { return listed; }, enough);
    return report.bugs.size() == 1 ? &report.bugs[0] : nullptr;
}

struct wrong_store {
    const char *kernel, *words;
    std::vector<std::string> variables;  // those that its address is computed of
};
void PrintTo(const wrong_store& w, std::ostream* out) { *out << w.kernel; }

class WrongValue : public testing::TestWithParam<wrong_store> {};

TEST_P(WrongValue, IsShownWhereItWasStored) {
    const wrong_store& w = GetParam();
    campaign_report report;
    const bug* const b = only_bug(w.kernel, report);
    ASSERT_TRUE(b);
    ASSERT_TRUE(b->writer);
    EXPECT_EQ(std::filesystem::path(b->writer->file).filename(), "one_bug.hip");
    EXPECT_EQ(b->writer->line, line_of(w.kernel, w.words));
    EXPECT_EQ(b->writer->function, w.kernel);
    std::vector<std::string> names;
    for (const auto& v : b->writer->values) names.push_back(v.name);
    EXPECT_EQ(names, w.variables);
}

INSTANTIATE_TEST_SUITE_P(
    Of, WrongValue,
    testing::Values(wrong_store{"doubled", "out[i] =", {"i"}},
                    wrong_store{"pairs_exchanged", "out[i] =", {"i"}},
                    wrong_store{"sum_last_column_missing", "sums[blockIdx.x] =", {"blockIdx.x"}}),
    [](const auto& tested) { return std::string(tested.param.kernel); });

}  // namespace
}  // namespace tileproof::quality
