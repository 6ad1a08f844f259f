// SPDX-License-Identifier: MIT
// Kernels of a user's own: cheats are caught by the law they break, right ones are left alone, and
// the examples do what the README says.
#include "properties/kernel/user/user_property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace tileproof::compiler {

using properties::user_properties;

namespace {

struct cheat {
    const char* name;
    std::set<std::string> laws;  // on each device, one of these breaks
    const char* file = cheats_file;
    std::vector<const char*> devices = {"cpu", "cpu-checked"};
};
const char* const ready = "tests/compiler/build/ready_contracts.hip";
const char* const types = "tests/compiler/build/element_types.hip";

const cheat cheats[] = {
    {"never_written", {"K2"}},
    {"changes_its_input", {"K3"}},
    {"knows_one_shape", {"K2"}},
    {"constant_output", {"K1"}},
    {"remembers_results", {"K1"}},
    {"works_later", {"K2", "K9"}},
    {"too_much_shared_memory", {"K9"}},
    {"calls_the_reference", {"K4", "K9"}},
    {"does_not_transpose", {"K1"}},
    {"reads_its_output", {"K1", "K4"}},
    {"changes_its_mind", {"K1", "K4", "K5"}},
    {"fewer_bits_inside", {"K7"}},
    {"drops_the_tail_of_k", {"K7"}},
    {"ignores_strides", {"K1", "K2", "K3"}, contracts_file},
    {"takes_rows_for_the_batch_stride", {"K1", "K3"}, contracts_file},
    {"copies_one_of_a_batch", {"K2"}, contracts_file},
    {"takes_what_it_does_not_support", {"K9"}, contracts_file},
    {"returns_instead_of_refusing", {"K9"}, contracts_file},
    {"refuses_too_late", {"K9"}, contracts_file},
    {"permutes_five_dims", {"K1", "K2"}, declarations_file},
    {"window_of_four", {"K7"}, declarations_file},
    {"gathers_all_but_the_first", {"K1"}, declarations_file},
    {"total_of_any_length", {"K1"}, declarations_file},
    {"forgets_beta", {"K1"}, declarations_file},
    {"beta_up_to_five", {"K1"}, declarations_file},
    {"knows_no_seventh_mode", {"K1"}, declarations_file},
    {"row_sums_drop_the_tail", {"K7"}, ready},
    {"row_sums_in_half", {"K7"}, ready},
    {"maximum_from_zero", {"K7"}, ready},
    {"scan_forgets_earlier_tiles", {"K7"}, ready},
    {"inclusive_for_exclusive", {"K1"}, ready},
    {"softmax_without_maximum", {"K7"}, ready},
    {"softmax_with_half_sum", {"K7"}, ready},
    {"layernorm_loses_digits", {"K7"}, ready},
    {"layernorm_without_epsilon", {"K7"}, ready},
    {"layernorm_epsilon_outside", {"K7"}, ready},
    {"layernorm_by_one_less", {"K7"}, ready},
    {"rmsnorm_without_epsilon", {"K7"}, ready},
    {"gather_of_first_column", {"K1"}, ready},
    {"gather_by_thread", {"K1"}, ready},
    {"scatter_is_a_gather", {"K1"}, ready},
    {"scatter_stores_instead", {"K7"}, ready},
    {"linear_adds_after_relu", {"K7"}, ready},
    {"linear_approximates_gelu", {"K7"}, ready},
    {"linear_ends_at_65504", {"K7"}, ready},
    {"batched_product_of_first_b", {"K7"}, ready},
    {"convolution_flips_weights", {"K7"}, ready},
    {"convolution_exchanges_sides", {"K7"}, ready},
    {"convolution_ends_at_65504", {"K7"}, ready},
    {"attention_without_scale", {"K7"}, ready},
    {"attention_sees_the_future", {"K7"}, ready},
    {"attention_forgets_to_rescale", {"K7"}, ready},
    {"attention_without_maximum", {"K7"}, ready},
    {"forgets_a_member", {"K2"}, types},
    {"swaps_members", {"K1"}, types},
    {"looks_at_padding", {"K4"}, types},
    {"loses_digits", {"K1"}, types},
    {"miscounts_within", {"K7"}, types},
    {"wrong_rgb_transpose", {"K1"}, types},
    {"wrong_fp8_transpose", {"K1"}, types},
    {"cuts_digits_off", {"K1"}, types},
    {"fp8_product_of_less", {"K7"}, types},
    {"e4m3_product_of_less", {"K7"}, types},
    // Only a device that sees each access knows of these.
    {"needs_alignment", {"K3", "K4"}, contracts_file, {"cpu-checked"}},
    {"forgets_to_clear", {"K4"}, contracts_file, {"cpu-checked"}},
    {"large_static_shared_memory", {"K9"}, contracts_file, {"cpu-checked"}},
    {"tiles_by_the_wrong_width", {"K1", "K4"}, declarations_file, {"cpu-checked"}},
    {"row_sums_without_barrier", {"K6"}, ready, {"cpu-checked"}},
    {"histogram_not_cleared", {"K4"}, ready, {"cpu-checked"}},
    {"histogram_without_atomics", {"K6"}, ready, {"cpu-checked"}},
    {"convolution_reads_outside", {"K4"}, ready, {"cpu-checked"}},
};

class Cheat : public testing::TestWithParam<cheat> {};

TEST_P(Cheat, IsCaughtByTheLawItBreaks) {
    user_library& lib = library_of(GetParam().file);
    std::size_t found = 0;
    for (const char* device : GetParam().devices)
        for (const auto& p : user_properties(lib, GetParam().file, device)) {
            if (p->subject() != GetParam().name) continue;
            ++found;
            const auto broken = broken_laws(*p, 20);
            EXPECT_TRUE(
                std::any_of(broken.begin(), broken.end(),
                            [&](const auto& b) { return GetParam().laws.count(b.first) > 0; }))
                << p->name() << "\n"
                << text(broken);
        }
    EXPECT_EQ(found, GetParam().devices.size());
}

INSTANTIATE_TEST_SUITE_P(All, Cheat, testing::ValuesIn(cheats),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(OwnKernels, SeeAMissingBarrierOnTheCheckedDevice) {
    user_library& lib = library_of(cheats_file);
    for (const auto& p : user_properties(lib, "cheats.hip", "cpu-checked"))
        if (p->subject() == "forgets_a_barrier") {
            const auto broken = broken_laws(*p, 3);
            ASSERT_TRUE(broken.count("K6")) << text(broken);
            EXPECT_NE(broken.at("K6").find("race"), std::string::npos);
        }
}

TEST(OwnKernels, FollowTheMemoryThatALaunchAllocates) {
    user_library& lib = library_of(contracts_file);
    for (const auto& p : user_properties(lib, contracts_file, "cpu-checked"))
        if (p->subject() == "forgets_to_clear") {
            const auto broken = broken_laws(*p, 3);
            ASSERT_TRUE(broken.count("K4")) << text(broken);
            EXPECT_NE(broken.at("K4").find("uninitialised read: thread"), std::string::npos)
                << broken.at("K4");
            EXPECT_NE(broken.at("K4").find("a device buffer (4 bytes)"), std::string::npos)
                << broken.at("K4");
        }
}

// The laws that a kernel of declarations.hip breaks on both devices together.
std::set<std::string> broken_by(const std::string& kernel) {
    std::set<std::string> broken;
    for (const char* device : {"cpu", "cpu-checked"})
        for (const auto& p :
             user_properties(library_of(declarations_file), declarations_file, device))
            if (p->subject() == kernel)
                for (const auto& [law, sentence] : broken_laws(*p, 40)) broken.insert(law);
    return broken;
}
TEST(OnlyOneLaw, FindsTwoThreadsThatWriteTheSameValue) {
    EXPECT_EQ(broken_by("writes_everything_twice"), std::set<std::string>{"K6"});
}

class RightKernels : public testing::TestWithParam<const char*> {};

TEST_P(RightKernels, AreLeftAlone) {
    for (const char* device : {"cpu", "cpu-checked"})
        for (const auto& p : user_properties(library_of(GetParam()), GetParam(), device)) {
            const std::string name = p->subject();
            if (!name.starts_with("right_") && name != "transpose" && name != "row_sums") continue;
            const auto broken = broken_laws(*p, 40);
            EXPECT_TRUE(broken.empty()) << p->name() << "\n" << text(broken);
        }
}

INSTANTIATE_TEST_SUITE_P(Files, RightKernels,
                         testing::Values(cheats_file, contracts_file, declarations_file, ready,
                                         types, "examples/transpose.hip", "examples/row_sums.hip"),
                         [](const auto& test) {
                             return std::filesystem::path(test.param).stem().string();
                         });

// Else that would be all that is known of the failure, and a right kernel would be told of the error of another one.
TEST(OwnKernels, DoNotHearOfTheErrorsThatAreReported) {
    user_library& lib = library_of("tests/compiler/build/error_checks.hip");
    for (const char* device : {"cpu", "cpu-checked"})
        for (const auto& p : user_properties(lib, "e.hip", device)) {
            const auto broken = broken_laws(*p, 20);
            if (p->subject() == "finds_no_error")
                EXPECT_TRUE(broken.empty()) << text(broken);
            else
                EXPECT_TRUE(broken.contains(p->device() == "cpu" ? "K9" : "K6")) << text(broken);
        }
}

TEST(OwnKernels, FindBothBugsOfTheWrongExample) {
    user_library& lib = library_of("examples/wrong_transpose.hip");
    // On cpu it would end this process at a fence; examples_test runs it as a user does.
    const auto broken = broken_laws(*user_properties(lib, "w.hip", "cpu-checked").front(), 10);
    EXPECT_TRUE(broken.count("K6")) << text(broken);
    EXPECT_TRUE(broken.count("K1") || broken.count("K2") || broken.count("K3")) << text(broken);
}

}  // namespace
}  // namespace tileproof::compiler
