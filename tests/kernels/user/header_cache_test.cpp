// SPDX-License-Identifier: MIT
#include "kernels/user/header_cache.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "kernels/user/build_cache.hpp"
#include "kernels/user/compile_source.hpp"
#include "system/limited_run.hpp"
#include "system/read_file.hpp"
#include "tests/properties/scratch_folder.hpp"

namespace tileproof::user {
namespace {

namespace fs = std::filesystem;

const std::string headers_of_k =
    "# 1 \"k.hip\"\n# 1 \"<built-in>\" 1\n# 1 \"<built-in>\" 3\n# 1 \"k.hip\" 2\n\n"
    "# 1 \"/ours/hip_runtime.h\" 1\n# 1 \"/usr/include/c++/cmath\" 1 3\nint f();\n"
    "# 2 \"/ours/hip_runtime.h\" 2\nint g();\n";
const std::string rest_of_k = "# 8 \"k.hip\" 2\n\nint k() { return f(); }\n";
const std::string text_of_k = headers_of_k + rest_of_k;

TEST(EndOfHeaders, IsWhereTheFileGoesOn) {
    EXPECT_EQ(end_of_headers(text_of_k, "/ours"), headers_of_k.size());
    EXPECT_EQ(
        end_of_headers(
            headers_of_k + "# 3 \"k.hip\" 2\n# 1 \"/ours/b.h\" 1\nint b();\n" + rest_of_k, "/ours"),
        headers_of_k.size() +
            std::string("# 3 \"k.hip\" 2\n# 1 \"/ours/b.h\" 1\nint b();\n").size());
}

TEST(EndOfHeaders, IsNowhereBehindWhatIsTheUsers) {
    EXPECT_EQ(end_of_headers(text_of_k, "/other"), 0u) << "a header that the user may edit";
    EXPECT_EQ(
        end_of_headers("# 1 \"k.hip\"\nint own;\n" + headers_of_k.substr(11) + rest_of_k, "/ours"),
        0u);
    const std::string own = "# 1 \"mine.h\" 1\nint m();\n# 9 \"k.hip\" 2\n";
    EXPECT_EQ(end_of_headers(headers_of_k + "# 8 \"k.hip\" 2\n" + own + rest_of_k, "/ours"),
              headers_of_k.size());
    EXPECT_EQ(end_of_headers("", "/ours"), 0u);
    EXPECT_EQ(end_of_headers("int x;", "/ours"), 0u);
}

TEST(EndOfHeaders, IsInFrontOfAPragmaThatMayLast) {
    for (const std::string pragma : {"#pragma STDC FP_CONTRACT OFF\n", "#pragma pack(1)\n"}) {
        std::string text = text_of_k;
        text.insert(text.find("int g"), pragma);
        EXPECT_EQ(end_of_headers(text, "/ours"), 0u) << pragma;
    }
    std::string text = text_of_k;
    text.insert(text.find("int g"), "#pragma GCC diagnostic push\n");
    EXPECT_NE(end_of_headers(text, "/ours"), 0u);
}

TEST(SharedText, IsTheSameForFilesThatDifferInTheirNameAndTheirOwnLines) {
    std::string other = headers_of_k;
    for (std::size_t at; (at = other.find("\"k.hip\"")) != other.npos;)
        other.replace(at, 7, "\"scale.hip\"");
    other.insert(other.find("# 1 \"/ours/hip_runtime.h\""), "\n\n# 7 \"scale.hip\"\n\n");
    EXPECT_NE(shared_text(headers_of_k), "");
    const std::string expected = shared_text(headers_of_k);
    EXPECT_EQ(shared_text(other), expected);
    for (const char* kept : {"int f();\n", "int g();\n", "# 2 \"/ours/hip_runtime.h\" 2\n"})
        EXPECT_NE(expected.find(kept), expected.npos) << kept;
    EXPECT_EQ(expected.find(".hip\""), expected.npos);
}

// A compiler that writes down what it was given.
class HeaderCache : public ::testing::Test {
  protected:
    std::string compiled(const std::string& text, const std::string& object = "k.o") {
        jobs.clear();
        const std::string made = (build.path() / object).string();
        compile_with_headers({.folder = cache,
                              .root = "/ours",
                              .name = "cpu",
                              .depends = {flags},
                              .compile = [this](const compile_job& j) { compile(j); }},
                             text, made + ".cpp", made);
        return system::read_file(made).value_or("");
    }
    void compile(const compile_job& j) {
        jobs.push_back(j);
        const std::string text = system::read_file(j.source).value_or("");
        if (j.header && making_fails) throw std::runtime_error("crashed");
        std::string all = text;
        if (j.flags.size() == 2 && j.flags[0] == "-include-pch") {
            if (using_fails) throw std::runtime_error("made by another compiler");
            if (over_limit) throw system::limit_met("too long");
            all = system::read_file(j.flags[1]).value_or("none") + text;
        }
        if (text.find("wrong") != text.npos) throw std::runtime_error("wrong");
        std::ofstream(j.object) << all;
    }
    std::vector<fs::path> kept(const std::string& extension) const {
        std::vector<fs::path> found;
        for (const auto& f : fs::directory_iterator(cache))
            if (f.path().extension() == extension) found.push_back(f.path());
        return found;
    }
    std::size_t headers_made() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(jobs, [](const compile_job& j) { return j.header; }));
    }
    const properties::testing::scratch_folder build, kept_in;
    std::string cache = kept_in.path().string(), flags = "-O2";
    bool making_fails = false, using_fails = false, over_limit = false;
    std::vector<compile_job> jobs;
    const std::string behind =
        shared_text(headers_of_k) + "# 8 \"k.hip\"\n\nint k() { return f(); }\n";
};

TEST_F(HeaderCache, PrecompilesWhatIsMetASecondTime) {
    EXPECT_EQ(compiled(text_of_k), text_of_k);
    EXPECT_EQ(jobs.size(), 1u) << "the first file takes no longer than before";
    EXPECT_EQ(compiled(text_of_k), behind);
    EXPECT_EQ(headers_made(), 1u);
    EXPECT_EQ(compiled(text_of_k), behind);
    EXPECT_EQ(jobs.size(), 1u);
    flags = "-O1";
    EXPECT_EQ(compiled(text_of_k), text_of_k) << "other flags have other headers";
}

TEST_F(HeaderCache, KnowsAnEditedHeader) {
    for (int i = 0; i < 3; ++i) compiled(text_of_k);
    std::string edited = text_of_k;
    edited.replace(edited.find("int g"), 5, "int h");
    EXPECT_EQ(compiled(edited), edited);
    EXPECT_EQ(compiled(text_of_k), behind);
}

TEST_F(HeaderCache, SaysWhatIsWrongWithTheWholeFile) {
    for (int i = 0; i < 3; ++i) compiled(text_of_k);
    EXPECT_THROW(compiled(text_of_k + "wrong"), std::runtime_error);
    EXPECT_EQ(system::read_file(jobs.back().source), text_of_k + "wrong");
    EXPECT_EQ(compiled(text_of_k), behind) << "the headers were not to blame";
}

TEST_F(HeaderCache, CompilesTheWholeFileWhenNoHeaderCanBeMade) {
    making_fails = true;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(compiled(text_of_k), text_of_k);
}

TEST_F(HeaderCache, ForgetsWhatTheCompilerDoesNotTake) {
    for (int i = 0; i < 3; ++i) compiled(text_of_k);
    using_fails = true;
    EXPECT_EQ(compiled(text_of_k), text_of_k);
    EXPECT_TRUE(kept(".pch").empty());
    using_fails = false;
    EXPECT_EQ(compiled(text_of_k), text_of_k);
    EXPECT_EQ(compiled(text_of_k), behind);
}

TEST_F(HeaderCache, DoesNotMeetALimitTwice) {
    for (int i = 0; i < 3; ++i) compiled(text_of_k);
    over_limit = true;
    EXPECT_THROW(compiled(text_of_k), system::limit_met);
    EXPECT_EQ(jobs.size(), 1u);
}

TEST_F(HeaderCache, MakesAnewWhatWasCutOrSwapped) {
    for (int i = 0; i < 3; ++i) compiled(text_of_k);
    ASSERT_EQ(kept(".pch").size(), 1u);
    std::ofstream(kept(".pch")[0]) << "cut";
    EXPECT_EQ(compiled(text_of_k), behind);
    EXPECT_EQ(headers_made(), 1u);
    std::ofstream(kept(".headers")[0]) << "other text";
    EXPECT_EQ(compiled(text_of_k), text_of_k);
    EXPECT_EQ(compiled(text_of_k), behind);
}

TEST_F(HeaderCache, NeedsNoFolderThatCanBeWritten) {
    cache = "/proc/no/such";
    EXPECT_EQ(compiled(text_of_k), text_of_k);
    EXPECT_EQ(compiled(text_of_k), text_of_k);
    cache = "";
    EXPECT_EQ(compiled(text_of_k), text_of_k);
}

TEST_F(HeaderCache, IsMadeByManyAtOnce) {
    compiled(text_of_k);
    std::vector<std::string> results(8);
    std::vector<std::jthread> all;
    for (std::size_t i = 0; i < results.size(); ++i)
        all.emplace_back([&, i] {
            const std::string made = (build.path() / ("k" + std::to_string(i))).string();
            const auto make = [](const compile_job& j) {
                std::string text = system::read_file(j.source).value_or("");
                if (!j.header && !j.flags.empty())
                    text = system::read_file(j.flags[1]).value_or("none") + text;
                std::ofstream object(j.object);
                object << text.substr(0, text.size() / 2) << std::flush;
                if (j.header) std::this_thread::sleep_for(std::chrono::milliseconds(20));
                object << text.substr(text.size() / 2);
            };
            for (int n = 0; n < 50; ++n) {
                compile_with_headers({cache, "/ours", "cpu", {flags}, make}, text_of_k,
                                     made + ".cpp", made);
                const auto result = system::read_file(made);
                if (result != behind && result != text_of_k) results[i] = "neither";
            }
            if (results[i].empty()) results[i] = system::read_file(made).value_or("");
        });
    all.clear();
    for (const std::string& r : results) EXPECT_EQ(r, behind);
    EXPECT_EQ(kept(".pch").size(), 1u);
}

TEST_F(HeaderCache, IsPartOfTheCacheOfKernels) {
    for (int i = 0; i < 2; ++i) compiled(text_of_k);
    const auto all = properties::cached_kernels(cache);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_TRUE(all[0].headers);
    EXPECT_GT(all[0].bytes, 2 * headers_of_k.size());
    EXPECT_EQ(properties::clear_cache(cache), 0u) << "no kernel";
    EXPECT_TRUE(fs::is_empty(cache));
}

// With clang: the object is the same, byte for byte, whether headers were precompiled or not.
void expect_same_objects(translate_for device, const std::vector<std::string>& more) {
    const properties::testing::scratch_folder cache, build;
    source_request r{.source = std::string(TILEPROOF_SOURCE_DIR) + "/examples/transpose.hip",
                     .object = (build.path() / "k.o").string(),
                     .device = device,
                     .flags = include_flags(),
                     .preprocess_flags = {},
                     .headers = cache.path().string(),
                     .wave_size = 32};
    r.flags.insert(r.flags.end(), more.begin(), more.end());
    compile_source(r);
    const auto first = system::read_file(r.object);
    for (int i = 0; i < 2; ++i) {
        compile_source(r);
        EXPECT_EQ(properties::cached_kernels(cache.path())[0].bytes > (4u << 20), true);
        if (device == translate_for::cpu) EXPECT_TRUE(system::read_file(r.object) == first);
    }
}

TEST(HeaderCacheWithClang, ChangesNoObject) { expect_same_objects(translate_for::cpu, {}); }

}  // namespace
}  // namespace tileproof::user
