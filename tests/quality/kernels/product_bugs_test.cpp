// Every planted bug of a product is found within ten seconds by the law that names it, and its case shrinks to
// the known minimum.
#include "kernels/device/device.hpp"
#include "properties/contracts/product_property.hpp"
#include "tests/quality/kernels/hunt.hpp"
#include "tests/quality/kernels/planted_products.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <stdexcept>

namespace tileproof::properties {
namespace {

property_list property_of(const std::string& kernel) {
    product_subject s;
    s.kernel = kernel;
    s.device = "cpu";
    s.find_device = []() -> kernels::device& { return kernels::find_device("cpu"); };
    s.find_kernel = [kernel]() -> const kernels::product_kernel& {
        for (const auto& k : planted::cpu::products())
            if (k.name == kernel) return k;
        throw std::runtime_error("There is no planted kernel " + kernel + ".");
    };
    property_list list;
    list.push_back(product_property(std::move(s)));
    return list;
}

struct planted_bug {
    const char* kernel;
    law_id law;
    std::vector<nlohmann::json> minima;  // what the smallest case holds; one of them
    const char* says;                    // part of the sentence
};

void PrintTo(const planted_bug& b, std::ostream* out) { *out << b.kernel << title(b.law); }

nlohmann::json shape(int m, int n, int k) { return {{"m", m}, {"n", n}, {"k", k}}; }
nlohmann::json shape(int m, int n, int k, const char* data) {
    return {{"m", m}, {"n", n}, {"k", k}, {"data", data}};
}

class PlantedProduct : public ::testing::TestWithParam<planted_bug> {};

TEST_P(PlantedProduct, IsFoundAndShrinksToItsMinimum) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        expect_found(hunt(property_of(GetParam().kernel), GetParam().law, seed), GetParam().minima,
                     GetParam().says);
    }
}

using enum law_id;

INSTANTIATE_TEST_SUITE_P(
    Kernels, PlantedProduct,
    ::testing::Values(
        planted_bug{"k_tail_not_zeroed", K7, {shape(1, 1, 1)}, "of D"},
        planted_bug{"k_tail_read",
                    K4,
                    {{{"m", 1}, {"n", 1}, {"k", 1}, {"fence", "after"}}},
                    "past the last byte of A"},
        planted_bug{"swapped_lanes", K7, {shape(2, 1, 1)}, "of D"},
        planted_bug{"beta_zero_reads_c",
                    K7,
                    {{{"m", 1}, {"n", 1}, {"k", 1}, {"c_place", "own"}},
                     {{"m", 1}, {"n", 1}, {"k", 1}, {"c_place", "result"}}},
                    "element (0,0) of D"},
        planted_bug{"f16_accumulator", K7, {shape(1, 1, 1, "uniform")}, "give or take"},
        planted_bug{"nearest_conversion",
                    K7,
                    {{{"m", 1}, {"n", 1}, {"k", 1}, {"types", "f32_from_float"}}},
                    "give or take"},
        planted_bug{"packed_result",
                    K2,
                    {{{"m", 2}, {"n", 1}, {"d", {{"leading", 2}}}},
                     {{"m", 1}, {"n", 2}, {"d", {{"leading", 2}, {"column_major", true}}}}},
                    "not written"},
        planted_bug{"b_row_major",
                    K7,
                    {{{"m", 1}, {"n", 2}, {"k", 2}, {"b", {{"column_major", true}}}},
                     {{"m", 1}, {"n", 1}, {"k", 2}, {"b", {{"column_major", true}}}}},
                    "of D"},
        planted_bug{"loses_last_k", K7, {shape(1, 1, 2)}, "element (0,0) of D"},
        planted_bug{"off_by_18_bits", K7, {shape(1, 1, 1)}, "element (0,0) of D"},
        planted_bug{"far_write", K3, {shape(1, 2, 1)}, "SIGSEGV"},
        planted_bug{"cuts_k_off", K7, {shape(1, 1, 17)}, "of D"},
        planted_bug{"refuses_column_major",
                    K9,
                    {{{"m", 1}, {"n", 1}, {"k", 1}, {"a", {{"column_major", true}}}}},
                    "refuses a plain case"}),
    [](const auto& of) {
        return std::string(of.param.kernel) + "_" + std::string(about(of.param.law).code);
    });

void expect_held(const std::string& kernel) {
    campaign_options o;
    o.seed = 1;
    o.cases = 1000;
    const campaign_report report = run_campaign(property_of(kernel), o);
    EXPECT_EQ(report.exit_code(), 0) << report.verdict();
    for (const law_row& row : report.rows)
        EXPECT_EQ(row.what, law_row::verdict::held) << row.sentence;
}

TEST(PlantedProduct, IsNotSeenWhereThereIsNone) { expect_held("right"); }

// A relative error of 2^-18 is seen above; one of 2^-23 is what a unit that truncates may well do: only the
// sums that must be exact tell.
TEST(PlantedProduct, OfTheSizeOfRoundingIsSeenInExactSumsAlone) {
    const campaign_report report = hunt(property_of("off_by_23_bits"), K7, 1);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.failure.find("give or take"), std::string::npos)
        << report.findings[0].what.failure;
}

}  // namespace
}  // namespace tileproof::properties
