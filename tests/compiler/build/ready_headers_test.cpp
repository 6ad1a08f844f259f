// SPDX-License-Identifier: MIT
// Headers that were precompiled where tileproof was built.
#include "tests/compiler/build/header_cache_fixture.hpp"

namespace tileproof::compiler::header_tests {
namespace {

// Headers that were precompiled in advance: those of k.hip, and a second one.
class ReadyHeaders : public HeaderCache {
  protected:
    ReadyHeaders() {
        precompile_headers(request(made_in.path().string()), both);
        ready = made_in.path().string();
    }
    void remove_rights() const {
        fs::permissions(made_in.path(), fs::perms::owner_read | fs::perms::owner_exec);
    }
    ~ReadyHeaders() override { fs::permissions(made_in.path(), fs::perms::owner_all); }
    std::vector<fs::path> in_advance(const std::string& extension) const {
        std::vector<fs::path> found;
        for (const auto& f : fs::directory_iterator(made_in.path()))
            if (f.path().extension() == extension) found.push_back(f.path());
        return found;
    }
    const properties::testing::scratch_folder made_in;
    const std::string both = headers_of_k + second_header + rest_of_k;
    const std::string after_both = shared(headers_of_k) + "# 1 \"/ours/b.h\" 1\nint b();\n" +
                                   "# 8 \"k.hip\"\n\nint k() { return f(); }\n";
};

TEST_F(ReadyHeaders, AreTakenByTheFirstFileOfAFolder) {
    remove_rights();
    EXPECT_EQ(compiled(both), after_both);
    EXPECT_EQ(jobs.size(), 1u);
    EXPECT_TRUE(fs::is_empty(cache)) << "nothing is kept twice";
    cache = "";
    EXPECT_EQ(compiled(both), after_both) << "nor is a folder needed";
}

TEST_F(ReadyHeaders, AreTakenAsFarAsTheyGo) {
    EXPECT_EQ(compiled(text_of_k), after);
    EXPECT_TRUE(fs::is_empty(cache));
    std::string third = both;
    third.insert(both.size() - rest_of_k.size(),
                 "# 4 \"k.hip\" 2\n# 1 \"/ours/c.h\" 1\nint c();\n");
    const std::string words = shared(headers_of_k) + "# 1 \"/ours/b.h\" 1\nint b();\n";
    EXPECT_EQ(compiled(third).substr(0, words.size()), words);
    ASSERT_EQ(jobs.size(), 1u);
    ASSERT_FALSE(jobs[0].flags.empty());
    EXPECT_EQ(jobs[0].flags[0], "-include-pch");
    ASSERT_EQ(kept(".headers").size(), 1u);
    EXPECT_EQ(system::read_file(kept(".headers")[0]), "# 1 \"/ours/c.h\" 1\nint c();\n")
        << "the folder keeps the rest";
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(compiled(third), words + "# 1 \"/ours/c.h\" 1\nint c();\n" +
                                       "# 8 \"k.hip\"\n\nint k() { return f(); }\n");
    EXPECT_EQ(headers_made(), 0u);
}

TEST_F(ReadyHeaders, AreOfOneTextAndOneSetOfFlags) {
    std::string edited = both;
    edited.replace(edited.find("int g"), 5, "int h");
    EXPECT_EQ(compiled(edited), edited);
    flags = "-O1";
    EXPECT_EQ(compiled(both), both);
}

TEST_F(ReadyHeaders, AreNotTakenWhenCutMovedOrOfAnotherCompiler) {
    using_fails = true;
    EXPECT_EQ(compiled(both), both);
    EXPECT_EQ(in_advance(".pch").size(), 2u) << "they are not this file's to delete";
    using_fails = false;
    const properties::testing::scratch_folder elsewhere;
    fs::copy(made_in.path(), elsewhere.path());
    for (const fs::path& text : in_advance(".headers")) fs::rename(text, text.string() + ".gone");
    ready = elsewhere.path().string();
    cache = "";
    EXPECT_EQ(compiled(both), both) << "clang would look for their text where it was";
    ready = made_in.path().string();
    for (const fs::path& text : in_advance(".gone"))
        fs::rename(text, fs::path(text).replace_extension(""));
    EXPECT_EQ(compiled(both), after_both);
    for (const fs::path& file : in_advance(".pch")) std::ofstream(file) << "cut";
    EXPECT_EQ(compiled(both), both);
}

TEST_F(ReadyHeaders, AreLeftAloneWhereTheyAreMadeAgain) {
    const auto made = in_advance(".pch");
    ASSERT_EQ(made.size(), 2u);
    jobs.clear();
    EXPECT_EQ(precompile_headers(request(ready), both).size(), 6u);
    EXPECT_EQ(jobs.size(), 0u);
    std::ofstream(made[0]) << "cut";
    std::ofstream(made[1]) << "cut";
    precompile_headers(request(ready), both);
    EXPECT_EQ(headers_made(), 2u);
    EXPECT_EQ(compiled(both), after_both);
}

}  // namespace
}  // namespace tileproof::compiler::header_tests
