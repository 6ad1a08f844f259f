// SPDX-License-Identifier: MIT
// A view that is wrong inside a kernel is found by L12, and the batch shrinks to the smallest layouts that
// show it.
#include "devices/device.hpp"
#include "properties/device/device_layout_property.hpp"
#include "tests/quality/kernels/planted_evaluations.hpp"
#include "tests/quality/planted_bug.hpp"

namespace tileproof::quality {

using namespace properties;

namespace {

using nlohmann::json;

using contract = std::unique_ptr<property> (*)(device_layout_subject);

std::unique_ptr<property> contract_of(contract make, const char* bug) {
    device_layout_subject s = catalogue_evaluations("cpu");
    s.find_kernels = [bug]() -> const std::vector<kernels::evaluation_kernel>& {
        return planted::evaluations(bug);
    };
    return make(std::move(s));
}

planted_bug planted_in(const char* bug, contract make, std::vector<json> minima, const char* says) {
    return {bug, [=] { return contract_of(make, bug); }, law_id::L12, std::move(minima), says};
}

json layouts(std::vector<std::string> texts) { return {{"layouts", std::move(texts)}}; }

INSTANTIATE_TEST_SUITE_P(
    Evaluations, PlantedBug,
    testing::Values(
        planted_in("offset_in_32_bits", device_layout_property,
                   {layouts({"naive [1] strides [0] offset 2147483648"}),
                    layouts({"naive [2] strides [2147483648]"})},
                   "on cpu, but offset 2147483648 on the host."),
        planted_in("move_into_pads", device_layout_property,
                   {layouts({"packed [1] -> {pad(0,1): 0 -> 0}"}),
                    layouts({"packed [1] -> {right_pad(1): 0 -> 0}"}),
                    layouts({"packed [1] -> {left_pad(1): 0 -> 0}"})},
                   "on cpu after a move from"),
        planted_in("first_result_of_a_job", device_layout_property,
                   {layouts({"packed [1]", "naive [1] strides [0] offset 1"})}, "on cpu, but"),
        planted_in(
            "holder_in_another_replica", device_tile_property,
            {{{"tiles", {"tile R=[2] H=[] P=[[0,0]] Y=[]"}}}},
            "replica 1, element 0 has holder thread 0, register 0 on cpu, but holder thread 1, "
            "register 0 on the host.")),
    name_of_bug);

TEST(PlantedEvaluations, AreRightWhereNothingIsPlanted) {
    for (const contract make : {device_layout_property, device_tile_property}) {
        property_list list;
        list.push_back(contract_of(make, "right"));
        fuzz::campaign_options o;
        o.seed = 1;
        o.cases = 40;
        const fuzz::campaign_report report = fuzz::run_campaign(list, o);
        EXPECT_EQ(report.exit_code(), 0) << report.verdict();
    }
}

}  // namespace
}  // namespace tileproof::quality
