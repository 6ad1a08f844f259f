// SPDX-License-Identifier: MIT
// Kernels on a header as AMD's libraries have them (library_style.hip): right ones hold, and what is wrong is told at the line
// of that header, or of the kernel.
#include "properties/kernel/user/user_property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace tileproof::compiler {
namespace {

using testing::HasSubstr;

const char* const library_file = "tests/compiler/build/library_style.hip";

struct expectation {
    const char* law;
    std::vector<const char*> told;  // on cpu-checked
};
const std::map<std::string, expectation> expected{
    {"labels_with_a_long_range",
     {"K4", {"library_style.hip:23", "reads 4 bytes", "input 0", "thread (1,0,0)"}}},
    {"assembly_without_its_flag", {"K1", {"element (1), which must be -6 ", "and is -12 "}}},
    {"mirrored_without_its_barrier",
     {"K6",
      {"race: thread (", "shared array tile", "library_style.hip:47", "library_style.hip:50"}}},
    {"m0_without_a_barrier",
     {"K6",
      {"race: thread (", "shared array halves", "library_style.hip:91", "library_style.hpp:75"}}},
    {"m0_too_far",
     {"K3", {"library_style.hpp:75", "writes 4 bytes", "right at the end of shared array halves"}}},
    {"m0_not_set", {"K9", {"library_style.hpp:75", "the thread has not set it"}}},
    {"m0_in_one_of_two_arrays",
     {"K9", {"library_style.hpp:75", "offset 256, and the kernel has 2 arrays"}}},
    {"unknown_instruction",
     {"K9",
      {"library_style.hpp:63",
       "the cpu devices do not have inline assembly \"v_rcp_iflag_f32 $0, $0\""}}},
};

TEST(LibraryStyle, KernelsHoldWhereTheyAreRightAndAreToldByTheirLineWhereNot) {
    int judged = 0;
    for (const auto& p :
         properties::user_properties(library_of(library_file), library_file, "cpu-checked")) {
        const auto broken = broken_laws(*p, 60);
        const std::string kernel = p->subject();
        ++judged;
        if (kernel.starts_with("right")) {
            EXPECT_TRUE(broken.empty()) << kernel << ": " << text(broken);
            continue;
        }
        const expectation& e = expected.at(kernel);
        ASSERT_EQ(broken.count(e.law), 1u) << kernel << ": " << text(broken);
        for (const char* words : e.told) EXPECT_THAT(broken.at(e.law), HasSubstr(words)) << kernel;
    }
    EXPECT_EQ(judged, 16);
}

TEST(LibraryStyle, KernelsThatAreRightHoldOnCpu) {
    for (const auto& p : properties::user_properties(library_of(library_file), library_file, "cpu"))
        if (p->subject().starts_with("right"))
            EXPECT_TRUE(broken_laws(*p, 60).empty())
                << p->subject() << ": " << text(broken_laws(*p, 60));
}

}  // namespace
}  // namespace tileproof::compiler
