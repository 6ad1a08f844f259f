// SPDX-License-Identifier: MIT
#include "system/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "system/file.hpp"
#include "tests/properties/scratch_folder.hpp"

namespace {

namespace fs = std::filesystem;
using tileproof::properties::testing::scratch_folder;
using tileproof::system::in_folder_of_temporaries;
using tileproof::system::store_error;
using tileproof::system::temporary_folder;

TEST(TemporaryFolder, IsGoneWithTheObjectAndAllThatIsInIt) {
    const scratch_folder scratch;
    fs::path path;
    {
        const temporary_folder folder(scratch.path() / ".build-"),
            other(scratch.path() / ".build-");
        path = folder.path();
        EXPECT_NE(path, other.path());
        EXPECT_TRUE(path.is_absolute());
        EXPECT_TRUE(path.filename().string().starts_with(".build-"));
        fs::create_directory(path / "in");
        std::ofstream(path / "in" / "file") << "text";
        EXPECT_TRUE(fs::exists(path / "in" / "file"));
    }
    EXPECT_FALSE(fs::exists(path));
    EXPECT_TRUE(fs::is_empty(scratch.path()));
}

TEST(TemporaryFolder, SaysWhereNoneCanBeMade) {
    const scratch_folder scratch;
    try {
        const temporary_folder folder(scratch.path() / "none" / "x-");
        FAIL() << folder.path();
    } catch (const store_error& e) {
        EXPECT_NE(std::string(e.what()).find((scratch.path() / "none").string()),
                  std::string::npos);
    }
}

TEST(TemporaryFolder, LiesWhereTheEnvironmentSays) {
    const scratch_folder scratch;
    const char* const before = getenv("TMPDIR");
    const std::string kept = before ? before : "";
    setenv("TMPDIR", scratch.path().c_str(), 1);
    EXPECT_EQ(in_folder_of_temporaries("x-"), fs::path(scratch.path()) / "x-");
    setenv("TMPDIR", (scratch.path() / "none").c_str(), 1);
    EXPECT_THROW(in_folder_of_temporaries("x-"), store_error);
    if (before)
        setenv("TMPDIR", kept.c_str(), 1);
    else
        unsetenv("TMPDIR");
}

}  // namespace
