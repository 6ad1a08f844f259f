// The copy contract: the case of the transposes without a batch, whose result has the shape of the input.
#include "fuzz/campaign/campaign.hpp"
#include "properties/kernel/movement/transpose_generator.hpp"
#include "properties/kernel/movement/transpose_property.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/Random.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

transpose_case copy_of_seed(std::uint64_t seed) {
    rc::Random random(seed);
    return random_transpose_case(random, static_cast<int>(seed % 101), movement::copy);
}

TEST(CopyCase, IsReadAsItWasWrittenAndHasNoBatch) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const json c = to_json(copy_of_seed(seed));
        ASSERT_FALSE(c.contains("batch") || c.contains("input_batch_stride"));
        ASSERT_EQ(to_json(transpose_case_from_json(c, movement::copy)), c);
    }
    EXPECT_THROW(transpose_case_from_json(json::array(), movement::copy), bad_case);
}

TEST(CopyCase, AgreesWithTheKernelsOnWhatMakesSense) {
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        const transpose_case c = copy_of_seed(seed);
        const auto& p = c.problem;
        ASSERT_EQ(why_senseless(c).empty(),
                  kernels::copy_refusal(
                      {p.rows, p.columns, p.input_leading, p.output_leading, p.element_bytes})
                      .empty())
            << to_json(c);
    }
    transpose_case wide = packed_copy_case("float32", 3, 8);
    EXPECT_EQ(why_senseless(wide), "");
    wide.problem.output_leading = 7;
    EXPECT_EQ(why_senseless(wide), "the rows of the output overlap");
}

TEST(CopyCase, GetsSimplerUntilItIsTheSimplest) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        transpose_case c = copy_of_seed(seed);
        int steps = 0;
        for (auto next = smaller(c); !next.empty() && steps < 1000; next = smaller(c), ++steps)
            c = next[(seed + static_cast<std::uint64_t>(steps)) % next.size()];
        ASSERT_LT(steps, 1000);
        if (why_senseless(c).empty()) {
            ASSERT_EQ(to_json(c), to_json(packed_copy_case("float32", 1, 1)));
        }
    }
}

TEST(CopyGenerator, ReachesEveryLabelAndTheEdgesOfItsTiles) {
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const transpose_case c = copy_of_seed(seed);
        for (const std::string& label : labels_of(c)) ++seen[label];
        seen["511 to 513 rows"] += std::abs(c.problem.rows - 512) <= 1;
        seen["255 to 257 columns"] += std::abs(c.problem.columns - 256) <= 1;
    }
    for (const std::string& label : all_transpose_labels(movement::copy))
        EXPECT_GT(seen[label], 3) << label;
    EXPECT_GT(seen["511 to 513 rows"], 3);
    EXPECT_GT(seen["255 to 257 columns"], 3);
    for (const transpose_case& c : first_transpose_cases(movement::copy))
        EXPECT_EQ(why_senseless(c), "") << to_json(c);
}

TEST(CopyProperty, IsNamedAfterKernelAndDeviceWithoutWakingIt) {
    const auto p = catalogue_copy("copy_lds", "a device that does not exist");
    EXPECT_EQ(p->name(), "copy_lds@a device that does not exist");
    EXPECT_FALSE(p->first_cases().empty());
    EXPECT_THROW(
        catalogue_copy("no such copy", "cpu")->check(to_json(packed_copy_case("float32", 1, 1))),
        std::runtime_error);
}

TEST(CopyProperty, ChecksOnlyTheRefusalOfASenselessCase) {
    transpose_case c = packed_copy_case("float32", 2, 3);
    c.problem.rows = -2;
    const case_result r = catalogue_copy("copy_wide", "cpu")->check(to_json(c));
    ASSERT_EQ(r.laws.size(), 1u);
    EXPECT_EQ(r.laws[0].law, law_id::K9);
    EXPECT_TRUE(r.laws[0].held()) << r.laws[0].sentence();
}

class CopyContract : public ::testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        for (const kernels::known_device& k : kernels::devices())
            if (k.name == GetParam()) {
                if (!k.status.available) GTEST_SKIP() << k.status.reason;
                device_ = k.handle;
                return;
            }
        GTEST_SKIP() << "This build does not know the device " << GetParam() << ".";
    }
    kernels::device* device_ = nullptr;
};

TEST_P(CopyContract, HoldsForTheProjectsKernels) {
    property_list list;
    for (const auto& k : device_->kernels().copies)
        list.push_back(catalogue_copy(k.name, GetParam()));
    EXPECT_EQ(list.size(), 4u);
    campaign_options o;
    o.seed = 5;
    o.cases = GetParam() == "cpu-checked" ? 60 : 300;
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.rows.size(), GetParam() == "cpu-checked" ? 32u : 28u);
    for (const law_row& row : report.rows)
        EXPECT_EQ(row.what, law_row::verdict::held)
            << row.property << title(row.law) << row.sentence;
}

INSTANTIATE_TEST_SUITE_P(Devices, CopyContract,
                         ::testing::Values("cpu", "cpu-checked", "hip", "cuda"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace tileproof::properties
