// SPDX-License-Identifier: MIT
#include "compiler/build/header_cache.hpp"

#include <chrono>
#include <thread>

#include "compiler/build/build_cache.hpp"
#include "tests/compiler/build/header_cache_fixture.hpp"

namespace tileproof::compiler::header_tests {
namespace {

TEST_F(HeaderCache, PrecompilesWhatIsMetASecondTime) {
    EXPECT_EQ(compiled(text_of_k), text_of_k);
    EXPECT_EQ(jobs.size(), 1u) << "the first file takes no longer than before";
    EXPECT_EQ(compiled(text_of_k), after);
    EXPECT_EQ(headers_made(), 1u);
    EXPECT_EQ(compiled(text_of_k), after);
    EXPECT_EQ(jobs.size(), 1u);
    flags = "-O1";
    EXPECT_EQ(compiled(text_of_k), text_of_k) << "other flags have other headers";
}

TEST_F(HeaderCache, KnowsAnEditedHeader) {
    for (int i = 0; i < 3; ++i) compiled(text_of_k);
    std::string edited = text_of_k;
    edited.replace(edited.find("int g"), 5, "int h");
    EXPECT_EQ(compiled(edited), edited);
    EXPECT_EQ(compiled(text_of_k), after);
}

TEST_F(HeaderCache, SaysWhatIsWrongWithTheWholeFile) {
    for (int i = 0; i < 3; ++i) compiled(text_of_k);
    EXPECT_THROW(compiled(text_of_k + "wrong"), std::runtime_error);
    EXPECT_EQ(system::read_file(jobs.back().source), text_of_k + "wrong");
    EXPECT_EQ(compiled(text_of_k), after) << "the headers were not to blame";
}

TEST_F(HeaderCache, SaysAtOnceWhatIsWrongAtAPlaceOfTheFile) {
    for (int i = 0; i < 3; ++i) compiled(text_of_k);
    std::string said;
    const system::collect_output into(said);
    message = "k.hip:8:3: error: expected ';'\n 8 | f()\n";
    EXPECT_THROW(compiled(text_of_k + "wrong"), std::runtime_error);
    EXPECT_EQ(jobs.size(), 1u);
    EXPECT_EQ(said, message) << "once";
    message += "/ours/b.h:3:1: note: declared here\n";
    EXPECT_THROW(compiled(text_of_k + "wrong"), std::runtime_error);
    EXPECT_EQ(jobs.size(), 2u) << "a header has a part in it";
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
    EXPECT_EQ(compiled(text_of_k), after);
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
    EXPECT_EQ(compiled(text_of_k), after);
    EXPECT_EQ(headers_made(), 1u);
    std::ofstream(kept(".headers")[0]) << "other text";
    EXPECT_EQ(compiled(text_of_k), text_of_k);
    EXPECT_EQ(compiled(text_of_k), after);
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
                compile_with_headers({"", cache, "/ours", {}, "cpu", {flags}, make}, text_of_k,
                                     made + ".cpp", made);
                const auto result = system::read_file(made);
                if (result != after && result != text_of_k) results[i] = "neither";
            }
            if (results[i].empty()) results[i] = system::read_file(made).value_or("");
        });
    all.clear();
    for (const std::string& r : results) EXPECT_EQ(r, after);
    EXPECT_EQ(kept(".pch").size(), 1u);
}

TEST_F(HeaderCache, IsPartOfTheCacheOfKernels) {
    cache = (kept_in.path() / "cache").string();  // the folder around it is in use
    fs::create_directory(cache);
    for (int i = 0; i < 2; ++i) compiled(text_of_k);
    const auto all = compiler::cached_kernels(cache);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_TRUE(all[0].headers);
    EXPECT_GT(all[0].bytes, 2 * shared(headers_of_k).size());
    EXPECT_EQ(compiler::clear_cache(cache).deleted, 0u) << "no kernel";
    EXPECT_TRUE(fs::is_empty(cache));
}

TEST(EndsOfHeaders, AreWhereTheFileGoesOn) {
    EXPECT_EQ(ends_of_headers(text_of_k, "/ours"), places{headers_of_k.size()});
    EXPECT_EQ(ends_of_headers(headers_of_k + second_header + rest_of_k, "/ours"),
              (places{headers_of_k.size(), headers_of_k.size() + second_header.size()}));
}

TEST(EndsOfHeaders, AreNotAfterWhatIsTheUsers) {
    EXPECT_EQ(ends_of_headers(text_of_k, "/other"), places{}) << "a header that the user may edit";
    EXPECT_EQ(
        ends_of_headers("# 1 \"k.hip\"\nint own;\n" + headers_of_k.substr(11) + rest_of_k, "/ours"),
        places{});
    const std::string own = "# 1 \"mine.h\" 1\nint m();\n# 9 \"k.hip\" 2\n";
    EXPECT_EQ(ends_of_headers(headers_of_k + "# 8 \"k.hip\" 2\n" + own + rest_of_k, "/ours"),
              places{headers_of_k.size()});
    EXPECT_EQ(ends_of_headers("", "/ours"), places{});
    EXPECT_EQ(ends_of_headers("int x;", "/ours"), places{});
}

TEST(EndsOfHeaders, AreInFrontOfAPragmaThatMayLast) {
    for (const std::string pragma : {"#pragma STDC FP_CONTRACT OFF\n", "#pragma pack(1)\n"}) {
        std::string text = text_of_k;
        text.insert(text.find("int g"), pragma);
        EXPECT_EQ(ends_of_headers(text, "/ours"), places{}) << pragma;
    }
    std::string text = text_of_k;
    text.insert(text.find("int g"), "#pragma GCC diagnostic push\n");
    EXPECT_NE(ends_of_headers(text, "/ours"), places{});
}

TEST(SharedText, IsTheSameForFilesThatDifferInTheirNameAndTheirOwnLines) {
    std::string other = headers_of_k;
    for (std::size_t at; (at = other.find("\"k.hip\"")) != other.npos;)
        other.replace(at, 7, "\"scale.hip\"");
    other.insert(other.find("# 1 \"/ours/hip_runtime.h\""), "\n\n# 7 \"scale.hip\"\n\n");
    EXPECT_NE(shared(headers_of_k), "");
    const std::string expected = shared(headers_of_k);
    EXPECT_EQ(shared(other), expected);
    std::string by_option = headers_of_k;
    by_option.erase(by_option.find("# 1 \"k.hip\" 2\n"), 14);
    by_option += "# 2 \"<built-in>\" 2\n";
    EXPECT_EQ(shared(by_option), expected) << "-include";
    EXPECT_EQ(ends_of_headers(by_option + "# 1 \"k.hip\" 2\nint x;", "/ours"),
              places{by_option.size()});
    for (const char* kept : {"int f();\n", "int g();\n", "# 2 \"/ours/hip_runtime.h\" 2\n"})
        EXPECT_NE(expected.find(kept), expected.npos) << kept;
    EXPECT_EQ(expected.find(".hip\""), expected.npos);
}

}  // namespace

}  // namespace tileproof::compiler::header_tests
