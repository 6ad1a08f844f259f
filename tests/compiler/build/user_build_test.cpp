// SPDX-License-Identifier: MIT
// Files of users: compiled once, taken from the cache, refused with a sentence.
#include "properties/kernel/user/user_property.hpp"
#include "system/temporary_folder.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace tileproof::compiler {
namespace {

TEST(OwnKernels, AreCompiledOnceAndTakenFromTheCacheAfterwards) {
    const system::temporary_folder folder(system::in_folder_of_temporaries("tileproof-own-cache-"));
    user_build b;
    b.source = TILEPROOF_SOURCE_DIR "/examples/transpose.hip";
    b.cache = folder.path();
    b.devices = {"cpu"};
    EXPECT_TRUE(load_user(b).compiled);
    EXPECT_FALSE(load_user(b).compiled);
    b.flags = {"-DSOMETHING_ELSE"};
    EXPECT_TRUE(load_user(b).compiled);
}

TEST(OwnKernels, HaveTheirAnswersOnTheCheckedDeviceAlone) {
    user_build b;
    b.source = TILEPROOF_SOURCE_DIR "/examples/row_sums.hip";
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_own_cache";
    b.devices = {"cpu-checked"};
    const user_library lib = load_user(b);
    const auto list = properties::user_properties(lib, "row_sums.hip", "cpu-checked");
    const auto broken = broken_laws(*list.front(), 5);
    EXPECT_TRUE(broken.empty()) << text(broken);
}

TEST(OwnKernels, SayWhatIsWrongWithAFileThatCannotBeChecked) {
    user_build b;
    b.source = "/nowhere/kernel.hip";
    EXPECT_THROW(load_user(b), user_error);
    b.source = TILEPROOF_SOURCE_DIR "/examples/transpose.hip";
    b.compiler = "no-such-compiler";
    try {
        load_user(b);
        FAIL();
    } catch (const user_error& e) {
        EXPECT_NE(std::string(e.what()).find("no-such-compiler was not found"), std::string::npos)
            << e.what();
    }
}

}  // namespace
}  // namespace tileproof::compiler
