// SPDX-License-Identifier: MIT
// Planted bugs of two layers in one kernel.
#include "devices/device.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "tests/quality/kernels/planted_mlps.hpp"
#include "tests/quality/planted_bug.hpp"

#include <stdexcept>

namespace tileproof::quality {

using namespace properties;

namespace {

using enum law_id;
using nlohmann::json;

std::unique_ptr<property> contract_of(const std::string& kernel) {
    return kernel_property(
        contract_named("mlp"),
        {kernel, "cpu", []() -> devices::device& { return devices::find_device("cpu"); },
         [kernel] {
             for (const auto& k : planted::mlps())
                 if (k.name == kernel) return under(k);
             throw std::runtime_error("There is no planted kernel " + kernel + ".");
         }});
}

planted_bug planted_in(const char* kernel, law_id law, json minimum, const char* says) {
    return {kernel, [kernel] { return contract_of(kernel); }, law, {std::move(minimum)}, says};
}

INSTANTIATE_TEST_SUITE_P(
    TwoLayers, PlantedBug,
    testing::Values(planted_in("without_activation", K7, {{"n", 1}}, "element"),
                    planted_in("last_column_unwritten", K2, {{"n", 1}}, "not written"),
                    planted_in("takes_less_than_none", K9, {{"n", -1}},
                               "takes a case in which an extent is negative")),
    name_of_bug);

TEST(PlantedTwoLayers, AreRightWhereNothingIsPlanted) {
    property_list list;
    list.push_back(contract_of("right"));
    fuzz::campaign_options o;
    o.seed = 1;
    o.cases = 300;
    const fuzz::campaign_report report = fuzz::run_campaign(list, o);
    EXPECT_EQ(report.exit_code(), 0) << report.verdict();
}

}  // namespace
}  // namespace tileproof::quality
