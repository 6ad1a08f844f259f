#include "properties/kernel/product/product_property.hpp"

#include "fuzz/campaign/campaign.hpp"
#include "properties/kernel/product/product_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using kernels::product_types;

void expect_held(const char* device, std::int64_t cases) {
    property_list list;
    for (const auto& k : kernels::find_device(device).kernels().products)
        list.push_back(catalogue_product(k.name, device));
    campaign_options o;
    o.seed = 5;
    o.cases = cases;
    const campaign_report report = run_campaign(list, o);
    EXPECT_GT(report.rows.size(), 0u);
    for (const law_row& row : report.rows)
        EXPECT_EQ(row.what, law_row::verdict::held)
            << row.property << ' ' << title(row.law) << ": " << row.sentence;
}

TEST(ProductProperty, IsNamedAfterKernelAndDeviceWithoutWakingIt) {
    const auto p = catalogue_product("product_tiled", "a device that does not exist");
    EXPECT_EQ(p->name(), "product_tiled@a device that does not exist");
    EXPECT_EQ(p->subject(), "product_tiled");
}

TEST(ProductProperty, HoldsForTheProjectsKernelsOnTheCpu) { expect_held("cpu", 600); }

TEST(ProductProperty, HoldsForTheProjectsKernelsOnTheCheckedDevice) {
    for (const kernels::known_device& d : kernels::devices())
        if (d.name == "cpu-checked" && !d.status.available) GTEST_SKIP() << d.status.reason;
    expect_held("cpu-checked", 200);
}

TEST(ProductProperty, ChecksOnlyTheRefusalOfASenselessCase) {
    const auto p = catalogue_product("product_tiled", "cpu");
    product_case c = packed_product(product_types::f32_f16, 2, 3, 4);
    c.problem.b.leading = 1;
    const case_result r = p->check(to_json(c));
    ASSERT_EQ(r.laws.size(), 1u);
    EXPECT_EQ(r.laws[0].law, law_id::K9);
    EXPECT_TRUE(r.laws[0].held()) << r.laws[0].sentence();
}

TEST(ProductProperty, JudgesTheRelationOfACase) {
    const auto p = catalogue_product("product_tiled", "cpu");
    product_case c = packed_product(product_types::f32_bf16, 3, 2, 5);
    const auto judges_k8 = [&] {
        const case_result r = p->check(to_json(c));
        EXPECT_FALSE(r.first_failure()) << sentence(*r.first_failure());
        for (const law_result& law : r.laws)
            if (law.law == law_id::K8) return true;
        return false;
    };
    EXPECT_FALSE(judges_k8());
    for (const auto relation : {product_relation::scaled, product_relation::rows_reversed,
                                product_relation::k_reversed, product_relation::transposed}) {
        c.relation = relation;
        for (const auto data :
             {product_data::integers, product_data::uniform, product_data::wide}) {
            c.data = data;
            EXPECT_TRUE(judges_k8()) << name_of(relation) << ' ' << name_of(data);
        }
        c.data = product_data::subnormal;
        EXPECT_FALSE(judges_k8()) << name_of(relation);
    }
}

// With beta = 0 C may hold anything, NaN too, or be nowhere.
// Twice the sum is infinite, and alpha = 0 makes a NaN of that.
TEST(ProductProperty, ScalesNoSumBeyondTheRangeThatAlphaHides) {
    const auto p = catalogue_product("product_tiled", "cpu");
    product_case c = packed_product(product_types::f32_bf16, 1, 1, 5);
    c.problem.alpha = 0;
    c.relation = product_relation::scaled;
    c.data = product_data::special;
    c.data_seed = 1395235384;
    const case_result r = p->check(to_json(c));
    EXPECT_FALSE(r.first_failure()) << sentence(*r.first_failure());
}

TEST(ProductProperty, LeavesCAloneWithoutBeta) {
    const auto p = catalogue_product("product_tiled", "cpu");
    product_case c = packed_product(product_types::f32_f16, 5, 4, 3);
    for (const c_place place : {c_place::own, c_place::result, c_place::null}) {
        c.c = place;
        const case_result r = p->check(to_json(c));
        EXPECT_FALSE(r.first_failure()) << sentence(*r.first_failure());
    }
    c.problem.beta = 3;
    c.problem.alpha = -1;
    for (const c_place place : {c_place::own, c_place::result}) {
        c.c = place;
        const case_result r = p->check(to_json(c));
        EXPECT_FALSE(r.first_failure()) << sentence(*r.first_failure());
    }
}

}  // namespace
}  // namespace tileproof::properties
