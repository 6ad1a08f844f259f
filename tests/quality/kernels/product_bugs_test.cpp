// SPDX-License-Identifier: MIT
// Planted bugs of matrix products.
#include "devices/device.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "tests/quality/kernels/planted_products.hpp"
#include "tests/quality/planted_bug.hpp"

#include <stdexcept>

namespace tileproof::quality {

using namespace properties;
using fuzz::campaign_options;
using fuzz::campaign_report;
using fuzz::law_row;
using fuzz::run_campaign;

namespace {

using enum law_id;
using nlohmann::json;

std::unique_ptr<property> contract_of(const std::string& kernel) {
    return kernel_property(
        contract_named("product"),
        {kernel, "cpu", []() -> devices::device& { return devices::find_device("cpu"); },
         [kernel] {
             for (const auto& k : planted::cpu::products())
                 if (k.name == kernel) return under(k);
             throw std::runtime_error("There is no planted kernel " + kernel + ".");
         }});
}

planted_bug planted_in(const char* kernel, law_id law, std::vector<json> minima, const char* says) {
    return {kernel, [kernel] { return contract_of(kernel); }, law, std::move(minima), says};
}

json shape(int m, int n, int k) { return {{"m", m}, {"n", n}, {"k", k}}; }
json shape(int m, int n, int k, const char* data) {
    return {{"m", m}, {"n", n}, {"k", k}, {"data", data}};
}

INSTANTIATE_TEST_SUITE_P(
    Products, PlantedBug,
    testing::Values(
        planted_in("k_tail_not_zeroed", K7, {shape(1, 1, 1)}, "of D"),
        planted_in("k_tail_read", K4, {{{"m", 1}, {"n", 1}, {"k", 1}, {"fence", "after"}}},
                   "past the last byte of A"),
        planted_in("swapped_lanes", K7, {shape(2, 1, 1)}, "of D"),
        planted_in("beta_zero_reads_c", K7,
                   {{{"m", 1}, {"n", 1}, {"k", 1}, {"c_place", "own"}},
                    {{"m", 1}, {"n", 1}, {"k", 1}, {"c_place", "result"}}},
                   "element (0,0)"),
        planted_in("f16_accumulator", K7, {shape(1, 1, 1, "uniform")}, "give or take"),
        planted_in("nearest_conversion", K7,
                   {{{"m", 1}, {"n", 1}, {"k", 1}, {"types", "f32_from_float"}}}, "give or take"),
        planted_in("packed_result", K2,
                   {{{"m", 2}, {"n", 1}, {"d", {{"leading", 2}}}},
                    {{"m", 1}, {"n", 2}, {"d", {{"leading", 2}, {"column_major", true}}}}},
                   "not written"),
        // B has one row or one column more than a single element, and lies where the other order differs.
        planted_in(
            "b_row_major", K7,
            {{{"m", 1}, {"n", 1}, {"k", 2}, {"b", {{"column_major", true}, {"leading", 2}}}},
             {{"m", 1}, {"n", 2}, {"k", 1}, {"b", {{"column_major", true}, {"leading", 2}}}}},
            "of D"),
        planted_in("loses_last_k", K7, {shape(1, 1, 2)}, "element (0,0)"),
        planted_in("off_by_18_bits", K7, {shape(1, 1, 1)}, "element (0,0)"),
        planted_in("far_write", K3, {shape(1, 2, 1)}, "SIGSEGV"),
        planted_in("cuts_k_off", K7, {shape(1, 1, 17)}, "of D"),
        planted_in("refuses_column_major", K9,
                   {{{"m", 1}, {"n", 1}, {"k", 1}, {"a", {{"column_major", true}}}}},
                   "refuses a plain case")),
    name_of_bug);

TEST(PlantedProducts, AreRightWhereNothingIsPlanted) {
    property_list list;
    list.push_back(contract_of("right"));
    campaign_options o;
    o.seed = 1;
    o.cases = 1000;
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.exit_code(), 0) << report.verdict();
    for (const law_row& row : report.rows)
        EXPECT_EQ(row.what, law_row::verdict::held) << row.sentence;
}

// A relative error of 2^-18 is seen above; one of 2^-23 is what a unit that truncates may well do: only the
// sums that must be exact tell.
TEST(PlantedProducts, OfTheSizeOfRoundingAreSeenInExactSumsAlone) {
    const campaign_report report = hunt(planted_in("off_by_23_bits", K7, {}, ""), 1, 20);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.failure.find("give or take"), std::string::npos)
        << report.findings[0].what.failure;
}

}  // namespace
}  // namespace tileproof::quality
