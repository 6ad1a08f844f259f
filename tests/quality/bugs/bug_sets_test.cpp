// SPDX-License-Identifier: MIT
// Wrong kernels with the bugs that they are known to have: each must be told, at its line, as one bug.
//
//   out[i] = in[i];  // bug no_guard: out of bounds      at this line, or at the next one where the mark has its own
//   // bug swapped: out of bounds, race                  of one of these kinds
//   // bug doubled without a line: wrong value           of this kind, without a line
//
// A race may be told at either of its lines. The figures of all kernels are printed at the end; with
// TILEPROOF_BUG_SEEDS=5 over five seeds.
#include "compiler/build/user_library.hpp"
#include "fuzz/campaign/campaign.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/bug_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace tileproof::quality {

using fuzz::bug;
using fuzz::campaign_options;
using fuzz::campaign_report;
using fuzz::run_campaign;

namespace {

const std::string folder = TILEPROOF_SOURCE_DIR "/tests/quality/bugs/";

struct known_bug {
    std::set<std::string> kinds;
    unsigned line = 0;  // 0: without
};

struct wrong_kernel {
    std::string file, name;
    std::vector<known_bug> bugs;
};

void PrintTo(const wrong_kernel& k, std::ostream* out) { *out << k.file << ' ' << k.name; }

// The marks of a file, by kernel.
std::map<std::string, std::vector<known_bug>> marks_of_file(const std::string& file) {
    static const std::regex mark("// bug (\\w+)( without a line)?: (.*)$");
    std::map<std::string, std::vector<known_bug>> all;
    std::ifstream in(folder + file);
    unsigned number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        std::smatch found;
        if (!std::regex_search(line, found, mark)) continue;
        const bool stands_before = line.find_first_not_of(' ') == line.find("// bug");
        known_bug bug{{}, found[2].matched ? 0 : stands_before ? number + 1 : number};
        std::string kinds = found[3];
        for (std::size_t at; (at = kinds.find(", ")) != kinds.npos; kinds.erase(0, at + 2))
            bug.kinds.insert(kinds.substr(0, at));
        bug.kinds.insert(kinds);
        all[found[1]].push_back(std::move(bug));
    }
    return all;
}

std::vector<wrong_kernel> wrong_kernels() {
    std::vector<wrong_kernel> all;
    for (const char* file : {"one_bug.hip", "several_bugs.hip", "held_out.hip"})
        for (auto& [name, bugs] : marks_of_file(file)) all.push_back({file, name, bugs});
    return all;
}

compiler::user_library& library_of(const std::string& file) {
    static std::map<std::string, compiler::user_library> loaded;
    compiler::user_library& lib = loaded[file];
    if (!lib.tests.empty()) return lib;
    compiler::user_build b;
    b.source = folder + file;
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_bug_cache";
    return lib = compiler::load_user(b);
}

campaign_report checked(const wrong_kernel& k, std::uint64_t seed) {
    properties::property_list properties;
    for (const char* device : {"cpu", "cpu-checked"})
        for (auto& p : properties::user_properties(library_of(k.file), folder + k.file, device))
            if (p->subject() == k.name) properties.push_back(std::move(p));
    campaign_options o;
    o.seed = seed;
    o.cases = 60;
    o.minimize_seconds = 2;
    return run_campaign(properties, o);
}

// A race may be told at either of its lines.
bool at_line(const bug& b, unsigned line) {
    const std::vector<report::frame_mark> marks = report::marks_of(b);
    if (line == 0 || marks.empty()) return line == 0 && marks.empty();
    return std::any_of(marks.begin(), marks.end(),
                       [&](const report::frame_mark& m) { return m.line == line; });
}

struct score {
    std::size_t known = 0, told = 0, right = 0, exact = 0, runs = 0, with_line = 0, at_line = 0;
};
score tuned, held_out;  // those that the grouping was made with, and those that came after

struct summary : testing::Environment {
    void TearDown() override {
        print("made with", tuned);
        print("held out", held_out);
    }
    static void print(const char* set, const score& total) {
        if (total.runs == 0) return;
        const auto share = [](std::size_t a, std::size_t b) {
            return b ? 100.0 * static_cast<double>(a) / static_cast<double>(b) : 100.0;
        };
        std::printf(
            "%s, %zu runs: precision %.1f %%, recall %.1f %%, exactly the known bugs in %.1f %%, "
            "right line of %zu bugs with one in %.1f %%\n",
            set, total.runs, share(total.right, total.told), share(total.right, total.known),
            share(total.exact, total.runs), total.with_line, share(total.at_line, total.with_line));
    }
};
const auto* const printed = testing::AddGlobalTestEnvironment(new summary);

// Bugs that the report tells and that are known, one for one.
std::size_t matched(const std::vector<known_bug>& known, const std::vector<bug>& told,
                    score& total) {
    std::set<std::size_t> used;
    for (const known_bug& k : known) {
        total.with_line += k.line > 0;
        for (std::size_t i = 0; i < told.size(); ++i)
            if (!used.contains(i) && at_line(told[i], k.line) &&
                k.kinds.contains(std::string(properties::name(told[i].lead.kind)))) {
                used.insert(i);
                total.at_line += k.line > 0;
                break;
            }
    }
    return used.size();
}

std::string all_texts(const campaign_report& report) {
    std::string text;
    std::size_t number = 0;
    for (const bug& b : report.bugs) text += report::bug_text(b, report.evidence(), ++number, {});
    return text;
}

class WrongKernel : public testing::TestWithParam<wrong_kernel> {};

TEST_P(WrongKernel, IsToldBugByBug) {
    const wrong_kernel& k = GetParam();
    score& total = k.file == "held_out.hip" ? held_out : tuned;
    const char* const asked = std::getenv("TILEPROOF_BUG_SEEDS");
    const int seeds = asked ? std::atoi(asked) : 1;
    for (int seed = 1; seed <= seeds; ++seed) {
        const campaign_report report = checked(k, static_cast<std::uint64_t>(seed));
        const std::size_t right = matched(k.bugs, report.bugs, total);
        ++total.runs;
        total.known += k.bugs.size();
        total.told += report.bugs.size();
        total.right += right;
        const bool exact = right == k.bugs.size() && right == report.bugs.size();
        total.exact += exact;
        EXPECT_TRUE(exact) << "seed " << seed << ", " << right << " of " << k.bugs.size()
                           << " known bugs, " << report.bugs.size() << " told:\n"
                           << all_texts(report);
        for (const bug& b : report.bugs)
            EXPECT_TRUE(k.bugs.size() > 1 || b.hides.empty()) << b.hides;
    }
}

INSTANTIATE_TEST_SUITE_P(Bugs, WrongKernel, testing::ValuesIn(wrong_kernels()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace tileproof::quality
