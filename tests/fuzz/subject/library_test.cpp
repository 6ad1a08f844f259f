// SPDX-License-Identifier: MIT
#include "fuzz/subject/library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace tileproof::outside {
namespace {

namespace fs = std::filesystem;

std::string refusal_of(const std::string& json) {
    std::string name = (fs::temp_directory_path() / "tileproof-library-XXXXXX").string();
    const fs::path folder = mkdtemp(name.data());
    if (!json.empty()) std::ofstream(folder / "subject.json") << json;
    std::string said;
    try {
        load_library(folder);
    } catch (const library_error& e) {
        said = e.what();
    }
    fs::remove_all(folder);
    return said;
}

TEST(Library, IsReadFromItsFolder) {
    const library ck = load_library(fs::path(TILEPROOF_SUBJECTS) / "ck_tile");
    EXPECT_EQ(ck.name, "CK Tile");
    EXPECT_EQ(ck.index_bits, 32);
    EXPECT_EQ(ck.transforms.at("pad"), "make_pad_transform($length, $0, $1)");
}

TEST(Library, SaysWhichFileIsNotThere) {
    EXPECT_THAT(refusal_of(""), testing::HasSubstr("subject.json cannot be read"));
}

TEST(Library, SaysWhatIsMissingOrOfAnotherKind) {
    EXPECT_THAT(refusal_of(R"({"name": "x"})"), testing::HasSubstr("flags"));
    EXPECT_THAT(refusal_of(R"({"name": 7, "flags": []})"), testing::HasSubstr("string"));
    EXPECT_THAT(refusal_of("{"), testing::HasSubstr("does not say how a library is spelled"));
}

}  // namespace
}  // namespace tileproof::outside
