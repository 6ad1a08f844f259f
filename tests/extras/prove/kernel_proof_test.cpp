// SPDX-License-Identifier: MIT
#include "extras/prove/kernel_proof.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace tileproof::prove {
namespace {

using nlohmann::json;

// times * name + plus, or a number.
json fitted(long times, const std::string& name = "", long by = 1, long plus = 0) {
    json factors = json::array();
    if (!name.empty()) factors.push_back({{"names", {name}}, {"by", by}});
    return {{"text", "?"}, {"factors", factors}, {"times", times}, {"plus", plus}, {"most", 0}};
}

// out[i] = 0 where i < n; i = blockIdx.x * 64 + threadIdx.x, of 64 bits or of an int. Node 6: 4 * i; node 8: i < n.
json fill_kernel(const std::string& compared = "slt", int bits = 64) {
    const json of_block{{"bits", bits}, {"nsw", true}, {"block", 0}, {"line", 3}};
    const auto with = [](json a, const json& b) { return a.update(b), a; };
    json nodes{
        {{"op", "blockIdx"}, {"dim", 0}, {"bits", 32}},
        {{"op", "threadIdx"}, {"dim", 0}, {"bits", 32}},
        {{"op", "const"}, {"value", 64}, {"bits", bits}},
        with(of_block, {{"op", "mul"}, {"of", {0, 2}}}),
        with(of_block, {{"op", "add"}, {"of", {3, 1}}}),
        {{"op", "const"}, {"value", 4}, {"bits", 64}},
        {{"op", "mul"}, {"of", {4, 5}}, {"bits", 64}},
        {{"op", "argument"}, {"number", 1}, {"at", 0}, {"bits", bits}},
        {{"op", compared}, {"of", {4, 7}}, {"bits", 1}, {"from", bits}, {"block", 0}, {"line", 4}}};
    json access{{"kind", "store"}, {"bytes", 4},
                {"atomic", false}, {"at", 6},
                {"block", 1},      {"file", "fill.hip"},
                {"line", 4},       {"base", {{"kind", "argument"}, {"number", 0}, {"at", 0}}}};
    return {{"name", "fill"},
            {"nodes", nodes},
            {"accesses", {access}},
            {"never", json::array()},
            {"unknown", json::array()},
            {"blocks", {json::array(), json::array({json::array({8, true})})}},
            {"intervals", {{{{"access", 0}, {"loops", json::array()}}}}}};
}

json launch_of(long threads = 64) {
    return {{"launches", 96},
            {"varies", false},
            {"shared", fitted(0)},
            {"grid", {fitted(1, "n", threads), fitted(1), fitted(1)}},
            {"block", {fitted(threads), fitted(1), fitted(1)}},
            {"arguments",
             {{{"number", 0},
               {"at", 0},
               {"bits", 64},
               {"operand", 0},
               {"operand_name", "out"},
               {"bytes", fitted(0)}},
              {{"number", 1}, {"at", 0}, {"bits", 64}, {"value", fitted(1, "n")}}}}};
}

json facts(const std::string& use = "output") {
    return {{"names", {{{"name", "n"}, {"least", 0}, {"most", 0}, {"multiple", 1}}}},
            {"operands",
             {{{"name", "out"}, {"bytes", 4}, {"use", use}, {"extents", {fitted(1, "n")}}}}}};
}

class KernelProof : public testing::Test {
    void SetUp() override {
        if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    }
};

TEST_F(KernelProof, ProvesAKernelWhoseThreadsFillTheirOwnElements) {
    const kernel_proof p = prove_kernel(fill_kernel(), launch_of(), facts());
    EXPECT_EQ(p.bounds.what, verdict::proved);
    EXPECT_EQ(p.races.what, verdict::proved);
    EXPECT_EQ(p.bounds.count, 1);
    EXPECT_EQ(p.races.count, 2);  // of two blocks, and of one
    EXPECT_FALSE(p.limited);
}

TEST_F(KernelProof, ProvesNothingWithoutTime) {
    const kernel_proof p = prove_kernel(fill_kernel(), launch_of(), facts(), 0);
    EXPECT_EQ(p.bounds.what, verdict::tested_only);
    EXPECT_EQ(p.races.what, verdict::tested_only);
    EXPECT_EQ(p.bounds.why, std::vector<std::string>{"time was over after 0 s"});
}

TEST_F(KernelProof, DoesNotProveAGuardThatLetsOneMorePass) {
    const kernel_proof p = prove_kernel(fill_kernel("sle"), launch_of(), facts());
    EXPECT_EQ(p.bounds.what, verdict::tested_only);
    EXPECT_EQ(p.races.what, verdict::proved);
    ASSERT_FALSE(p.lengths.empty());
    EXPECT_GT(p.lengths[0].at("n"), 0);
}

// if (i < n) at = loaded > 0 ? 0 : 0 (by branches); else at = 2^20;
TEST_F(KernelProof, TakesNothingForGrantedOfAWayThatWasNotTaken) {
    json kernel = fill_kernel();
    const auto add = [&](json n) { kernel["nodes"].push_back(std::move(n)); };
    const auto if_is = [](long node, bool is) { return json::array({node, is}); };
    add({{"op", "any"}, {"bits", 1}, {"loaded", true}});        // 9
    add({{"op", "const"}, {"value", 0}, {"bits", 64}});         // 10
    add({{"op", "const"}, {"value", 1L << 20}, {"bits", 64}});  // 11
    add({{"op", "phi"},                                         // 12
         {"of", {10, 10}},
         {"ways", {{if_is(8, true), if_is(9, true)}, {if_is(8, true), if_is(9, false)}}},
         {"bits", 64}});
    add({{"op", "phi"},  // 13
         {"of", {12, 11}},
         {"ways", {json::array({if_is(8, true)}), json::array({if_is(8, false)})}},
         {"bits", 64}});
    kernel["accesses"][0]["at"] = 13;
    kernel["accesses"][0]["block"] = 0;
    EXPECT_EQ(prove_kernel(kernel, launch_of(), facts()).bounds.what, verdict::tested_only);
    kernel["accesses"][0]["block"] = 1;
    EXPECT_EQ(prove_kernel(kernel, launch_of(), facts()).bounds.what, verdict::proved);
}

// for (at = 0; i < n;) { local[at] = 0; at = at + 1 == end ? 0 : at + 1; }
TEST_F(KernelProof, BoundsWhatALoopCarriesByInduction) {
    const auto proved = [](long end, long bytes) {
        json kernel = fill_kernel();
        const auto add = [&](json n) { kernel["nodes"].push_back(std::move(n)); };
        add({{"op", "const"}, {"value", 0}, {"bits", 32}});    // 9
        add({{"op", "const"}, {"value", 1}, {"bits", 32}});    // 10
        add({{"op", "const"}, {"value", end}, {"bits", 32}});  // 11
        add({{"op", "carried"}, {"of", {9, 15}}, {"bits", 32}, {"before", 0}, {"again", 1}});
        add({{"op", "add"}, {"of", {12, 10}}, {"bits", 32}, {"block", 1}, {"line", 5}});  // 13
        kernel["nodes"][13]["nsw"] = true;
        add({{"op", "eq"}, {"of", {13, 11}}, {"bits", 1}, {"from", 32}, {"block", 1}});  // 14
        add({{"op", "select"}, {"of", {14, 9, 13}}, {"bits", 32}, {"block", 1}});        // 15
        kernel["accesses"][0]["at"] = 12;
        kernel["accesses"][0]["bytes"] = 1;
        kernel["accesses"][0]["base"] = {{"kind", "local"}, {"name", "all"}, {"bytes", bytes}};
        return prove_kernel(kernel, launch_of(), facts()).bounds.what == verdict::proved;
    };
    EXPECT_TRUE(proved(64, 64));
    EXPECT_FALSE(proved(65, 64));
    EXPECT_FALSE(proved(0, 64));  // which it never is: it goes on
}

TEST_F(KernelProof, DoesNotProveThatLongerBlocksDoNotRace) {
    const kernel_proof p = prove_kernel(fill_kernel(), launch_of(96), facts());
    EXPECT_EQ(p.bounds.what, verdict::proved);
    EXPECT_EQ(p.races.what, verdict::tested_only);
}

TEST_F(KernelProof, SaysUpToWhichLengthAnIntSuffices) {
    const kernel_proof p = prove_kernel(fill_kernel("slt", 32), launch_of(), facts());
    EXPECT_EQ(p.bounds.what, verdict::proved);
    EXPECT_TRUE(p.limited);
    EXPECT_EQ(p.limits.elements, long_index_t{1} << 31);
}

TEST_F(KernelProof, DoesNotProveAWriteToAnInput) {
    EXPECT_EQ(prove_kernel(fill_kernel(), launch_of(), facts("input")).bounds.what,
              verdict::tested_only);
}

TEST_F(KernelProof, ProvesNothingOfWhatIsNotKnown) {
    json kernel = fill_kernel();
    kernel["unknown"].push_back({{"why", "it calls f"}, {"file", "fill.hip"}, {"line", 7}});
    const kernel_proof p = prove_kernel(kernel, launch_of(), facts());
    EXPECT_EQ(p.bounds.what, verdict::tested_only);
    EXPECT_EQ(p.races.what, verdict::tested_only);
    EXPECT_EQ(p.races.why, std::vector<std::string>{"fill.hip:7: it calls f"});
}

TEST_F(KernelProof, ProvesNothingOfALaunchThatCannotBe) {
    json launch = launch_of();
    launch["block"][0] = fitted(2000);  // a block has at most 1024 threads
    EXPECT_EQ(prove_kernel(fill_kernel("sle"), launch, facts()).bounds.what, verdict::tested_only);
}

TEST_F(KernelProof, WithoutALaunchItKnowsOnlyWhatTheKernelSays) {
    json launch = launch_of();
    launch["grid"][0] = nullptr;
    EXPECT_EQ(prove_kernel(fill_kernel(), launch, facts()).bounds.what, verdict::proved);
    launch["arguments"][1]["value"] = nullptr;  // n may be anything, so the guard says nothing
    EXPECT_EQ(prove_kernel(fill_kernel(), launch, facts()).bounds.what, verdict::tested_only);
}

}  // namespace
}  // namespace tileproof::prove
