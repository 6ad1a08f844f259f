// SPDX-License-Identifier: MIT
#include "compiler/build/build_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "tests/properties/scratch_folder.hpp"

namespace tileproof::compiler::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class BuildRecord : public ::testing::Test {
  protected:
    fs::path file(const std::string& name, const std::string& text) const {
        std::ofstream(folder.path() / name, std::ios::binary) << text;
        return folder.path() / name;
    }
    properties::testing::scratch_folder folder;
    const fs::path record = folder.path() / "k.inputs", library = file("k.so", "code");
    const std::string source = file("a b\\c\nd.hip", "one").string();
};

TEST(DependencyNames, AreThoseOfTheRuleWithTheirEscapesTakenBack) {
    EXPECT_THAT(dependency_names("inputs: a.hip b\\ c.hpp \\\n  d$$e.hpp f\\#g.hpp h\"i.hpp\n"),
                ElementsAre("a.hip", "b c.hpp", "d$e.hpp", "f#g.hpp", "h\"i.hpp"));
    EXPECT_THAT(dependency_names(""), ElementsAre());
}

TEST_F(BuildRecord, IsCurrentUntilAnInputOrTheLibraryChanges) {
    EXPECT_FALSE(is_current(record, library));
    write_record(record, library, {source});
    EXPECT_TRUE(is_current(record, library));
    file("a b\\c\nd.hip", "two");
    EXPECT_FALSE(is_current(record, library));
    file("a b\\c\nd.hip", "one");
    EXPECT_TRUE(is_current(record, library));
    file("k.so", "cod");  // cut off, or another one
    EXPECT_FALSE(is_current(record, library));
    file("k.so", "code");
    fs::remove(source);
    EXPECT_FALSE(is_current(record, library));
}

TEST_F(BuildRecord, ThatIsEmptyOrCutOffDoesNotCount) {
    write_record(record, library, {source, library.string()});
    const auto whole = fs::file_size(record);
    for (const std::uintmax_t size : {std::uintmax_t{0}, std::uintmax_t{5}, whole / 2, whole - 3}) {
        write_record(record, library, {source, library.string()});
        fs::resize_file(record, size);
        EXPECT_FALSE(is_current(record, library)) << size;
    }
    write_record(record, library, {});
    EXPECT_TRUE(is_current(record, library));
}

TEST_F(BuildRecord, NoticesWhatIsEditedAfterTheStart) {
    const auto start = moment_of(library);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(changed_since({}, start));
    file("later.hpp", "x");
    EXPECT_TRUE(changed_since({(folder.path() / "later.hpp").string()}, start));
    EXPECT_TRUE(changed_since({(folder.path() / "gone.hpp").string()}, start));
    const auto later = moment_of(folder.path() / "later.hpp");
    EXPECT_FALSE(changed_since({source}, later));
    // An old time stamp does not hide an edit.
    file("later.hpp", "y");
    fs::last_write_time(folder.path() / "later.hpp", fs::file_time_type::min());
    EXPECT_TRUE(changed_since({(folder.path() / "later.hpp").string()}, later));
}

}  // namespace
}  // namespace tileproof::compiler::testing
