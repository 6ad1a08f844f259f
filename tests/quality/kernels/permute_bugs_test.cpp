// SPDX-License-Identifier: MIT
// Planted bugs of permutations and relayouts.
#include "devices/device.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "tests/quality/kernels/planted_permutes.hpp"
#include "tests/quality/planted_bug.hpp"

#include <stdexcept>

namespace tileproof::quality {

using namespace properties;

namespace {

using enum law_id;
using nlohmann::json;

contract_kernel find_planted(const std::string& kernel) {
    for (const auto& k : planted::permutes())
        if (k.name == kernel) return under(k);
    for (const auto& k : planted::relayouts())
        if (k.name == kernel) return under(k);
    throw std::runtime_error("There is no planted kernel " + kernel + ".");
}

std::unique_ptr<property> contract_of(const std::string& kernel) {
    return kernel_property(
        contract_named(kernel.starts_with("permute") ? "permute" : "relayout relayout_tiles"),
        {kernel, "cpu", []() -> devices::device& { return devices::find_device("cpu"); },
         [kernel] { return find_planted(kernel); }});
}

planted_bug planted_in(const char* kernel, law_id law, std::vector<json> minima, const char* says) {
    return {kernel, [kernel] { return contract_of(kernel); }, law, std::move(minima), says};
}

// All six lengths.
json lengths(std::vector<int> n) {
    json j;
    for (std::size_t d = 0; d < n.size(); ++d) j["n" + std::to_string(d)] = n[d];
    return j;
}
INSTANTIATE_TEST_SUITE_P(
    Permutes, PlantedBug,
    testing::Values(
        planted_in("permute_of_five_dims", K2, {lengths({2, 1, 1, 1, 1, 1})}, "not written"),
        planted_in("permute_into_dense_memory", K2,
                   {lengths({2, 1, 1, 1, 1, 1}), lengths({1, 2, 1, 1, 1, 1}),
                    lengths({1, 1, 2, 1, 1, 1}), lengths({1, 1, 1, 2, 1, 1}),
                    lengths({1, 1, 1, 1, 2, 1}), lengths({1, 1, 1, 1, 1, 2})},
                   "not written"),
        planted_in("relayout_tiles_by_columns", K1, {{{"M", 32}, {"K", 8}}}, "element (0,4)"),
        planted_in("relayout_rows_of_a_tile_swapped", K1, {{{"M", 16}, {"K", 4}}},
                   "element (0,0)")),
    name_of_bug);

TEST(PlantedPermutes, AreRightWhereNothingIsPlanted) {
    for (const char* kernel : {"permute_right", "relayout_tiles_right"}) {
        property_list list;
        list.push_back(contract_of(kernel));
        fuzz::campaign_options o;
        o.seed = 1;
        o.cases = 1500;
        const fuzz::campaign_report report = fuzz::run_campaign(list, o);
        EXPECT_EQ(report.exit_code(), 0) << report.verdict();
        for (const fuzz::law_row& row : report.rows)
            EXPECT_EQ(row.what, fuzz::law_row::verdict::held) << row.sentence;
    }
}

}  // namespace
}  // namespace tileproof::quality
