// SPDX-License-Identifier: MIT
#include "extras/subject/library.hpp"

#include "system/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace tileproof::subject {
namespace {

namespace fs = std::filesystem;

std::string refusal_of(const std::string& json) {
    const system::temporary_folder folder(system::in_folder_of_temporaries("tileproof-library-"));
    if (!json.empty()) std::ofstream(folder.path() / "subject.json") << json;
    try {
        load_library(folder.path());
    } catch (const library_error& e) {
        return e.what();
    }
    return "";
}

TEST(Library, IsReadFromItsFolder) {
    const library ck = load_library(fs::path(TILEPROOF_SUBJECTS) / "ck_tile");
    EXPECT_EQ(ck.name, "CK Tile");
    EXPECT_EQ(ck.index_bits, 32);
    EXPECT_EQ(ck.transforms.at("pad"), "make_pad_transform($length, $0, $1)");
}

TEST(Library, SaysWhichRulesItDoesNotPromise) {
    const library ck = load_library(fs::path(TILEPROOF_SUBJECTS) / "ck_tile");
    EXPECT_FALSE(ck.promises("naive: negative stride naive [2] strides [-1]"));
    EXPECT_FALSE(ck.promises(" tile R=[] H=[[1]] P=[[]] Y=[1,0]"));
    EXPECT_FALSE(ck.promises(" tile R=[] H=[] P=[[]] Y=[]"));
    EXPECT_FALSE(ck.promises(" tile R=[] H=[[2],[]] P=[[1,0]] Y=[]"));
    EXPECT_TRUE(ck.promises(" tile R=[] H=[[2]] P=[[1,0]] Y=[]"));
    EXPECT_TRUE(ck.promises("pad: negative packed [2] -> {pad(-1,0): 0 -> 0}"));
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
}  // namespace tileproof::subject
