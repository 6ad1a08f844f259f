// SPDX-License-Identifier: MIT
#include "compiler/build/build_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include "compiler/build/user_library.hpp"
#include "system/file_lock.hpp"

#include "tests/properties/scratch_folder.hpp"

namespace tileproof::compiler::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

class BuildCache : public ::testing::Test {
  protected:
    BuildCache() { fs::create_directory(folder); }
    void entry(const std::string& name, std::size_t bytes, hours age) {
        std::ofstream(folder / (name + ".so")) << std::string(bytes - 10, 'x');
        std::ofstream(folder / (name + ".inputs")) << std::string(10, 'y');
        make_older(name + ".inputs", age);
    }
    void make_older(const std::string& name, hours age) {
        fs::last_write_time(folder / name, fs::file_time_type::clock::now() - age);
    }
    std::set<std::string> files() const {
        std::set<std::string> names;
        for (const auto& file : fs::directory_iterator(folder))
            names.insert(file.path().filename().string());
        return names;
    }
    const properties::testing::scratch_folder scratch;  // in use itself
    const fs::path folder = scratch.path() / "cache";
};

TEST_F(BuildCache, LosesWhatWasUsedLongestAgo) {
    entry("a-cpu-1", 1000, hours(5));
    entry("b-cpu-2", 1000, hours(3));
    entry("c-cpu-3", 1000, hours(4));
    EXPECT_EQ(cached_kernels(folder).size(), 3u);
    EXPECT_EQ(cached_kernels(folder).front().name, "b-cpu-2");
    EXPECT_EQ(keep_within(folder, 2500), 2000u);
    EXPECT_EQ(files(), (std::set<std::string>{"b-cpu-2.so", "b-cpu-2.inputs", "c-cpu-3.so",
                                              "c-cpu-3.inputs"}));
    mark_as_used(folder / "c-cpu-3.inputs");
    EXPECT_EQ(keep_within(folder, 1500), 1000u);
    EXPECT_EQ(files(), (std::set<std::string>{"c-cpu-3.so", "c-cpu-3.inputs"}));
}

TEST(CacheSize, IsOneGibibyteOrWhatTheEnvironmentSays) {
    unsetenv("TILEPROOF_CACHE_SIZE");
    EXPECT_EQ(largest_cache(), std::uint64_t{1} << 30);
    setenv("TILEPROOF_CACHE_SIZE", "3MiB", 1);
    EXPECT_EQ(largest_cache(), std::uint64_t{3} << 20);
    setenv("TILEPROOF_CACHE_SIZE", "20GiB", 1);
    EXPECT_EQ(largest_cache(), std::uint64_t{20} << 30);
    for (const char* wrong :
         {"3", "MiB", "0MiB", "-1GiB", "1.5GiB", "9GiB ", "1TiB", "18446744073709551615GiB"}) {
        setenv("TILEPROOF_CACHE_SIZE", wrong, 1);
        EXPECT_THROW(largest_cache(), user_error) << wrong;
    }
    unsetenv("TILEPROOF_CACHE_SIZE");
}

TEST_F(BuildCache, KeepsWhatSomebodyMayBeAboutToLoad) {
    entry("a-cpu-1", 1000, hours(0));
    entry("b-cpu-2", 1000, hours(0));
    EXPECT_EQ(keep_within(folder, 500), 2000u);
}

TEST_F(BuildCache, LosesCompilationsThatWereKilled) {
    fs::create_directory(folder / ".build-old");
    std::ofstream(folder / ".build-old/kernel.so.ii") << "half";
    make_older(".build-old", hours(2));
    fs::create_directory(folder / ".build-new");
    EXPECT_EQ(keep_within(folder, 0), 0u);
    EXPECT_EQ(files(), std::set<std::string>{".build-new"});
}

TEST_F(BuildCache, IsClearedOfWhatIsItsOwn) {
    entry("a-cpu-1", 1000, hours(0));
    fs::create_directory(folder / ".build-new");
    std::ofstream(folder / "notes.txt") << "somebody's";
    EXPECT_EQ(clear_cache(folder).deleted, 1u);
    EXPECT_EQ(files(), std::set<std::string>{"notes.txt"});
}

TEST_F(BuildCache, KeepsWhatIsUsedWhenItIsClearedOrTooLarge) {
    for (const char* name : {"a-cpu-1", "b-cpu-2"}) entry(name, 1000, hours(5));
    for (const char* name : {".build-run", ".build-old"}) {
        fs::create_directory(folder / name);
        make_older(name, hours(5));
    }
    std::optional<system::file_lock> loaded, runs;
    loaded.emplace(folder / "a-cpu-1.so", system::file_lock::kind::use);
    runs.emplace(folder / ".build-run", system::file_lock::kind::use);
    const std::set<std::string> used{"a-cpu-1.so", "a-cpu-1.inputs", ".build-run"};
    EXPECT_EQ(keep_within(folder, 0), 1000u);
    EXPECT_EQ(files(), used);
    const cleared c = clear_cache(folder);
    EXPECT_EQ(c.deleted, 0u);
    EXPECT_EQ(c.kept, 1u);
    EXPECT_EQ(files(), used);
    loaded.reset();
    runs.reset();
    EXPECT_EQ(clear_cache(folder).deleted, 1u);
    EXPECT_EQ(files(), std::set<std::string>{});
}

TEST_F(BuildCache, IsClearedOnlyWhenNobodyCompilesIntoIt) {
    entry("a-cpu-1", 1000, hours(5));
    std::optional<system::file_lock> compiles;
    compiles.emplace(folder, system::file_lock::kind::use);
    std::atomic<bool> is_clear = false;
    std::thread clears([&] {
        clear_cache(folder);
        is_clear = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_FALSE(is_clear);
    EXPECT_EQ(files().size(), 2u);
    compiles.reset();
    clears.join();
    EXPECT_EQ(files(), std::set<std::string>{});
}

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
