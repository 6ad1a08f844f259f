// SPDX-License-Identifier: MIT
#include "compiler/build/asked_before.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "compiler/build/build_cache.hpp"
#include "system/file.hpp"
#include "tests/properties/scratch_folder.hpp"

namespace tileproof::compiler::testing {
namespace {

namespace fs = std::filesystem;
using words = std::vector<std::string>;

class AskedBefore : public ::testing::Test {
  protected:
    ~AskedBefore() override { unsetenv("TILEPROOF_TEST_ASKS"); }
    fs::path in(const std::string& name) const { return folder.path() / name; }
    void file(const std::string& name, const std::string& text) const {
        std::ofstream(in(name), std::ios::binary) << text;
    }
    void remember_questions(const words& asked) {
        std::string text;
        for (const std::string& q : asked) text += q + '\0';
        file("asked", text);
        // The clock of files goes on by some milliseconds at a time: all files here are older than `start`.
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        timespec start = now_beside(in("started"));
        start.tv_sec += seconds_later;
        remember(in("memory"), {in("asked")}, in("scratch"), start, {"a", ""});
    }
    bool knows() const { return remembered(in("memory")) == words{"a", ""}; }

    const properties::testing::scratch_folder folder;
    int seconds_later = 0;
};

TEST_F(AskedBefore, KnowsTheResultUntilTheContentsOfAFileChange) {
    file("k.hip", "one");
    EXPECT_FALSE(knows());
    remember_questions({"o" + in("k.hip").string()});
    EXPECT_TRUE(knows());
    file("k.hip", "one");
    EXPECT_TRUE(knows()) << "the same contents";
    file("k.hip", "two");
    EXPECT_FALSE(knows());
    fs::remove(in("k.hip"));
    EXPECT_FALSE(knows());
}

TEST_F(AskedBefore, KnowsItUntilWhatWasNotThereAppears) {
    for (const char* const kind : {"o", "x", "d", "l"}) {
        remember_questions({kind + in("absent").string()});
        EXPECT_TRUE(knows()) << kind;
        fs::create_directory(in("absent"));
        EXPECT_FALSE(knows()) << kind;
        fs::remove(in("absent"));
    }
    file("late.h", "");
    fs::remove(in("memory"));
    remember_questions({"a" + in("late.h").string()});
    EXPECT_FALSE(fs::exists(in("memory"))) << "it has appeared since the compiler asked";
    file("x.h", "");
    remember_questions({"x" + in("x.h").string()});
    fs::remove(in("x.h"));
    fs::create_directory(in("x.h"));
    EXPECT_FALSE(knows()) << "a folder in place of a file";
}

TEST_F(AskedBefore, KnowsItUntilAFolderOrALinkOrAVariableChanges) {
    fs::create_directories(in("gcc/11"));
    remember_questions({"d" + in("gcc").string()});
    EXPECT_TRUE(knows());
    fs::create_directory(in("gcc/12"));
    EXPECT_FALSE(knows());

    fs::create_symlink(in("gcc/11"), in("link"));
    remember_questions({"l" + in("link").string()});
    EXPECT_TRUE(knows());
    fs::remove(in("link"));
    fs::create_symlink(in("gcc/12"), in("link"));
    EXPECT_FALSE(knows());

    remember_questions({"eTILEPROOF_TEST_ASKS"});
    EXPECT_TRUE(knows());
    setenv("TILEPROOF_TEST_ASKS", "", 1);
    EXPECT_FALSE(knows()) << "set to nothing is set";
    remember_questions({"eTILEPROOF_TEST_ASKS"});
    setenv("TILEPROOF_TEST_ASKS", "1", 1);
    EXPECT_FALSE(knows());
}

TEST_F(AskedBefore, LooksAgainWhereAFolderHasOtherNamesOrIsAnotherOne) {
    fs::create_directories(in("include/sub"));
    const words asked{"a" + in("include/half.h").string(), "x" + in("include/sub").string(),
                      "a" + in("gone/half.h").string()};
    remember_questions(asked);
    EXPECT_TRUE(knows());
    file("include/other.h", "");
    EXPECT_TRUE(knows()) << "that name was not asked for";
    file("include/half.h", "");
    EXPECT_FALSE(knows());
    fs::remove(in("include/half.h"));
    EXPECT_TRUE(knows());
    fs::rename(in("include"), in("before"));
    EXPECT_FALSE(knows());
    fs::create_directories(in("include/sub"));
    EXPECT_TRUE(knows()) << "another folder that gives the same answers";
    fs::create_directory(in("gone"));
    EXPECT_TRUE(knows());
    file("gone/half.h", "");
    EXPECT_FALSE(knows());
}

TEST_F(AskedBefore, LooksAgainAtAFileThatOnlyItsTimesTellFromTheOldOne) {
    file("k.hip", "one");
    const auto written = fs::last_write_time(in("k.hip"));
    remember_questions({"o" + in("k.hip").string()});
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    file("k.hip", "two");
    fs::last_write_time(in("k.hip"), written);
    EXPECT_FALSE(knows()) << "as long as before, and with its old time of writing";
    file("k.hip", "one");
    EXPECT_TRUE(knows());
    file("late", "two");
    fs::last_write_time(in("late"), written);
    fs::rename(in("late"), in("k.hip"));
    EXPECT_FALSE(knows()) << "another file of this name";
}

TEST_F(AskedBefore, FollowsALinkOutOfAFolderThatStaysAsItIs) {
    fs::create_directories(in("include"));
    fs::create_directories(in("elsewhere"));
    fs::create_symlink(in("elsewhere/half.h"), in("include/half.h"));
    remember_questions({"a" + in("include/half.h").string()});
    EXPECT_TRUE(knows());
    file("elsewhere/half.h", "");
    EXPECT_FALSE(knows());
}

TEST_F(AskedBefore, RemembersNothingOfAFileThatMayHaveBeenEditedMeanwhile) {
    file("k.hip", "one");
    seconds_later = -1;
    remember_questions({"o" + in("k.hip").string()});
    EXPECT_FALSE(fs::exists(in("memory")));
    remember_questions({"o" + in("absent").string()});
    EXPECT_TRUE(knows());
}

TEST_F(AskedBefore, RemembersNothingThatChangesByItself) {
    for (const char* const name : {"__DATE__", "__TIME__", "__TIMESTAMP__"}) {
        file("k.hip", std::string("const char* const when = ") + name + ";\n");
        remember_questions({"o" + in("k.hip").string()});
        EXPECT_FALSE(fs::exists(in("memory"))) << name;
    }
    remember_questions({"l/proc/self/exe"});
    EXPECT_FALSE(fs::exists(in("memory"))) << "of the compiler's own process";
    remember_questions({});
    EXPECT_FALSE(fs::exists(in("memory")))
        << "nothing was asked: a compiler that cannot be watched";
}

TEST_F(AskedBefore, KnowsNothingByADamagedMemory) {
    file("k.hip", "one");
    remember_questions({"o" + in("k.hip").string(), "eHOME"});
    const std::string whole = system::read_file(in("memory")).value();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        file("memory", whole.substr(0, length));
        EXPECT_FALSE(knows()) << length;
    }
    file("memory", whole);
    EXPECT_TRUE(knows());
}

}  // namespace
}  // namespace tileproof::compiler::testing
