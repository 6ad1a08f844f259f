#include "properties/kernel/mlp/mlp_property.hpp"

#include "fuzz/campaign/campaign.hpp"
#include "properties/kernel/mlp/mlp_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

void expect_held(const char* device, std::int64_t cases) {
    for (const kernels::known_device& d : kernels::devices())
        if (d.name == device && !d.status.available) GTEST_SKIP() << d.status.reason;
    property_list list;
    list.push_back(catalogue_mlp("mlp_16", device));
    campaign_options o;
    o.seed = 5;
    o.cases = cases;
    const campaign_report report = run_campaign(list, o);
    for (const law_row& row : report.rows)
        EXPECT_EQ(row.what, law_row::verdict::held)
            << row.property << ' ' << title(row.law) << ": " << row.sentence;
}

TEST(MlpProperty, HoldsForTheProjectsKernelOnTheCpu) { expect_held("cpu", 600); }
TEST(MlpProperty, HoldsForTheProjectsKernelOnTheCheckedDevice) { expect_held("cpu-checked", 200); }

TEST(MlpProperty, JudgesBothRelations) {
    const auto p = catalogue_mlp("mlp_16", "cpu");
    mlp_case c;
    c.n = 19;
    c.data = product_data::uniform;
    for (const auto relation : {mlp_relation::columns_reversed, mlp_relation::two_products}) {
        c.relation = relation;
        const case_result r = p->check(to_json(c));
        EXPECT_FALSE(r.first_failure()) << sentence(*r.first_failure());
        EXPECT_TRUE(std::any_of(r.laws.begin(), r.laws.end(), [](const law_result& l) {
            return l.law == law_id::K8;
        })) << name_of(relation);
    }
}

// The bound of both layers is not vacuous: wide is what one unit of f16 in a hidden number makes of it.
TEST(MlpProperty, HasABoundNearRounding) {
    mlp_case c;
    c.n = 40;
    for (const product_data data : {product_data::integers, product_data::one_hot}) {
        c.data = data;
        for (const double bound : answer_of(c, images_of(c)).bound) EXPECT_EQ(bound, 0);
    }
    c.data = product_data::uniform;
    const mlp_answer answer = answer_of(c, images_of(c));
    double largest = 0;
    for (const double bound : answer.bound) largest = std::max(largest, bound);
    EXPECT_GT(largest, 0);
    EXPECT_LT(largest, 16 * 0x1p-9);  // each hidden number below 16, off by a unit of 2^-9 at most
    std::vector<double> sorted = answer.bound;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_LT(sorted[sorted.size() / 2], 1e-3);
}

TEST(MlpProperty, ReadsWhatItWrote) {
    mlp_case c;
    c.n = 7;
    c.data = product_data::special;
    c.relation = mlp_relation::two_products;
    EXPECT_EQ(to_json(mlp_case_from_json(to_json(c))), to_json(c));
    nlohmann::json j = to_json(c);
    j["relation"] = "three_products";
    EXPECT_THROW((void)mlp_case_from_json(j), bad_case);
}

}  // namespace
}  // namespace tileproof::properties
