// SPDX-License-Identifier: MIT
#include "properties/device/device_layout_property.hpp"

#include "fuzz/campaign/campaign.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/Random.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(DeviceLayouts, AreNamedWithoutWakingTheDevice) {
    const auto p = device_layout_property(catalogue_evaluations("a device that does not exist"));
    EXPECT_EQ(p->name(), "layout/L12@a device that does not exist");
    EXPECT_EQ(p->subject(), "layout");
    EXPECT_EQ(device_tile_property(catalogue_evaluations("cpu"))->name(), "tile/L12@cpu");
}

TEST(DeviceLayouts, AreBatchesOfHundredsThatShrinkToOne) {
    const auto p = device_layout_property(catalogue_evaluations("cpu"));
    rc::Random random(std::uint64_t{3});
    std::size_t most = 0;
    json batch;
    for (int i = 0; i < 30; ++i) {
        json c = p->generate(random, 100);
        if (c.at("layouts").size() > most) batch = c, most = c.at("layouts").size();
    }
    EXPECT_GT(most, 200u);
    const auto smaller = p->smaller(batch);
    EXPECT_EQ(smaller.front().at("layouts").size(), (most + 1) / 2);
    EXPECT_TRUE(std::any_of(smaller.begin(), smaller.end(), [&](const json& c) {
        return c.at("layouts").size() == 1 && c.at("layouts")[0] == batch.at("layouts")[7];
    }));
    const auto least = p->smaller({{"layouts", {"packed [2]", "packed [3]"}}});
    EXPECT_THAT(least, ::testing::Contains(json{{"layouts", {"packed [2]"}}}));
    EXPECT_THAT(least, ::testing::Contains(json{{"layouts", {"packed [2]", "packed [1]"}}}));
}

TEST(DeviceLayouts, RefuseWhatIsNoCase) {
    const auto p = device_layout_property(catalogue_evaluations("cpu"));
    EXPECT_THROW(p->check(json{{"layouts", "packed [2]"}}), bad_case);
    EXPECT_THROW(p->check(json{{"layouts", {1}}}), bad_case);
    EXPECT_THROW(p->check(json{{"layouts", {"packed [-1]"}}}), bad_case);
    EXPECT_EQ(p->check(json{{"layouts", {"packed [0]"}}}).discarded,
              "No layout of the batch has an index.");
}

TEST(DeviceLayouts, TakeAKernelThatThrowsForAFailureOfTheLaw) {
    device_layout_subject s = catalogue_evaluations("cpu");
    s.find_kernels = []() -> const std::vector<kernels::evaluation_kernel>& {
        static std::vector<kernels::evaluation_kernel> all =
            devices::find_device("cpu").kernels().evaluations;
        all.front().start = [](const kernels::evaluation_problem&, const void*, const void*,
                               void* results, void*) { static_cast<char*>(results)[-1] ^= 1; };
        return all;
    };
    const case_result r = device_layout_property(s)->check(json{{"layouts", {"packed [2]"}}});
    ASSERT_TRUE(r.failure_of(law_id::L12));
    EXPECT_THAT(sentence(*r.failure_of(law_id::L12)), HasSubstr("writes around the results"));
}

TEST(DeviceLayouts, AreRefusedByTheKernelsWhenThereIsNoJobForAResult) {
    devices::device& cpu = devices::find_device("cpu");
    ASSERT_EQ(cpu.kernels().evaluations.size(), 4u);
    for (const kernels::evaluation_kernel& k : cpu.kernels().evaluations) {
        EXPECT_EQ(k.refusal({0, 0}), "");
        EXPECT_EQ(k.refusal({1, 0x7fffffff}), "");
        EXPECT_THAT(k.refusal({0, 5}), HasSubstr("5 results of 0 jobs cannot be computed"));
        EXPECT_NE(k.refusal({1, long_index_t{1} << 31}), "");
        EXPECT_THROW(k.start({-1, 0}, nullptr, nullptr, nullptr, nullptr), kernels::device_error);
        k.start({0, 0}, nullptr, nullptr, nullptr, nullptr);  // touches nothing
    }
}

class OnDevices : public ::testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        for (const devices::known_device& k : devices::devices())
            if (k.name == GetParam()) {
                if (!k.status.available) GTEST_SKIP() << k.status.reason;
                return;
            }
        GTEST_SKIP() << "This build does not know the device " << GetParam() << ".";
    }
};

TEST_P(OnDevices, TheDynamicFormSaysWhatItSaysOnTheHost) {
    const device_layout_subject s = catalogue_evaluations(GetParam());
    property_list list;
    list.push_back(device_layout_property(s));
    list.push_back(device_tile_property(s));
    fuzz::campaign_options o;
    o.seed = 12;
    o.cases = 120;
    const fuzz::campaign_report report = fuzz::run_campaign(list, o);
    ASSERT_EQ(report.rows.size(), 2u);
    for (const fuzz::law_row& row : report.rows) {
        EXPECT_EQ(row.what, fuzz::law_row::verdict::held) << row.property << row.sentence;
        EXPECT_GT(row.judged, 100);
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, OnDevices, ::testing::Values("cpu", "cpu-checked", "hip", "cuda"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace tileproof::properties
