// A view that is wrong inside a kernel is found by L12, and the batch shrinks to the smallest layouts that
// show it.
#include "kernels/device/device.hpp"
#include "properties/campaign/campaign.hpp"
#include "properties/contracts/device_layout_property.hpp"
#include "tests/quality/kernels/planted_evaluations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

namespace tileproof::properties {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

enum class about_what { layouts, tiles };

property_list property_of(const char* bug, about_what what) {
    device_layout_subject s = catalogue_evaluations("cpu");
    s.find_kernels = [bug]() -> const std::vector<kernels::evaluation_kernel>& {
        return planted::evaluations(bug);
    };
    property_list list;
    list.push_back(what == about_what::layouts ? device_layout_property(s)
                                               : device_tile_property(s));
    return list;
}

struct planted_bug {
    const char* name;
    about_what what;
    std::vector<json> minima;  // one of them is where it ends
    const char* says;
};

void PrintTo(const planted_bug& b, std::ostream* out) { *out << b.name; }

class PlantedInDevices : public ::testing::TestWithParam<planted_bug> {};

TEST_P(PlantedInDevices, AreFoundByL12AndShrinkToTheSmallestBatch) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const property_list list = property_of(GetParam().name, GetParam().what);
        campaign_options o;
        o.seed = seed;
        o.budget_seconds = 20;
        o.minimise_seconds = 20;
        std::size_t findings = 0;
        o.on_progress = [&](const campaign_progress& p) { findings = p.findings; };
        o.interrupted = [&] { return findings > 0; };
        const campaign_report report = run_campaign(list, o);
        ASSERT_EQ(report.findings.size(), 1u) << "seed " << seed;
        const finding& f = report.findings[0].what;
        EXPECT_EQ(f.law, law_id::L12);
        EXPECT_TRUE(f.minimised) << f.the_case;
        EXPECT_THAT(GetParam().minima, ::testing::Contains(f.the_case))
            << "seed " << seed << ": " << f.failure;
        EXPECT_THAT(f.failure, HasSubstr(GetParam().says));
    }
}

json layouts(std::vector<std::string> texts) { return {{"layouts", std::move(texts)}}; }

INSTANTIATE_TEST_SUITE_P(
    Views, PlantedInDevices,
    ::testing::Values(
        planted_bug{"offset_in_32_bits",
                    about_what::layouts,
                    {layouts({"naive [1] strides [0] offset 2147483648"}),
                     layouts({"naive [2] strides [2147483648]"})},
                    "on cpu, but offset 2147483648 on the host."},
        planted_bug{"move_into_pads",
                    about_what::layouts,
                    {layouts({"packed [1] -> {pad(0,1): 0 -> 0}"}),
                     layouts({"packed [1] -> {right_pad(1): 0 -> 0}"}),
                     layouts({"packed [1] -> {left_pad(1): 0 -> 0}"})},
                    " on cpu, but no element on the host."},
        planted_bug{"first_result_of_a_job",
                    about_what::layouts,
                    {layouts({"packed [1]", "naive [1] strides [0] offset 1"})},
                    "on cpu, but"},
        planted_bug{"holder_in_another_replica",
                    about_what::tiles,
                    {{{"tiles", {"tile R=[2] H=[] P=[[0,0]] Y=[]"}}}},
                    "replica 1, element 0 is held by thread 0, register 0 on cpu, but thread 1, "
                    "register 0 on the host."}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(PlantedInDevices, IsNotSeenWhereThereIsNone) {
    for (const about_what what : {about_what::layouts, about_what::tiles}) {
        campaign_options o;
        o.seed = 1;
        o.cases = 40;
        const campaign_report report = run_campaign(property_of("right", what), o);
        EXPECT_EQ(report.exit_code(), 0) << report.verdict();
    }
}

}  // namespace
}  // namespace tileproof::properties
